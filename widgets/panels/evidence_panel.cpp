// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/evidence_panel.h"

#include "model/catalogue/catalogue.h"
#include "model/evidence/trace_difference.h"
#include "model/scenario/own_runs.h"
#include "model/units/units.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QStylePainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace kneepoint {
namespace {

/// Elides its text where the panel is narrow; the tool tip has all of it.
class OfferButton : public QPushButton {
public:
    explicit OfferButton(const QString& text)
        : QPushButton(text)
    {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QPushButton::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const int sides = sizeHint().width() - fontMetrics().horizontalAdvance(text());
        QStylePainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        option.text = fontMetrics().elidedText(text(), Qt::ElideRight, width() - sides);
        painter.drawControl(QStyle::CE_PushButton, option);
    }
};

QString seconds(double value)
{
    return toQString(value, Unit::seconds);
}

/// "+13 %"; empty where there is nothing to compare with.
QString difference(double measured, double predicted)
{
    if (!(predicted > 0) || !(measured > 0))
        return {};
    const double ratio = measured / predicted - 1;
    return (ratio < 0 ? QStringLiteral("−") : QStringLiteral("+")) + toQString(std::abs(ratio), Unit::ratio, 2);
}

} // namespace

QStringList factorTexts(const OwnRuns& own)
{
    QStringList factors;
    constexpr double noticed = 0.01;
    for (const OwnFactor& factor : own_factors)
        if (std::abs(std::log(own.*factor.value)) > noticed)
            factors << EvidencePanel::tr("%1 × %2").arg(
                toQString(parameter(factor.parameter).label), toQString(own.*factor.value, Unit::none));
    return factors;
}

EvidencePanel::EvidencePanel(QWidget* parent)
    : QScrollArea(parent)
    , m_claim(selectableText({}, FontRole::strong))
    , m_table(new QWidget)
    , m_grid(new QGridLayout(m_table))
    , m_cause(selectableText({}, FontRole::base))
    , m_calibration(selectableText({}, FontRole::base, true))
    , m_warning(selectableText({}, FontRole::base))
    , m_layouts(new QWidget)
    , m_networks(new QWidget)
    , m_settings(new QWidget)
    , m_calibrate(new QPushButton)
    , m_toggle(new QPushButton)
    , m_files(selectableText({}, FontRole::small, true))
    , m_import(new QPushButton(tr("Import files…")))
{
    makeScrolled(*this);
    setAccessibleName(tr("Evidence"));
    setWhatsThis(tr("Measured beside predicted. Parts are what a profiler can tell apart: HBM traffic and the "
                    "optimizer are in compute, and waiting for slower ranks is in communication."));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setColumnStretch(0, 1);
    auto* content = new QWidget;
    auto* column = columnIn(content, {12, 12, 12, 12}, 10);
    for (QWidget* part : {static_cast<QWidget*>(m_claim), m_table, static_cast<QWidget*>(m_cause),
             static_cast<QWidget*>(m_warning), m_settings, m_networks, m_layouts, static_cast<QWidget*>(m_calibration)})
        column->addWidget(part);
    auto* buttons = addedTo<QHBoxLayout>(*column);
    buttons->addWidget(m_calibrate);
    buttons->addWidget(m_toggle);
    buttons->addStretch();
    column->addWidget(m_files);
    column->addWidget(m_import, 0, Qt::AlignLeft);
    column->addStretch();
    setWidget(content);
    colorWarning();
    connect(m_calibrate, &QPushButton::clicked, this, &EvidencePanel::calibrationWanted);
    connect(m_toggle, &QPushButton::clicked, this, [this] { emit calibrationToggled(!m_calibrated); });
    connect(m_import, &QPushButton::clicked, this, &EvidencePanel::importWanted);
}

QString EvidencePanel::claim() const
{
    return m_claim->text();
}

QString EvidencePanel::tableText() const
{
    QStringList lines;
    for (const QStringList& row : m_rows)
        lines << row.join(u'\t');
    return lines.join(u'\n');
}

