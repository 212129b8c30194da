// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/parameter_control.h"

#include "model/catalogue/choice_steps.h"
#include "model/scenario/scenario.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/name_label.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_help.h"
#include "widgets/controls/reset_dot.h"
#include "widgets/controls/segments.h"
#include "widgets/controls/value_slider.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int row_height = 34;
constexpr int gap = 6;
constexpr int slider_room = 17; ///< under the line; the slider reaches into the gap above it
constexpr int label_beside_box = 64;
constexpr int most_segments = 4;
/// Room for the names of segments beside each other, and what each needs besides its name.
constexpr int segments_width = 190;
constexpr int segment_padding = 12;

/// Without its remark.
QString segmentName(const Choice& choice)
{
    return toQString(choice.label).section(QStringLiteral(" ("), 0, 0).section(u',', 0, 0);
}

/// Of a long list, those that are chosen most; widest numbers first. Empty if the list has none of them, or is short.
std::vector<int> commonChoices(const Parameter& p)
{
    std::vector<int> common;
    if (p.scale == Scale::choice && p.choices().size() > most_segments)
        for (std::size_t i = 0; i < p.choices().size(); ++i)
            if (p.choices()[i].common)
                common.push_back(static_cast<int>(i));
    return common;
}

/// The names of a few choices, without their remarks, if they have room beside each other; empty otherwise.
QStringList segmentNames(const Parameter& p, const QFontMetrics& metrics)
{
    QStringList names;
    if (const std::vector<int> common = commonChoices(p); !common.empty())
        for (const int place : common)
            names << segmentName(p.choice(place));
    else if (p.scale == Scale::choice)
        for (const Choice& choice : p.choices())
            names << segmentName(choice);
    else if (p.scale == Scale::integer && p.range.max - p.range.min < most_segments)
        for (double value = p.range.min; value <= p.range.max; ++value)
            names << QString::number(value);
    if (names.size() < 2 || names.size() > most_segments)
        return {};
    int needed = 0;
    for (const QString& name : names)
        needed += metrics.horizontalAdvance(name) + segment_padding;
    return needed <= segments_width ? names : QStringList();
}

} // namespace

ParameterControl::ParameterControl(const Parameter& p, QWidget* parent)
    : QWidget(parent)
    , m_parameter(p)
    , m_value(p.defaultValue())
    , m_baseline(m_value)
    , m_label(new NameLabel(toQString(p.label)))
    , m_names(new QWidget)
    , m_dot(new ResetDot)
    , m_pin(pinOf(p))
{
    setObjectName(toQString(p.id));
    m_label->setBrief(toQString(p.brief));
    setWhatsThis(parameterHelp(p));
    describe(*this);
    m_dot->setAccessibleName(tr("Reset %1").arg(toQString(p.label)));
    connect(m_dot, &QAbstractButton::clicked, this, [this] { emit resetAsked(m_baseline); });

    auto* names = columnIn(m_names, {}, 0);
    names->addWidget(m_label);
    auto* column = columnIn(this, {0, 1, 0, 1}, 0);
    auto* row = addedTo<QHBoxLayout>(*column, {}, 0);
    row->addWidget(m_dot);
    row->addWidget(m_names, p.isNumber() ? 1 : 0);
    row->addSpacing(gap);
    if (const QStringList few = segmentNames(p, QFontMetrics(QApplication::font())); !few.isEmpty())
        addSegments(*row, few);
    else if (p.scale == Scale::choice)
        addChoice(*row);
    else if (p.scale == Scale::flag)
        addFlag(*row);
    else
        addNumber(*row);
    if (m_pin)
        addPin(*row);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    scaleLabel();
}

void ParameterControl::setLabelWidth(int width)
{
    m_label_width = width;
    scaleLabel();
}

/// It does not depend on the present label, so that a column can choose between two.
int ParameterControl::neededWidth(int label_width) const
{
    return layout()->minimumSize().width() - m_names->minimumWidth() + leastLabel(label_width);
}

int ParameterControl::leastLabel(int label_width) const
{
    return scaled(m_box ? std::min(label_width, label_beside_box) : label_width);
}

int ParameterControl::scaled(int width) const
{
    const double scale = font().pointSizeF() > 0 ? font().pointSizeF() / baseFontPoints() : 1;
    return qRound(width * scale);
}

void ParameterControl::scaleLabel()
{
    if (m_box)
        m_names->setMinimumWidth(leastLabel(m_label_width));
    else
        m_names->setFixedWidth(leastLabel(m_label_width));
    const int under = m_slider ? std::max(slider_room, QFontMetrics(roleFont(font(), FontRole::small)).height()) : 1;
    layout()->setContentsMargins(0, 1, 0, under);
    setMinimumHeight(m_slider ? 0 : std::max(row_height, fontMetrics().height() + 16));
    placeSlider();
    placeNote();
}

