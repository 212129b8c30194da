// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/calibrate_page.h"

#include "model/calibrate/calibration_words.h"
#include "model/calibrate/scaling_fit.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/own_runs.h"
#include "widgets/panels/flat_table.h"
#include "widgets/panels/interval_bars.h"
#include "widgets/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

/// The settings in which runs of one job usually differ.
constexpr std::array<std::string_view, 6> settings{"cluster.gpus", "plan.tensor_parallel", "plan.pipeline_parallel",
    "workload.batch_per_gpu", "workload.global_batch", "workload.sequence_length"};
constexpr int measure_column = settings.size();
constexpr int value_column = measure_column + 1;
constexpr int column_count = value_column + 1;
constexpr int value_width = 160;
constexpr int shown_digits = 6; ///< of a step time that was read

QComboBox* measureBox()
{
    auto* box = new QComboBox;
    box->setAccessibleName(CalibratePage::tr("Measured quantity"));
    for (const OwnMeasure& m : ownMeasures())
        if (!m.label.empty())
            box->addItem(toQString(m.label), toQString(m.name));
    return box;
}

QTableWidgetItem* rightItem(const QString& text)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

const OwnMeasure& measureOf(const QTableWidget& table, int row)
{
    const auto* box = static_cast<QComboBox*>(table.cellWidget(row, measure_column));
    const std::string name = box->currentData().toString().toStdString();
    return *std::ranges::find(ownMeasures(), name, &OwnMeasure::name);
}

} // namespace

