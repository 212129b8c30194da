// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/parity.h"
#include "widgets/theme/theme.h"

#include <QDialog>

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

/// How far to trust the predictions: measured runs beside what the engine says of them, as a parity plot and a table,
/// filtered by series, GPU, software and layout. A run that is picked can be opened as a scenario. Where there is
/// little room, the plot has it all.
class ValidationPage : public QDialog {
    Q_OBJECT

public:
    explicit ValidationPage(QWidget* parent = nullptr);
    ~ValidationPage() override;

    /// The runs to look at; at first the published ones.
    void setMeasurements(const Measurements& measurements, const QString& name);
    void setTheme(ThemeMode mode);
    using QDialog::show;
    /// The open scenario is marked, and the runs like it.
    void show(const Analysis& analysis);

    [[nodiscard]] ParityChart& chart() const { return *m_chart; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    /// Which runs are shown.
    enum class Filter { series, gpu, stack, layout };
    static constexpr std::size_t filter_count = 4;
    [[nodiscard]] QComboBox& filter(Filter filter) const { return *m_filters[static_cast<std::size_t>(filter)]; }
    /// Predicted by constants that were fitted without the run's series.
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
};

} // namespace kneepoint