void ParameterControl::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scaleLabel();
}

void ParameterControl::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeSlider();
    placeNote();
    fitMoved();
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
    row.insertWidget(2, m_auto); // it takes its room from the label or the list
    connect(m_auto, &QToolButton::clicked, this, [this](bool planned) {
        emit editFinished();
        emit edited(m_pin, planned ? 0 : 1);
        emit editFinished();
    });
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

bool ParameterControl::event(QEvent* event)
{
    if (event->type() == QEvent::QueryWhatsThis || event->type() == QEvent::WhatsThis)
        emit helpWanted();
    return QWidget::event(event);
}

void ParameterControl::addNumber(QHBoxLayout& row)
{
    m_mapping.emplace(m_parameter);
    m_box = new NumberBox(m_parameter);
    m_box->setPage(SliderMapping::page);
    m_box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row.addWidget(m_box);
    m_label->setBuddy(m_box);
    setFocusProxy(m_box);
    describe(*m_box);
    addSlider(m_mapping->steps(), SliderMapping::page);
    connect(m_slider, &QSlider::valueChanged, this,
        [this](int position) { emit edited(&m_parameter, m_mapping->value(position)); });
    connect(m_slider, &ValueSlider::stepRequested, this, &ParameterControl::step);
    connect(m_box, &NumberBox::stepRequested, this, &ParameterControl::step);
    connect(m_box, &NumberBox::stepsFinished, this, &ParameterControl::editFinished);
    connect(m_box, &NumberBox::entered, this, &ParameterControl::editOnce);
    connect(m_box, &NumberBox::understood, this, &ParameterControl::showUnderstood);
    connect(m_box, &NumberBox::complained, this, [this](const QString& sentence) { showNote(sentence, true); });
}

void ParameterControl::addSlider(int last, int page)
{
    m_slider = new ValueSlider(this);
    m_slider->setRange(0, last);
    m_slider->setPageStep(page);
    describe(*m_slider);
    connect(m_slider, &QSlider::sliderPressed, this, [this] { emit dragged(true); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        emit editFinished();
        emit dragged(false);
        showValue(); // the drag may have ended at a value that was moved or refused
    });
    connect(m_slider, &ValueSlider::stepsFinished, this, &ParameterControl::editFinished);
}

/// Its 20 pixels reach into the gap under the line, and the box keeps its own.
void ParameterControl::placeSlider()
{
    if (!m_slider)
        return;
    m_slider->setGeometry(m_dot->sizeHint().width(), height() - ValueSlider::hit_height,
        width() - m_dot->sizeHint().width(), ValueSlider::hit_height);
    m_slider->lower();
}

/// An ordered family has a step for each of its members beside the list.
void ParameterControl::addSteps()
{
    m_steps = choiceSteps(m_parameter, Scenario{});
    if (m_steps.empty())
        return;
    addSlider(static_cast<int>(m_steps.size()) - 1, SliderMapping::page);
    QWidget::setTabOrder(m_choice, m_slider);
    m_slider->setNames(
        [this](int position) { return toQString(stepName(m_parameter, m_steps[static_cast<std::size_t>(position)])); });
    connect(m_slider, &QSlider::valueChanged, this,
        [this](int position) { emit edited(&m_parameter, m_steps[static_cast<std::size_t>(position)]); });
    connect(m_slider, &ValueSlider::stepRequested, this, &ParameterControl::stepChoice);
}

void ParameterControl::stepChoice(int count)
{
    const auto last = static_cast<int>(m_steps.size()) - 1;
    const int next = std::clamp(m_slider->value() + count, 0, last);
    if (next != m_slider->value())
        emit edited(&m_parameter, m_steps[static_cast<std::size_t>(next)]);
}

/// Under the hand, the steps stay what they were.
void ParameterControl::showSteps(const Scenario& scenario)
{
    if (m_steps.empty())
        return;
    const auto value = static_cast<int>(m_parameter.get(scenario));
    if (!m_slider->isSliderDown() || std::ranges::find(m_steps, value) == m_steps.end())
        m_steps = choiceSteps(m_parameter, scenario);
    showStep(value);
    m_slider->setMark(markAt(m_reference));
    m_slider->update();
}

void ParameterControl::showStep(int choice)
{
    if (m_steps.empty())
        return;
    const QSignalBlocker blocker(m_slider);
    m_slider->setRange(0, static_cast<int>(m_steps.size()) - 1);
    m_slider->setValue(static_cast<int>(std::ranges::find(m_steps, choice) - m_steps.begin()));
}

