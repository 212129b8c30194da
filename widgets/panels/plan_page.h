// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/kit/chart.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace kneepoint {

struct Framework;
class CandidateChips;
class Card;
class LimitChip;
class NameLabel;
class PlanChart;
class PlanPointCard;
class PlanTable;

/// Planning backward: limits and candidates as chips on top, below them the front of cost against time beside the
/// recommended cluster, and all clusters as a table. Each can be opened or compared. Where nothing is feasible, or not
/// with the probability wanted, each change of a single limit that helps is a button on the card of the cluster. An
/// answer moves neither the chart nor the table.
class PlanPage : public QWidget {
    Q_OBJECT
public:
    explicit PlanPage(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const SharedAnalysis& analysis);
    void setPrices(const PriceList& prices);
    void setAnswer(const PlanAnswer& answer);
    /// Fraction of the work that is done; 1 ends it.
    void setProgress(double share);
    /// The answer is that of another job: it is shown, but recommends nothing.
    void setStale(bool stale);
    [[nodiscard]] PlanChart& chart() const { return *m_chart; }
    [[nodiscard]] PlanTable& table() const { return *m_table; }
    [[nodiscard]] PlanPointCard& card() const { return *m_card; }
    [[nodiscard]] QPushButton& askButton() const { return *m_ask; }
    /// What can be changed, one limit each; empty while the answer is feasible and safe.
    [[nodiscard]] const QList<QPushButton*>& ways() const { return m_ways; }

    /// The current question for this job; or the error sentence of an invalid field, which gets the focus.
    [[nodiscard]] Result<PlanQuestion> question(const Scenario& job);
    /// Fields as typed by the user: "30 d", "$2M", "700 kW", "4096", "80 %", "2T".
    struct Fields {
        QLineEdit *deadline, *budget, *power, *gpus, *chance, *tokens;
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
    /// The layout of a cluster for that framework is copied.
    void flagsWanted(const kneepoint::PlanPoint& point, const kneepoint::Framework* framework);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitParts();
    QWidget* makeQuestion();
    QWidget* makeAsking();
    QWidget* makeAnswer();
    LimitChip* makeLimit(const QString& name, const QString& label, const QString& example, Unit unit);
    void connectAnswer();
    void showAnswer();
    [[nodiscard]] QString askText() const;
    void showPoint(const PlanPoint& point);
    void showPrices();
    [[nodiscard]] QList<QPushButton*> waysOf(const PlanRelaxation& relax);

    Fields m_fields{};
    LimitChip* m_tokens = nullptr;
    CandidateChips* m_gpus;
    CandidateChips* m_networks;
    NameLabel* m_price_text;
    QPushButton* m_ask;
    QLabel* m_effort; ///< what was looked at for the answer
    QProgressBar* m_progress;
    PlanChart* m_chart;
    QList<QPushButton*> m_ways;
    QSplitter* m_parts;     ///< the chart with the card above the table
    Card* m_rows = nullptr; ///< with the table
    PlanPointCard* m_card;
    PlanTable* m_table;
    std::optional<PlanPoint> m_shown; ///< by the card
    PlanLimits m_limits;
    Scenario m_job;
    PriceList m_prices;
    bool m_busy = false;
};

} // namespace kneepoint
