// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/validation_page.h"

#include "model/constants/left_out_constants.h"
#include "model/units/units.h"
#include "widgets/box_layouts.h"
#include "widgets/charts/parity_chart.h"
#include "widgets/file_saver.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/flat_table.h"
#include "widgets/panels/parity_model.h"
#include "widgets/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <map>

namespace kneepoint {
namespace {

constexpr int filter_width = 8; ///< visible characters
constexpr int widest_name = 32; ///< initially visible characters of a run's name

std::string wordOf(const ParityPoint& p, ValidationPage::Filter filter)
{
    switch (filter) {
    case ValidationPage::Filter::series:
        return p.row.series;
    case ValidationPage::Filter::gpu:
        return p.gpu;
    case ValidationPage::Filter::stack:
        return p.stack;
    case ValidationPage::Filter::layout:
        return p.layout;
    }
    return {};
}

QTableView* makeTable(QAbstractItemModel& model)
{
    auto* table = new QTableView;
    table->setModel(&model);
    table->setSortingEnabled(true);
    table->sortByColumn(ParityModel::run, Qt::AscendingOrder);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    flatten(*table);
    table->setTabKeyNavigation(false);
    return table;
}

} // namespace

ValidationPage::ValidationPage(QWidget* parent)
    : QWidget(parent)
    , m_left_out(new QCheckBox(tr("&Held out")))
    , m_ratio(new QCheckBox(tr("&Ratio")))
    , m_open_run(new QPushButton(tr("&Open as scenario")))
    , m_note(new ElidedLine)
    , m_chart(new ParityChart)
    , m_model(new ParityModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
{
    setWindowTitle(tr("Validation"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ParityModel::sort_role);
    m_table = makeTable(*m_sorted);
    m_table->setAccessibleName(tr("Measured runs"));
    const Result<void> loaded = loadLeftOutConstants();
    m_left_out->setToolTip(loaded
            ? tr("Predict each run with constants fitted without its series: what to expect for a new cluster")
            : plainToolTip(toQString(loaded.error().message)));
    m_left_out->setEnabled(loaded.has_value());
    m_left_out->setChecked(loaded.has_value());
    m_ratio->setToolTip(tr("Ratio of predicted to measured time, which makes small errors visible"));
    m_bar = makeBar();
    auto* halves = new QSplitter;
    halves->addWidget(m_chart);
    halves->addWidget(m_table);
    halves->setChildrenCollapsible(false);
    halves->setSizes({640, 560});
    auto* column = new QVBoxLayout(this);
    column->setSizeConstraint(QLayout::SetNoConstraint);
    column->addWidget(m_bar);
    column->addWidget(halves, 1);
    setFocusProxy(m_table);

    connect(m_table, &QTableView::activated, this, &ValidationPage::openCurrent);
    connect(m_left_out, &QCheckBox::toggled, this, &ValidationPage::predict);
    connect(m_chart, &Chart::confirmed, m_note, &ElidedLine::setText);
    connect(&m_chart->saver(), &FileSaver::saved, this,
        [this](const QString& path) { m_note->setText(tr("Saved %1").arg(path)); });
    connect(&m_chart->saver(), &FileSaver::failed, m_note, &ElidedLine::setText);
    connect(m_ratio, &QCheckBox::toggled, m_chart, &ParityChart::setRatio);
    connect(m_chart, &ParityChart::pointPicked, this, &ValidationPage::pick);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        m_chart->select(at.isValid() ? m_model->point(m_sorted->mapToSource(at).row()) : nullptr);
        m_open_run->setEnabled(at.isValid());
    });
    connect(m_sorted, &QAbstractItemModel::modelReset, this,
        [this] { m_open_run->setEnabled(m_table->currentIndex().isValid()); });
    m_open_run->setEnabled(false);
    setMeasurements(publishedMeasurements(), tr("published runs"));
}

ValidationPage::~ValidationPage() = default;

QWidget* ValidationPage::makeBar()
{
    auto* bar = new QWidget(this);
    auto* row = rowIn(bar);
    addFilters(*row);
    row->addWidget(m_left_out);
    row->addWidget(m_ratio);
    row->addWidget(m_note, 1);
    auto* open_file = new QPushButton(tr("&Measurements…"));
    open_file->setToolTip(tr("Open your own measurements, in the format of `kneepoint validate --file`"));
    connect(open_file, &QPushButton::clicked, this, &ValidationPage::openFile);
    row->addWidget(open_file);
    m_open_run->setToolTip(tr("Open the selected run as a scenario"));
    connect(m_open_run, &QPushButton::clicked, this, &ValidationPage::openCurrent);
    row->addWidget(m_open_run);
    m_open_run->setDefault(true);
    return bar;
}

void ValidationPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int least_height = 320;
    const bool roomy = width() >= m_bar->minimumSizeHint().width() + 2 * layout()->contentsMargins().left()
        && height() >= least_height;
    m_bar->setVisible(roomy);
    m_table->setVisible(roomy);
}

