// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/slider_mapping.h"

#include <QWidget>

#include <optional>

class QAbstractButton;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace kneepoint {

class ChoiceBox;
class NumberBox;
class ValueSlider;

/// The control of one parameter: label, reset dot and, by its scale, a slider with a number box, a choice or a flag.
class ParameterControl : public QWidget {
    Q_OBJECT
public:
    explicit ParameterControl(const Parameter& p, QWidget* parent = nullptr);

    /// Shows the scenario's value without emitting anything; the dot appears if it differs from the baseline's.
    void showScenario(const Scenario& scenario, const Scenario& baseline);
    /// Marks the value of the pinned scenario A.
    void showReference(const std::optional<double>& value);
    [[nodiscard]] const Parameter& parameter() const { return m_parameter; }

signals:
    void edited(double value);
    /// The pin beside a planned parameter was set or released.
    void pinned(const kneepoint::Parameter* pin, bool on);
    /// The end of one edit for undo: a drag, a series of key presses, an entered number, a choice.
    void editFinished();
    /// The slider was pressed or released.
    void dragged(bool pressed);

private:
    void addNumber(QHBoxLayout& row);
    void addChoice(QHBoxLayout& row);
    void addFlag(QHBoxLayout& row);
    void addPin(QHBoxLayout& row);
    void showPin(const Scenario& scenario);
    void step(int count);
    void editOnce(double value);
    void describe(QWidget& editor) const;
    void showValue();
    void showIdle(std::string_view reason);
    void showPinned();
    void showUnderstood(const QString& value);
    [[nodiscard]] QLabel* makeNote() const;

    const Parameter& m_parameter;
    std::optional<SliderMapping> m_mapping;
    double m_value;
    double m_baseline;
    QLabel* m_label;
    QAbstractButton* m_dot;
    QLabel* m_understood = nullptr; ///< the value that the typed text would set
    QLabel* m_pinned = nullptr;     ///< the value of A under a choice or a flag that differs from it
    ValueSlider* m_slider = nullptr;
    NumberBox* m_box = nullptr;
    ChoiceBox* m_choice = nullptr;
    QCheckBox* m_flag = nullptr;
    const Parameter* m_pin;        ///< nullptr if automatic planning never sets the parameter
    QToolButton* m_auto = nullptr; ///< "Auto", checked while the parameter is planned
    std::optional<double> m_reference;
    std::string_view m_idle_reason;
    bool m_shown = false;
};

} // namespace kneepoint
