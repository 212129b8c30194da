// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/parity.h"
#include "widgets/shared_analysis.h"
#include "widgets/worker.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QPushButton;
class QComboBox;
class QSortFilterProxyModel;
class QTableView;

namespace kneepoint {

class ElidedLine;
class ParityChart;
class ParityModel;

/// How far to trust the predictions: measured runs and their predictions as a parity plot and a table, filtered by
/// series, GPU, software and layout. A click selects a run, and another opens it as
/// a scenario. If there is little room, only the plot
/// is shown.
class ValidationPage : public QWidget {
    Q_OBJECT

public:
    explicit ValidationPage(QWidget* parent = nullptr);
    ~ValidationPage() override;

    /// The runs to show; initially the published ones.
    void setMeasurements(const Measurements& measurements, const QString& name);
    using QWidget::show;
    /// Marks the open scenario and the runs similar to it.
    void show(const SharedAnalysis& analysis);

    [[nodiscard]] ParityChart& chart() const { return *m_chart; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    /// The visible runs.
    enum class Filter { series, gpu, stack, layout };
    static constexpr std::size_t filter_count = 4;
    [[nodiscard]] QComboBox& filter(Filter filter) const { return *m_filters[static_cast<std::size_t>(filter)]; }
    /// Whether predictions use constants fitted without the run's series.
    [[nodiscard]] QCheckBox& leftOut() const { return *m_left_out; }

signals:
    void scenarioPicked(const kneepoint::ScenarioFile& scenario);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeBar();
    void addFilters(QLayout& row);
    void predict();
    void fillFilters();
    void applyFilters();
    void openFile();
    void openCurrent();
    void pick(const ParityPoint* point);

    MeasuredRuns m_runs;
    std::vector<ParityPoint> m_points;
    std::array<QComboBox*, filter_count> m_filters{};
    QCheckBox* m_left_out;
    QCheckBox* m_ratio;
    QPushButton* m_open_run;
    ElidedLine* m_note;
    QWidget* m_bar;
    ParityChart* m_chart;
    ParityModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    FileWork<Result<Measurements>> m_reading;
};

} // namespace kneepoint