CalibratePage::CalibratePage(const Scenario& job, const Calibration& calibration, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_calibration(calibration)
    , m_table(new QTableWidget(most_runs, column_count))
    , m_name(new QLineEdit)
    , m_bars(new IntervalBars)
    , m_answer(new QLabel)
{
    m_bases.fill(m_job);
    setWindowTitle(tr("Calibrate with your own runs"));
    auto* note = new QLabel(tr("Enter your measurements, one run per row. Settings are those of the open scenario "
                               "unless you change them; rows without a measured value are not used."));
    note->setWordWrap(true);
    m_answer->setWordWrap(true);
    m_answer->setAlignment(Qt::AlignTop);
    m_answer->setMinimumHeight(4 * fontMetrics().lineSpacing());
    m_name->setMaxLength(ShortName::most_bytes);
    m_name->setText(m_job.own_runs.name.empty() ? tr("My runs") : toQString(m_job.own_runs.name.text()));
    auto* form = new QFormLayout;
    form->addRow(tr("&Name of the calibration"), m_name);
    auto* column = new QVBoxLayout(this);
    column->addWidget(note);
    column->addWidget(m_table, 1);
    column->addLayout(form);
    column->addWidget(m_bars);
    column->addWidget(m_answer);
    fillTable();
    fillButtons();
    connect(m_table, &QTableWidget::cellChanged, this, &CalibratePage::refresh);
    setFocusProxy(m_table);
    refresh();
}

QString CalibratePage::answer() const
{
    return m_answer->text();
}

void CalibratePage::fillTable()
{
    m_table->setAccessibleName(tr("Measured runs"));
    QStringList headings;
    for (const std::string_view id : settings)
        headings << toQString(parameter(id).label);
    m_table->setHorizontalHeaderLabels(headings << tr("Measured") << tr("Value"));
    for (int row = 0; row < most_runs; ++row) {
        for (int column = 0; column < measure_column; ++column) {
            const Parameter& p = parameter(settings[static_cast<std::size_t>(column)]);
            m_table->setItem(row, column, rightItem(toQString(valueText(p, p.get(m_job)))));
        }
        QComboBox* box = measureBox();
        connect(box, &QComboBox::currentIndexChanged, this, &CalibratePage::refresh);
        m_table->setCellWidget(row, measure_column, box);
        m_table->setItem(row, value_column, rightItem({}));
    }
    flatten(*m_table);
    m_table->verticalHeader()->show(); // the names of runs from files
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    alignHeadings(*m_table);
    m_table->resizeColumnsToContents();
    m_table->setColumnWidth(value_column, value_width);
    constexpr int least_rows = 5; // with the headings
    m_table->setMinimumHeight(least_rows * m_table->verticalHeader()->defaultSectionSize());
    m_table->setCurrentCell(0, value_column);
}

void CalibratePage::fillButtons()
{
    auto* buttons = new QDialogButtonBox;
    m_keep = buttons->addButton(tr("&Calibrate"), QDialogButtonBox::AcceptRole);
    m_keep->setDefault(true);
    QPushButton* file = buttons->addButton(tr("&Open runs…"), QDialogButtonBox::ActionRole);
    file->setToolTip(tr("A JSON file of runs, in the format of kneepoint calibrate --runs FILE"));
    connect(file, &QPushButton::clicked, this, &CalibratePage::chooseFile);
    m_suggest = buttons->addButton(tr("&Suggest runs"), QDialogButtonBox::ActionRole);
    m_suggest->setToolTip(
        tr("Fill in the layouts of this job whose step times would be most informative about all the others"));
    connect(m_suggest, &QPushButton::clicked, this, [this] {
        m_suggest->setEnabled(false);
        emit suggestionWanted();
    });
    if (m_job.own_runs.runs > 0) {
        QPushButton* remove = buttons->addButton(tr("&Remove calibration"), QDialogButtonBox::DestructiveRole);
        connect(remove, &QPushButton::clicked, this, [this] { emit calibrated({}); });
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &CalibratePage::keep);
    layout()->addWidget(buttons);
}

EnteredRun CalibratePage::runOf(int row) const
{
    const auto textAt = [&](int column) { return m_table->item(row, column)->text().trimmed().toStdString(); };
    EnteredRun run{tr("Row %1").arg(row + 1).toStdString(), {}, &measureOf(*m_table, row), textAt(value_column)};
    for (int column = 0; column < measure_column; ++column)
        if (std::string text = textAt(column); !text.empty())
            run.settings.emplace_back(settings[static_cast<std::size_t>(column)], std::move(text));
    return run;
}

void CalibratePage::refresh()
{
    OwnRows rows = m_others;
    for (int row = 0; row < most_runs; ++row) {
        const EnteredRun run = runOf(row);
        if (run.value.empty())
            continue;
        if (Result<OwnRow> read = ownRow(run, m_bases[static_cast<std::size_t>(row)], m_calibration))
            rows.rows.push_back(std::move(*read));
        else
            rows.refused.emplace_back(run.name, read.error().message);
    }
    showResult(rows);
}

void CalibratePage::fill(const OwnRows& found)
{
    const QSignalBlocker quiet(m_table);
    m_others = {{}, found.refused};
    int row = 0;
    for (const OwnRow& run : found.rows) {
        if (row == most_runs || run.step_s <= 0) {
            m_others.rows.push_back(run);
            continue;
        }
        m_bases[static_cast<std::size_t>(row)] = run.scenario;
        m_from_file[static_cast<std::size_t>(row)] = true;
        for (int column = 0; column < measure_column; ++column) {
            const Parameter& p = parameter(settings[static_cast<std::size_t>(column)]);
            m_table->item(row, column)->setText(toQString(valueText(p, p.get(run.scenario))));
        }
        auto* box = static_cast<QComboBox*>(m_table->cellWidget(row, measure_column));
        const QSignalBlocker still(box);
        box->setCurrentIndex(0);
        m_table->item(row, value_column)->setText(toQString(run.step_s, Unit::seconds, shown_digits));
        m_table->setVerticalHeaderItem(row, new QTableWidgetItem(toQString(run.name)));
        ++row;
    }
    m_table->resizeColumnsToContents();
    m_table->setColumnWidth(value_column, value_width);
    refresh();
    setFocusProxy(m_keep->isEnabled() ? static_cast<QWidget*>(m_keep) : m_table);
}

void CalibratePage::setJob(const Scenario& job)
{
    const QSignalBlocker quiet(m_table);
    for (int row = 0; row < most_runs; ++row) {
        if (m_from_file[static_cast<std::size_t>(row)])
            continue;
        m_bases[static_cast<std::size_t>(row)] = job;
        for (int column = 0; column < measure_column; ++column) {
            const Parameter& p = parameter(settings[static_cast<std::size_t>(column)]);
            QTableWidgetItem& cell = *m_table->item(row, column);
            if (cell.text() == toQString(valueText(p, p.get(m_job))))
                cell.setText(toQString(valueText(p, p.get(job))));
        }
    }
    m_job = job;
    refresh();
}

void CalibratePage::load(const QString& path)
{
    m_reading.ask(
        [path, job = m_job, calibration = m_calibration] { return loadOwnRows(path.toStdString(), job, calibration); },
        [this, path](const Result<OwnRows>& rows) {
            if (rows) {
                m_name->setText(QFileInfo(path).completeBaseName());
                showResult(*rows);
            } else {
                m_answer->setText(toQString(rows.error().message));
            }
        });
}

void CalibratePage::suggest(std::span<const Edit> runs)
{
    m_suggest->setEnabled(true);
    if (runs.empty()) {
        m_answer->setText(toQString(nothingToMeasure()));
        return;
    }
    const QSignalBlocker quiet(m_table);
    auto run = runs.begin();
    for (int row = 0; row < most_runs && run != runs.end(); ++row) {
        if (!m_table->item(row, value_column)->text().trimmed().isEmpty())
            continue;
        for (const Setting& setting : *run) {
            const auto* column = std::ranges::find(settings, setting.parameter->id);
            if (column != settings.end())
                m_table->item(row, static_cast<int>(column - settings.begin()))
                    ->setText(toQString(valueText(*setting.parameter, setting.value)));
        }
        ++run;
    }
    refresh();
    m_answer->setText(m_answer->text() + u'\n'
        + tr("The suggested layouts are the most informative about the others. Measure their step times and enter "
             "them."));
}

void CalibratePage::chooseFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open measured runs"), {}, tr("Runs (*.json);;All files (*)"));
    if (!path.isEmpty())
        load(path);
}