/// A value of A that is no step has no tick.
std::optional<int> ParameterControl::markAt(const std::optional<double>& value) const
{
    if (!value)
        return std::nullopt;
    if (m_mapping)
        return m_mapping->position(*value);
    const auto step = std::ranges::find(m_steps, static_cast<int>(*value));
    return step == m_steps.end() ? std::nullopt : std::optional(static_cast<int>(step - m_steps.begin()));
}

void ParameterControl::addSegments(QHBoxLayout& row, const QStringList& names)
{
    m_segments = new Segments(names);
    m_segments->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // elided before the column is too wide
    row.addWidget(m_segments, 1);
    m_label->setBuddy(m_segments);
    setFocusProxy(m_segments);
    describe(*m_segments);
    for (Segment* segment : m_segments->segments()) {
        segment->setAccessibleName(QStringLiteral("%1: %2").arg(toQString(m_parameter.label), segment->text()));
        segment->setAccessibleDescription(toQString(m_parameter.help));
    }
    m_common = commonChoices(m_parameter);
    if (m_parameter.scale == Scale::choice && m_common.empty())
        for (std::size_t i = 0; i < m_parameter.choices().size(); ++i) {
            const Choice& choice = m_parameter.choices()[i];
            m_segments->segments()[i]->setToolTip(plainToolTip(
                toQString(choice.label) + (choice.note.empty() ? QString() : u'\n' + toQString(choice.note))));
        }
    if (!m_common.empty()) {
        QStringList all;
        for (const Choice& choice : m_parameter.choices())
            all << toQString(choice.label);
        m_segments->addMore(tr("%1: all").arg(toQString(m_parameter.label)), all);
        connect(m_segments, &Segments::otherChosen, this, [this](int index) { editOnce(index); });
    }
    connect(m_segments, &Segments::chosen, this, [this](int index) {
        editOnce(m_common.empty() ? m_parameter.range.min + index : m_common[static_cast<std::size_t>(index)]);
    });
}

/// A choice that has no segment takes the last one's place.
void ParameterControl::showSegment()
{
    if (m_common.empty())
        return m_segments->showIndex(static_cast<int>(m_value - m_parameter.range.min));
    const auto usual = commonChoices(m_parameter);
    const auto value = static_cast<int>(m_value);
    m_common = usual;
    if (std::ranges::find(usual, value) == usual.end())
        m_common.back() = value;
    for (std::size_t i = 0; i < m_common.size(); ++i) {
        const QString name = segmentName(m_parameter.choice(m_common[i]));
        m_segments->rename(static_cast<int>(i), name);
        m_segments->segments()[i]->setAccessibleName(QStringLiteral("%1: %2").arg(toQString(m_parameter.label), name));
    }
    m_segments->showIndex(static_cast<int>(std::ranges::find(m_common, value) - m_common.begin()));
}

void ParameterControl::addChoice(QHBoxLayout& row)
{
    m_choice = new ChoiceBox(m_parameter);
    row.addWidget(m_choice, 1);
    m_label->setBuddy(m_choice);
    setFocusProxy(m_choice);
    describe(*m_choice);
    addSteps();
    connect(m_choice, &QComboBox::activated, this, [this](int index) { editOnce(index); });
}

void ParameterControl::addFlag(QHBoxLayout& row)
{
    m_flag = new QCheckBox;
    m_flag->setProperty(switch_property, true);
    row.addWidget(m_flag);
    row.addStretch(1);
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
        emit edited(&m_parameter, value);
}

void ParameterControl::editOnce(double value)
{
    emit editFinished();
    emit edited(&m_parameter, value);
    emit editFinished();
    showValue(); // what was entered may have been moved or refused
}

void ParameterControl::showScenario(const Scenario& scenario, double baseline)
{
    const double value = m_parameter.get(scenario);
    const bool reset_moved = std::exchange(m_baseline, baseline) != baseline;
    const auto reason = m_parameter.idle ? m_parameter.idle(scenario) : std::string_view();
    showPin(scenario);
    showSteps(scenario);
    if (m_box && m_parameter.counts)
        m_box->setCounts(toQString(m_parameter.counts(scenario)));
    if (m_box)
        m_box->setCountedIn(countedIn(m_parameter, scenario));
    const bool idle_changed = reason != m_idle_reason || !m_shown;
    if (idle_changed)
        showIdle(reason);
    if (value != m_value || !m_shown) {
        m_value = value;
        showValue();
    }
    const bool differs = m_value != m_baseline;
    if (differs && (reset_moved || m_dot->isHidden()))
        m_dot->setToolTip(plainToolTip(tr("Reset to %1").arg(toQString(valueText(m_parameter, m_baseline)))));
    m_dot->setVisible(differs);
    m_shown = true;
}