void EvidencePanel::show(
    const SharedAnalysis& analysis, std::span<const KeptEvidence> files, std::size_t runs, const Offers& offers)
{
    showOffers(offers);
    showWarning(files);
    const Measured& measured = analysis->measured;
    if (files.empty())
        m_claim->setText(tr("Nothing measured yet. Drop profiler traces, nccl-tests output, training logs or a scaling "
                            "table on the window."));
    else if (measured.sentences.empty())
        m_claim->setText(tr("Nothing measured at this size of the job."));
    else
        m_claim->setText(withUnbrokenNumbers(toQString(measured.sentences.front())));
    QStringList others;
    for (std::size_t i = 1; i < measured.sentences.size(); ++i)
        others << withUnbrokenNumbers(toQString(measured.sentences[i]));
    m_cause->setText(others.join(QStringLiteral("\n\n")));
    m_cause->setVisible(!others.isEmpty());
    showTable(*analysis);
    showDifference(files);
    placeTable();
    m_table->setVisible(!m_rows.isEmpty());
    showCalibration(*analysis, runs);
    QStringList read;
    for (const KeptEvidence& file : files)
        read << tr("%1%2: %3")
                    .arg(toQString(file.source.name), file.used ? QString() : tr(" (not used)"),
                        withUnbrokenNumbers(toQString(file.summary)));
    m_files->setText(read.join(QStringLiteral("\n\n")));
    m_files->setVisible(!read.isEmpty());
}

void EvidencePanel::showOffers(const Offers& offers)
{
    if (offers == m_offered)
        return;
    m_offered = offers;
    const auto list = [this](QWidget& place, const QString& heading, const QStringList& names, const QString& tip,
                          void (EvidencePanel::*chosen)(int)) {
        qDeleteAll(place.findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
        delete place.layout();
        auto* column = columnIn(&place);
        column->addWidget(new WrappedLabel(heading));
        for (int i = 0; i < names.size(); ++i) {
            auto* button = new OfferButton(names[i]);
            button->setAccessibleDescription(tip.arg(names[i]));
            button->setToolTip(plainToolTip(tip.arg(names[i])));
            connect(button, &QPushButton::clicked, this, [this, chosen, i] { emit(this->*chosen)(i); });
            column->addWidget(button, 0, Qt::AlignLeft);
        }
        place.setVisible(!names.isEmpty());
    };
    list(*m_settings, tr("Measured with other settings than the scenario's:"), offers.settings,
        tr("Use the settings of %1"), &EvidencePanel::settingsChosen);
    list(*m_networks, tr("Interconnects that are as fast as measured, closest first:"), offers.networks,
        tr("Use this interconnect: %1"), &EvidencePanel::networkChosen);
    list(*m_layouts, tr("Layouts that fit the process groups of the trace, likeliest first:"), offers.layouts,
        tr("Use this layout: %1"), &EvidencePanel::layoutChosen);
}

/// Also of files that are not used: a benchmark of a misconfigured network should not be.
void EvidencePanel::showWarning(std::span<const KeptEvidence> files)
{
    QStringList warnings;
    for (const KeptEvidence& file : files)
        if (file.kind == "nccl-tests")
            for (const EvidenceFinding& finding : file.findings)
                warnings << tr("%1 points at a misconfiguration: %2.")
                                .arg(toQString(file.source.name), toQString(finding.sentence));
    m_warning->setText(withUnbrokenNumbers(warnings.join(QStringLiteral("\n\n"))));
    m_warning->setVisible(!warnings.isEmpty());
}

QString EvidencePanel::warning() const
{
    return m_warning->text();
}

void EvidencePanel::showTable(const Analysis& analysis)
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_rows.clear();
    m_labels.clear();
    const Measured& measured = analysis.measured;
    constexpr double notable = 0.02; // of the step
    if (!measured.parts.empty() || measured.step_s > 0)
        addRow({tr("part of the step"), tr("predicted"), tr("measured"), tr("diff.")}, Row::heading);
    for (const MeasuredPart& part : measured.parts)
        addRow({toQString(part.label), seconds(part.predicted_s), seconds(part.measured_s),
                   difference(part.measured_s, part.predicted_s)},
            Row::plain, std::abs(part.measured_s - part.predicted_s) > notable * analysis.step.step_s);
    if (measured.step_s > 0)
        addRow({tr("step"), seconds(analysis.step.step_s), seconds(measured.step_s),
                   difference(measured.step_s, analysis.step.step_s)},
            Row::strong);
    if (measured.memory_bytes > 0)
        addRow({tr("memory per GPU"), toQString(analysis.step.memory.total(), Unit::bytes),
                   toQString(measured.memory_bytes, Unit::bytes),
                   difference(measured.memory_bytes, analysis.step.memory.total())},
            Row::plain);
}

