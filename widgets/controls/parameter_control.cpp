// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/parameter_control.h"

#include "model/scenario/scenario.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_help.h"
#include "widgets/controls/reset_dot.h"
#include "widgets/controls/value_slider.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

namespace kneepoint {
namespace {

constexpr int label_share = 2;
constexpr int choice_share = 3;

} // namespace

ParameterControl::ParameterControl(const Parameter& p, QWidget* parent)
    : QWidget(parent)
    , m_parameter(p)
    , m_value(p.defaultValue())
    , m_baseline(m_value)
    , m_label(new WrappedLabel(toQString(p.label)))
    , m_dot(new ResetDot)
    , m_pin(pinOf(p))
{
    setObjectName(toQString(p.id));
    setWhatsThis(parameterHelp(p));
    describe(*this);
    m_dot->setAccessibleName(tr("Reset %1").arg(toQString(p.label)));
    connect(m_dot, &QAbstractButton::clicked, this, [this] { editOnce(m_baseline); });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_dot);
    row->addWidget(m_label, label_share);
    column->addLayout(row);
    if (p.scale == Scale::choice)
        addChoice(*row);
    else if (p.scale == Scale::flag)
        addFlag(*row);
    else
        addNumber(*row);
    if (m_pin)
        addPin(*row);
}

void ParameterControl::addPin(QHBoxLayout& row)
{
    m_auto = new QToolButton;
    m_auto->setText(tr("Auto"));
    m_auto->setCheckable(true);
    m_auto->setAutoRaise(true);
    m_auto->setFont(roleFont(font(), FontRole::small));
    m_auto->setAccessibleName(toQString(m_pin->label));
    m_auto->setAccessibleDescription(toQString(m_pin->help));
    m_auto->hide();
    row.insertWidget(2, m_auto);
    connect(m_auto, &QToolButton::clicked, this, [this](bool planned) { emit pinned(m_pin, !planned); });
}

/// With automatic planning, the button shows who sets the parameter, and releases a pin.
void ParameterControl::showPin(const Scenario& scenario)
{
    if (!m_auto || (!scenario.automatic.on && m_auto->isHidden()))
        return;
    const bool planned = m_pin->get(scenario) == 0;
    m_auto->setVisible(scenario.automatic.on);
    m_auto->setChecked(planned);
    m_auto->setText(planned ? tr("Auto") : tr("Pinned"));
    m_auto->setToolTip(planned ? tr("Set by automatic planning; click to pin it here")
                               : tr("Pinned; click to let automatic planning set it"));
}

void ParameterControl::addNumber(QHBoxLayout& row)
{
    m_mapping.emplace(m_parameter);
    m_box = new NumberBox(m_parameter);
    m_box->setPage(m_mapping->page());
    m_slider = new ValueSlider;
    m_slider->setRange(0, m_mapping->steps());
    m_slider->setPageStep(m_mapping->page());
    row.addWidget(m_box);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(m_dot->sizeHint().width() + row.spacing(), 0, 0, 0);
    second->addWidget(m_slider);
    static_cast<QVBoxLayout*>(layout())->addLayout(second);
    m_label->setBuddy(m_box);
    setFocusProxy(m_box);
    describe(*m_box);
    describe(*m_slider);

    connect(m_slider, &QSlider::valueChanged, this, [this](int position) { emit edited(m_mapping->value(position)); });
    connect(m_slider, &QSlider::sliderPressed, this, [this] { emit dragged(true); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        emit editFinished();
        emit dragged(false);
    });
    connect(m_slider, &ValueSlider::stepRequested, this, &ParameterControl::step);
    connect(m_slider, &ValueSlider::stepsFinished, this, &ParameterControl::editFinished);
    connect(m_box, &NumberBox::stepRequested, this, &ParameterControl::step);
    connect(m_box, &NumberBox::stepsFinished, this, &ParameterControl::editFinished);
    connect(m_box, &NumberBox::entered, this, &ParameterControl::editOnce);
    connect(m_box, &NumberBox::understood, this, &ParameterControl::showUnderstood);
}

void ParameterControl::addChoice(QHBoxLayout& row)
{
    m_choice = new ChoiceBox(m_parameter);
    row.addWidget(m_choice, choice_share);
    m_label->setBuddy(m_choice);
    setFocusProxy(m_choice);
    describe(*m_choice);
    connect(m_choice, &QComboBox::activated, this, [this](int index) { editOnce(index); });
}

