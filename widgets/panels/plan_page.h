// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"
#include "widgets/charts/kit/chart.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace kneepoint {

class CandidatesButton;
class PlanChart;
class PlanPointCard;
class PlanTable;

/// Planning backward: limits and candidates on top, below them the front of cost against time beside the recommended
/// cluster, and all clusters as a table. Each can be opened or compared.
class PlanPage : public QWidget {
    Q_OBJECT
public:
    explicit PlanPage(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const SharedAnalysis& analysis);
    void setAnswer(const PlanAnswer& answer);
    /// Fraction of the work that is done; 1 ends it.
    void setProgress(double share);
    void setTheme(ThemeMode mode);
    [[nodiscard]] PlanChart& chart() const { return *m_chart; }
    [[nodiscard]] PlanTable& table() const { return *m_table; }
    [[nodiscard]] PlanPointCard& card() const { return *m_card; }

    /// The current question for this job; or the error sentence of an invalid field, which gets the focus.
    [[nodiscard]] Result<PlanQuestion> question(const Scenario& job);
    /// Fields as typed by the user: "30 d", "$2M", "700 kW", "4096", "2T".
    struct Fields {
        QLineEdit *deadline, *budget, *power, *gpus, *tokens;
    };
    [[nodiscard]] const Fields& fields() const { return m_fields; }
    /// Checks a GPU or a network of the libraries; if none is checked, the job's is used.
    void choose(std::string_view parameter_id, std::string_view preset_id, bool on);

signals:
    void asked();
    void stopped();
    void pricesWanted();
    void opened(const kneepoint::PlanPoint& point);
    /// The current job becomes A, and the point is opened.
    void compared(const kneepoint::PlanPoint& point);

private:
    QWidget* makeLimits();
    QWidget* makeCandidates();
    QLineEdit* makeField(const QString& name, const QString& example);
    QWidget* makeAnswer();
    void connectAnswer();
    void showAnswer();
    void showPoint(const PlanPoint& point);
    void say(const QString& sentence);

    Fields m_fields{};
    CandidatesButton* m_gpus;
    CandidatesButton* m_networks;
    QPushButton* m_ask;
    QProgressBar* m_progress;
    PlanChart* m_chart;
    QLabel* m_answer_text;
    QSplitter* m_parts; ///< the chart with the card above the table
    PlanPointCard* m_card;
    PlanTable* m_table;
    std::optional<PlanPoint> m_shown; ///< by the card
    PlanLimits m_limits;
    bool m_busy = false;
};

} // namespace kneepoint