void ValidationPage::openCurrent()
{
    if (const QModelIndex at = m_table->currentIndex(); at.isValid())
        emit scenarioPicked(m_model->point(m_sorted->mapToSource(at).row())->scenario);
}

void ValidationPage::addFilters(QLayout& row)
{
    const std::array<QString, filter_count> names{tr("Series"), tr("GPU"), tr("Software"), tr("Split")};
    for (std::size_t i = 0; i < filter_count; ++i) {
        m_filters[i] = new QComboBox;
        m_filters[i]->setAccessibleName(names[i]);
        m_filters[i]->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_filters[i]->setMinimumContentsLength(filter_width);
        m_filters[i]->setPlaceholderText(names[i]);
        connect(m_filters[i], &QComboBox::currentIndexChanged, this, &ValidationPage::applyFilters);
        row.addWidget(m_filters[i]);
    }
}

void ValidationPage::setMeasurements(const Measurements& measurements, const QString& name)
{
    m_runs = questionsOf(measurements, shippedCalibration());
    m_note->setText(tr("%1: %2 rows, %3 skipped")
                        .arg(name)
                        .arg(m_runs.runs.size() + m_runs.skipped.size())
                        .arg(m_runs.skipped.size()));
    std::map<std::string, int> reasons;
    for (const SkippedRow& row : m_runs.skipped)
        ++reasons[row.reason];
    QStringList lines;
    for (const auto& [reason, count] : reasons)
        lines << QStringLiteral("%1: %2").arg(count).arg(toQString(reason));
    m_note->setToolTip(plainToolTip(lines.join(u'\n')));
    predict();
}

void ValidationPage::predict()
{
    m_chart->setPoints({});
    m_model->setPoints({});
    m_points =
        parityPoints(m_runs, m_left_out->isChecked() ? LeaveOut::series : LeaveOut::nothing, shippedCalibration());
    fillFilters();
    applyFilters();
    m_table->resizeColumnsToContents();
    m_table->setColumnWidth(ParityModel::run, m_table->fontMetrics().averageCharWidth() * widest_name);
}

void ValidationPage::fillFilters()
{
    for (std::size_t i = 0; i < filter_count; ++i) {
        QComboBox& box = *m_filters[i];
        std::map<std::string, std::vector<const ParityPoint*>> words;
        for (const ParityPoint& p : m_points)
            words[wordOf(p, static_cast<Filter>(i))].push_back(&p);
        const QSignalBlocker quiet(box);
        const QVariant chosen = box.currentData();
        box.clear();
        box.addItem(tr("%1: all").arg(box.accessibleName()), QString());
        for (const auto& [word, points] : words)
            box.addItem(tr("%1 (%2, %3)")
                            .arg(toQString(word))
                            .arg(points.size())
                            .arg(toQString(summarize(points).mape / 100, Unit::ratio, 2)),
                toQString(word));
        box.setCurrentIndex(std::max(0, box.findData(chosen)));
    }
}

void ValidationPage::applyFilters()
{
    const auto chosen = [this](Filter f) { return filter(f).currentData().toString().toStdString(); };
    const ParityFilter wanted{
        chosen(Filter::series), chosen(Filter::gpu), chosen(Filter::stack), chosen(Filter::layout)};
    std::vector<const ParityPoint*> points;
    for (const ParityPoint& p : m_points)
        if (wanted.matches(p))
            points.push_back(&p);
    m_model->setPoints(points);
    m_chart->setPoints(std::move(points));
}

void ValidationPage::show(const SharedAnalysis& analysis)
{
    m_chart->show(analysis);
}

void ValidationPage::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open measurements"), {}, tr("Measurements (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    m_reading.ask([path] { return loadMeasurements(path.toStdString()); },
        [this, path](const Result<Measurements>& read) {
            if (read)
                setMeasurements(*read, QFileInfo(path).fileName());
            else
                m_note->setText(toQString(read.error().message));
        });
}

void ValidationPage::pick(const ParityPoint* point)
{
    const QModelIndex row = m_sorted->mapFromSource(m_model->index(m_model->rowOf(point), 0));
    if (row.row() == m_table->currentIndex().row())
        openCurrent();
    else
        m_table->selectRow(row.row());
}

} // namespace kneepoint