void ParameterControl::addFlag(QHBoxLayout& row)
{
    m_flag = new QCheckBox;
    row.addWidget(m_flag);
    m_label->setBuddy(m_flag);
    setFocusProxy(m_flag);
    describe(*m_flag);
    connect(m_flag, &QCheckBox::toggled, this, [this](bool on) { editOnce(on ? 1 : 0); });
}

void ParameterControl::describe(QWidget& editor) const
{
    editor.setAccessibleName(toQString(m_parameter.label));
    editor.setAccessibleDescription(toQString(m_parameter.help));
}

void ParameterControl::step(int count)
{
    const double value = m_mapping->stepped(m_value, count);
    if (value != m_value)
        emit edited(value);
}

void ParameterControl::editOnce(double value)
{
    emit editFinished();
    emit edited(value);
    emit editFinished();
}

void ParameterControl::showScenario(const Scenario& scenario, const Scenario& baseline)
{
    const double value = m_parameter.get(scenario);
    m_baseline = m_parameter.get(baseline);
    const auto reason = m_parameter.idle ? m_parameter.idle(scenario) : std::string_view();
    showPin(scenario);
    if (m_box)
        m_box->setCountedIn(countedIn(m_parameter, scenario));
    const bool idle_changed = reason != m_idle_reason || !m_shown;
    if (idle_changed)
        showIdle(reason);
    if (value != m_value || !m_shown) {
        m_value = value;
        showValue();
    }
    if (m_dot->isHidden() != (m_value == m_baseline)) {
        m_dot->setVisible(m_value != m_baseline);
        m_dot->setToolTip(tr("Reset to %1").arg(toQString(valueText(m_parameter, m_baseline))));
    }
    m_shown = true;
}

void ParameterControl::showReference(const std::optional<double>& value)
{
    if (value == m_reference)
        return;
    m_reference = value;
    if (m_slider)
        m_slider->setMark(value ? std::optional(m_mapping->position(*value)) : std::nullopt);
    m_label->setToolTip(value ? tr("A: %1").arg(toQString(valueText(m_parameter, *value))) : QString());
    showPinned();
}

/// "30" is hours in one box and GPUs in another: the interpretation is shown below the box before Enter sets it.
void ParameterControl::showUnderstood(const QString& value)
{
    if (!m_understood) {
        if (value.isEmpty())
            return;
        m_understood = makeNote();
        static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_understood);
    }
    m_understood->setText(value.isEmpty() ? QString() : tr("= %1").arg(value));
    m_understood->setVisible(!value.isEmpty());
    if (!value.isEmpty())
        m_box->setAccessibleDescription(tr("Means %1").arg(value));
    else
        describe(*m_box);
}

QLabel* ParameterControl::makeNote() const
{
    auto* note = new QLabel;
    note->setTextFormat(Qt::PlainText);
    note->setAlignment(Qt::AlignRight);
    note->setWordWrap(true);
    note->setFont(roleFont(font(), FontRole::small));
    note->setForegroundRole(QPalette::PlaceholderText);
    return note;
}

/// A slider has a tick; a choice and a flag say it in words.
void ParameterControl::showPinned()
{
    if (m_slider)
        return;
    const bool differs = m_reference && *m_reference != m_value;
    if (differs && !m_pinned) {
        m_pinned = makeNote();
        static_cast<QVBoxLayout*>(layout())->addWidget(m_pinned);
    }
    if (!m_pinned)
        return;
    m_pinned->setVisible(differs);
    if (differs)
        m_pinned->setText(tr("A: %1").arg(toQString(valueText(m_parameter, *m_reference))));
}

void ParameterControl::showValue()
{
    if (m_slider) {
        const QSignalBlocker blocker(m_slider);
        m_slider->setValue(m_mapping->position(m_value));
        m_box->showValue(m_value);
    } else if (m_choice) {
        m_choice->showIndex(static_cast<int>(m_value));
    } else {
        const QSignalBlocker blocker(m_flag);
        m_flag->setChecked(m_value != 0);
    }
    showPinned();
}

void ParameterControl::showIdle(std::string_view reason)
{
    m_idle_reason = reason;
    for (QWidget* part : {static_cast<QWidget*>(m_label), static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_box),
             static_cast<QWidget*>(m_choice), static_cast<QWidget*>(m_flag)})
        if (part)
            part->setEnabled(reason.empty());
    setToolTip(parameterToolTip(m_parameter, reason));
}

} // namespace kneepoint