void EvidencePanel::showDifference(std::span<const KeptEvidence> files)
{
    const std::optional<TraceDifference> d = traceDifference(files);
    if (!d)
        return;
    addRow({withUnbrokenNumbers(toQString(d->sentence)) + u'.'}, Row::plain);
    if (d->parts.empty())
        return;
    addRow({tr("A is %1, B is %2.").arg(toQString(d->a), toQString(d->b))}, Row::heading);
    addRow({tr("part of the step"), tr("A"), tr("B"), tr("B − A")}, Row::heading);
    constexpr double notable = 0.02; // of the step, what B takes longer
    const auto add = [&](const TracePart& part, Row kind) {
        addRow({toQString(part.label), seconds(part.a_s), seconds(part.b_s),
                   toQString(signedSeconds(part.difference_s()))},
            kind, part.difference_s() > notable * std::max(d->total.a_s, d->total.b_s));
    };
    for (const TracePart& part : d->parts)
        add(part, Row::plain);
    add(d->total, Row::strong);
}

void EvidencePanel::addRow(const QStringList& cells, Row kind, bool differs)
{
    m_rows << cells;
    if (cells.size() == 1) { // a sentence across
        QLabel* label =
            selectableText({}, kind == Row::heading ? FontRole::small : FontRole::base, kind == Row::heading);
        label->setText(cells.front());
        m_labels << QList<QLabel*>{label};
        return;
    }
    QList<QLabel*> labels;
    for (int column = 0; column < cells.size(); ++column) {
        auto* label = new QLabel(cells[column]);
        const bool is_strong = kind == Row::strong || (column == 2 && kind == Row::plain);
        label->setFont(roleFont(font(),
            is_strong                  ? FontRole::strong
                : kind == Row::heading ? FontRole::small
                                       : FontRole::base));
        if (kind == Row::heading || column == 1)
            label->setForegroundRole(QPalette::PlaceholderText);
        if (differs && column == 3)
            label->setForegroundRole(QPalette::BrightText);
        if (column == 0)
            label->setWordWrap(true);
        labels << label;
    }
    m_labels << labels;
}

void EvidencePanel::placeTable()
{
    std::array<int, 4> widths{};
    for (const QList<QLabel*>& labels : m_labels)
        if (labels.size() > 1)
            std::ranges::transform(labels, widths, widths.begin(),
                [](const QLabel* label, int width) { return std::max(width, label->minimumSizeHint().width()); });
    const QMargins margins = widget()->layout()->contentsMargins();
    const int room = viewport()->width() - margins.left() - margins.right() - 3 * m_grid->horizontalSpacing();
    const bool beside = std::accumulate(widths.begin(), widths.end(), 0) <= room;
    for (int row = 0; row < m_labels.size(); ++row) {
        const QList<QLabel*>& labels = m_labels[row];
        const bool whole_line = labels.size() == 1 || !beside;
        m_grid->addWidget(
            labels.front(), 2 * row, 0, 1, whole_line ? 4 : 1, whole_line ? Qt::Alignment() : Qt::AlignLeft);
        for (int column = 1; column < labels.size(); ++column)
            m_grid->addWidget(labels[column], beside ? 2 * row : 2 * row + 1, column, Qt::AlignRight);
    }
}

void EvidencePanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    placeTable();
}

void EvidencePanel::showCalibration(const Analysis& analysis, std::size_t runs)
{
    const OwnRuns& own = analysis.scenario.own_runs;
    m_calibrated = own.used && own.runs > 0;
    const PredictionInterval& interval = analysis.prediction_interval;
    QString text;
    if (m_calibrated) {
        const QStringList factors = factorTexts(own);
        text = tr("Calibrated with %1: %2")
                   .arg(counted(own.runs, QStringLiteral("run")),
                       factors.isEmpty() ? tr("No factor moved by more than 1 %.")
                                         : factors.join(QStringLiteral(", ")) + u'.');
    }
    if (interval.low_s > 0 && interval.high_s > 0 && (m_calibrated || runs > 0))
        text += tr("%1The step is between %2 and %3 with a probability of 90 %.")
                    .arg(text.isEmpty() ? QString() : QStringLiteral(" "), seconds(interval.low_s),
                        seconds(interval.high_s));
    m_calibration->setText(withUnbrokenNumbers(text));
    m_calibration->setVisible(!text.isEmpty());
    m_calibrate->setText(m_calibrated
            ? tr("Recalibrate…")
            : tr("Calibrate with %1…").arg(counted(static_cast<double>(runs), QStringLiteral("run"))));
    m_calibrate->setVisible(runs > 0);
    m_toggle->setText(m_calibrated ? tr("Switch calibration off") : tr("Switch calibration on"));
    m_toggle->setVisible(own.runs > 0);
}

void EvidencePanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colorWarning();
}

/// No role of a palette is the color of what is worse.
void EvidencePanel::colorWarning()
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, theme(modeOf(palette())).worse);
    m_warning->setPalette(colors);
}

} // namespace kneepoint
