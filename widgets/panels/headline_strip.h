// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/analysis.h"
#include "model/scenario/units.h"
#include "widgets/theme/theme.h"

#include <QFrame>

#include <optional>

class QHBoxLayout;

namespace kneepoint {

class ElidedLine;
class Figure;

/// The answer in figures: step time, throughput, MFU, efficiency, the knee and its cause, days and money; under them
/// what is odd about the scenario, or else what to see in it.
class HeadlineStrip : public QFrame {
    Q_OBJECT
public:
    explicit HeadlineStrip(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Analysis& analysis);
    /// The pinned scenario A, which each figure is then compared with.
    void setReference(const std::optional<Analysis>& reference);
    /// What is shown while there is nothing to warn of.
    void setNote(const QString& title, const QString& about);
    void setTheme(ThemeMode mode);
    /// The warnings in sight, one sentence after the other; empty when there are none.
    [[nodiscard]] QString warning() const { return m_warning; }

private:
    Figure* addFigure(QHBoxLayout& row, const QString& caption, int share, bool strong = false);
    void showFigures();
    void showFigure(
        Figure& figure, const QString& caption, const QString& brief, Unit unit, double (*value)(const Analysis&));
    void showStep();
    void showKnee();
    void showLine();

    std::optional<Analysis> m_analysis;
    std::optional<Analysis> m_reference;
    Figure* m_step;
    Figure* m_throughput;
    Figure* m_mfu;
    Figure* m_efficiency;
    Figure* m_knee;
    Figure* m_time;
    Figure* m_cost;
    ElidedLine* m_line;
    QString m_note;
    QString m_warning;
    ThemeMode m_mode = ThemeMode::light;
};

} // namespace kneepoint