void ParameterControl::showReference(const std::optional<double>& value)
{
    if (value == m_reference)
        return;
    m_reference = value;
    if (m_slider)
        m_slider->setMark(markAt(value));
    m_label->setToolTip(value
            ? plainToolTip(tr("%1\nA: %2").arg(toQString(m_parameter.label), toQString(valueText(m_parameter, *value))))
            : QString());
    showPinned();
}

/// "30" is hours in one box and GPUs in another: the interpretation stands beside the box before Enter sets it.
void ParameterControl::showUnderstood(const QString& value)
{
    if (value.isEmpty() && !m_box->complaint().isEmpty())
        return;
    showNote(value.isEmpty() ? QString() : tr("= %1").arg(value), false);
    if (!value.isEmpty())
        m_box->setAccessibleDescription(tr("Means %1").arg(value));
    else
        describe(*m_box);
}

/// It covers the slider, so that nothing moves.
void ParameterControl::showNote(const QString& text, bool complains)
{
    if (!m_note) {
        if (text.isEmpty())
            return;
        m_note = new NameLabel({}, this);
        m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_note->setFont(roleFont(font(), FontRole::small));
        m_note->setAutoFillBackground(true);
    }
    m_note->setForegroundRole(complains ? QPalette::BrightText : QPalette::Link);
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    placeNote();
}

void ParameterControl::placeNote()
{
    if (!m_note || !m_box)
        return;
    const int top = m_box->geometry().bottom() + 1;
    m_note->setGeometry(m_dot->sizeHint().width(), top, width() - m_dot->sizeHint().width(), height() - top);
    m_note->raise();
}

QString ParameterControl::note() const
{
    return m_note && !m_note->isHidden() ? m_note->text() : QString();
}

void ParameterControl::showMoved(const QStringList& texts, const QString& sentence, bool can_keep)
{
    if (!m_moved) {
        if (texts.isEmpty() || !m_box)
            return;
        m_moved = new QToolButton(this);
        m_moved->setAutoRaise(true);
        m_moved->setFocusPolicy(Qt::TabFocus);
        connect(m_moved, &QToolButton::clicked, this, &ParameterControl::keepAsked);
    }
    m_moved_texts = texts;
    m_moved->setFont(roleFont(font(), FontRole::small));
    m_moved->setEnabled(can_keep);
    m_moved->setToolTip(plainToolTip(sentence));
    m_moved->setAccessibleDescription(sentence);
    m_moved->setVisible(!texts.isEmpty());
    fitMoved();
}

QString ParameterControl::moved() const
{
    return m_moved && !m_moved->isHidden() ? m_moved->text() : QString();
}

/// Beside the name, up to the box.
void ParameterControl::fitMoved()
{
    if (!m_moved || m_moved_texts.isEmpty())
        return;
    const int left = m_names->x() + m_label->sizeHint().width() + gap;
    const int right = (m_auto && !m_auto->isHidden() ? m_auto->x() : m_box->x()) - gap;
    for (const QString& text : m_moved_texts) {
        m_moved->setText(text);
        if (m_moved->sizeHint().width() <= right - left)
            break;
    }
    const int needed = std::min(m_moved->sizeHint().width(), std::max(0, right - left));
    m_moved->setGeometry(right - needed, m_box->y(), needed, m_box->height());
    m_moved->raise();
}

/// A slider has a tick; other controls say it in words.
void ParameterControl::showPinned()
{
    if (m_slider && m_mapping)
        return;
    const bool differs = m_reference && *m_reference != m_value;
    if (differs && !m_pinned) {
        m_pinned = new NameLabel;
        m_pinned->setFont(roleFont(font(), FontRole::small));
        m_pinned->setForegroundRole(QPalette::PlaceholderText);
        m_names->layout()->addWidget(m_pinned);
    }
    if (!m_pinned)
        return;
    m_pinned->setVisible(differs);
    if (differs)
        m_pinned->setText(tr("A: %1").arg(toQString(valueText(m_parameter, *m_reference))));
}

void ParameterControl::nameCustom(const QString& name)
{
    if (m_choice)
        m_choice->nameCustom(name);
}

void ParameterControl::showValue()
{
    if (m_mapping) {
        const QSignalBlocker blocker(m_slider);
        m_slider->setValue(m_mapping->position(m_value));
        m_box->showValue(m_value);
    } else if (m_segments) {
        showSegment();
    } else if (m_choice) {
        m_choice->showIndex(static_cast<int>(m_value));
        showStep(static_cast<int>(m_value));
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
             static_cast<QWidget*>(m_choice), static_cast<QWidget*>(m_segments), static_cast<QWidget*>(m_flag)})
        if (part)
            part->setEnabled(reason.empty());
    setToolTip(parameterToolTip(m_parameter, reason));
}

} // namespace kneepoint