void CalibratePage::showResult(const OwnRows& rows)
{
    QStringList lines;
    m_own = {};
    m_bars->setHalfWidths(0, 0);
    if (const std::string_view missing = missingMeasurement(rows.rows); !rows.rows.empty() && !missing.empty()) {
        lines << tr("Not enough to calibrate: %1.").arg(toQString(missing));
    } else if (!rows.rows.empty()) {
        const CalibrationReport report = calibrate(m_job, rows.rows, m_calibration);
        if (const std::string why = unexplainedText(fittedRuns(report, rows.rows, m_calibration)); !why.empty())
            lines << tr("Not calibrated: %1.").arg(toQString(why));
        else
            lines << linesOf(report);
    }
    for (const auto& [row, reason] : rows.refused)
        lines << tr("%1 is not used: %2").arg(toQString(row), toQString(reason));
    if (lines.isEmpty())
        lines << tr("No run yet.");
    m_answer->setText(withUnbrokenNumbers(lines.join(u'\n')));
    m_keep->setEnabled(m_own.runs > 0);
}

QStringList CalibratePage::linesOf(const CalibrationReport& report)
{
    m_own = report.scenario.own_runs;
    m_bars->setHalfWidths(report.half_width_before, report.half_width_after);
    QStringList factors;
    for (const std::string& factor : movedFactors(report))
        factors << toQString(factor);
    const QString sentence = toQString(calibrationSentence(report));
    return factors.isEmpty() ? QStringList{sentence} : QStringList{sentence, factors.join(QStringLiteral(", "))};
}

void CalibratePage::keep()
{
    m_own.name = ShortName(m_name->text().trimmed().toStdString());
    emit calibrated(m_own);
}

} // namespace kneepoint
