// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/slider_mapping.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QAbstractButton;
class QCheckBox;
class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace kneepoint {

class ChoiceBox;
class NameLabel;
class NumberBox;
class Segments;
class ValueSlider;

/// The control of one parameter. One line has reset dot, label and, by its scale, a number box, a list, a few choices
/// side by side or a switch; below it, over the whole width, numbers and ordered families have a slider.
class ParameterControl : public QWidget {
    Q_OBJECT
public:
    explicit ParameterControl(const Parameter& p, QWidget* parent = nullptr);

    /// Shows the scenario's value without emitting anything; the dot appears if it differs from the baseline, to which
    /// it resets.
    void showScenario(const Scenario& scenario, double baseline);
    /// Marks the value of the pinned scenario A.
    void showReference(const std::optional<double>& value);
    [[nodiscard]] const Parameter& parameter() const { return m_parameter; }
    /// See ChoiceBox::nameCustom(); other controls have no such name.
    void nameCustom(const QString& name);
    /// The width of the label, in pixels of the base font; beside a number box it has all the room that is left.
    void setLabelWidth(int width);
    /// The width that the whole control would need, in pixels, with such a label.
    [[nodiscard]] int neededWidth(int label_width) const;
    /// nullptr without a slider.
    [[nodiscard]] ValueSlider* slider() const { return m_slider; }
    /// What an edit of this row has moved besides, the longest text that fits; clicked, it is brought back. Empty:
    /// nothing was moved.
    void showMoved(const QStringList& texts, const QString& sentence, bool can_keep);
    [[nodiscard]] QString moved() const;
    /// What the typed text means, or why it has no meaning, as shown beside the box; empty while nothing is typed.
    [[nodiscard]] QString note() const;

signals:
    /// What's This is about to be shown: its text should be about the present value.
    void helpWanted();
    /// What was moved besides should stay where it was.
    void keepAsked();
    /// The parameter, or the pin beside a planned one, was set.
    void edited(const kneepoint::Parameter* p, double value);
    /// The dot was clicked: the value goes back to this one of the baseline, and is no longer the user's own.
    void resetAsked(double baseline);
    /// The end of one edit for undo: a drag, a series of key presses, an entered number, a choice.
    void editFinished();
    /// The slider was pressed or released.
    void dragged(bool pressed);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addNumber(QHBoxLayout& row);
    void addChoice(QHBoxLayout& row);
    void addSteps();
    void showSteps(const Scenario& scenario);
    void showStep(int choice);
    void stepChoice(int count);
    void addSlider(int last, int page);
    void placeSlider();
    [[nodiscard]] std::optional<int> markAt(const std::optional<double>& value) const;
    void fitMoved();
    void showSegment();
    void addSegments(QHBoxLayout& row, const QStringList& names);
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
    void showNote(const QString& text, bool complains);
    void placeNote();
    [[nodiscard]] int scaled(int width) const;
    void scaleLabel();
    [[nodiscard]] int leastLabel(int label_width) const;

    const Parameter& m_parameter;
    std::optional<SliderMapping> m_mapping;
    double m_value;
    double m_baseline;
    NameLabel* m_label;
    QWidget* m_names; ///< the label and what is under it
    int m_label_width = 104;
    QAbstractButton* m_dot;
    NameLabel* m_note = nullptr;   ///< over the slider while typing
    NameLabel* m_pinned = nullptr; ///< the value of A under the name of a choice or a flag that differs from it
    ValueSlider* m_slider = nullptr;
    NumberBox* m_box = nullptr;
    QToolButton* m_moved = nullptr; ///< between label and box
    QStringList m_moved_texts;      ///< longest first
    std::vector<int> m_steps;       ///< the choices along the slider of an ordered family
    ChoiceBox* m_choice = nullptr;
    Segments* m_segments = nullptr;
    std::vector<int> m_common; ///< the choices of the segments where the list is longer
    QCheckBox* m_flag = nullptr;
    const Parameter* m_pin;        ///< nullptr if automatic planning never sets the parameter
    QToolButton* m_auto = nullptr; ///< "Auto", checked while the parameter is planned
    std::optional<double> m_reference;
    std::string_view m_idle_reason;
    bool m_shown = false;
};

} // namespace kneepoint
