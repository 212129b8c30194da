// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_tool_bar.h"

#include "app/document/comparison.h"
#include "app/window/window_actions.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/name_label.h"
#include "widgets/controls/segments.h"
#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/icons.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionToolButton>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int bar_height = 44;
constexpr int narrow = 1500;
/// Below these, what the menus have too gives way.
constexpr int medium = 1200;
constexpr int small = 1000;
constexpr int tiny = 760;
constexpr int widest_scenario = 380;
constexpr int least_scenario = 180;
constexpr int widest_reference = 170;

/// A button with a border: the name in bold, elided, and a chevron.
class ScenarioButton : public QToolButton {
public:
    using QToolButton::QToolButton;
    void setDot(bool dot)
    {
        if (dot == m_dot)
            return;
        m_dot = dot;
        update();
    }
    void setWidest(int width)
    {
        m_widest = width;
        updateGeometry();
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics bold(roleFont(font(), FontRole::strong));
        const int width = bold.horizontalAdvance(text()) + 2 * side + arrow + dot_room;
        return {std::clamp(width, least_scenario, m_widest), std::max(28, fontMetrics().height() + 10)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& colors = theme(modeOf(palette()));
        QStyleOptionToolButton option;
        initStyleOption(&option);
        QPainter painter(this);
        drawBox(painter, rect(),
            isDown()            ? colors.press
                : isHot(option) ? colors.hover
                                : colors.panel,
            isHot(option) ? colors.text : colors.border);
        if (hasFocus())
            drawFocusRing(painter, rect(), colors.accent);
        painter.setFont(roleFont(font(), FontRole::strong));
        painter.setPen(colors.text);
        const QRect words = rect().adjusted(side, 0, -side - arrow - (m_dot ? dot_room : 0), 0);
        const QString shown = painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, shown);
        if (m_dot)
            drawBox(painter, QRect(side + painter.fontMetrics().horizontalAdvance(shown) + 6, (height() - 6) / 2, 6, 6),
                colors.accent, {}, 3);
        drawChevron(painter, QRect(width() - side - arrow + 4, 0, arrow, height()), Direction::down, colors.muted);
    }

private:
    static constexpr int side = 12;
    static constexpr int arrow = 18;
    static constexpr int dot_room = 14;
    int m_widest = widest_scenario;
    bool m_dot = false;
};

/// Looks like a field, and opens the command search.
class SearchButton : public QToolButton {
public:
    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * (m_brief ? 22 : 36), std::max(28, fontMetrics().height() + 10)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }
    void setBrief(bool brief)
    {
        m_brief = brief;
        updateGeometry();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& colors = theme(modeOf(palette()));
        QStyleOptionToolButton option;
        initStyleOption(&option);
        QPainter painter(this);
        drawBox(painter, rect(), colors.panel, isHot(option) ? colors.text : colors.border);
        if (hasFocus())
            drawFocusRing(painter, rect(), colors.accent);
        constexpr int side = 8;
        constexpr int sign = 16;
        m_sign.paint(&painter, QRect(side, (height() - sign) / 2, sign, sign));
        const QString key =
            defaultAction() ? defaultAction()->shortcut().toString(QKeySequence::NativeText) : QString();
        const QFont key_font = roleFont(font(), FontRole::small);
        const int key_width = QFontMetrics(key_font).horizontalAdvance(key) + 10;
        const QRect box(width() - side - key_width + 2, (height() - 18) / 2, key_width, 18);
        drawBox(painter, box, colors.window, colors.line, 4);
        painter.setPen(colors.muted);
        painter.setFont(key_font);
        painter.drawText(box, Qt::AlignCenter, key);
        painter.setFont(font());
        const QRect words(side + sign + side, 0, box.left() - 2 * side - sign - side, height());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
            fontMetrics().elidedText(WindowToolBar::tr("Search or run a command"), Qt::ElideRight, words.width()));
    }

private:
    QIcon m_sign = actionIcon(QStringLiteral("search"));
    bool m_brief = false;
};

/// The edge around everything about A.
class ReferenceBox : public QWidget {
protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& colors = theme(modeOf(palette()));
        QPainter painter(this);
        drawBox(painter, rect(), colors.panel, colors.border);
    }
};

} // namespace

WindowToolBar::WindowToolBar(const WindowActions& actions, QMenu& presets, QWidget* parent)
    : QToolBar(tr("Tools"), parent)
    , m_scenario(new ScenarioButton)
    , m_search(new SearchButton)
{
    setMovable(false);
    setIconSize({16, 16});
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto* bar = new QWidget;
    bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->setMinimumHeight(bar_height);
    auto* row = rowIn(bar, {12, 0, 12, 0}, 8);
    addWidget(bar);
    const auto add_actions = [&](const QList<QAction*>& shown) {
        for (QAction* action : shown) {
            auto* button = new QToolButton;
            button->setDefaultAction(action);
            button->setAutoRaise(true);
            button->setIconSize(iconSize());
            row->addWidget(button);
            m_in_menus << button;
        }
    };
    auto* pages = new Segments({actions.board, actions.plan, actions.learn}, {tr("Board"), tr("Plan"), tr("Learn")});
    pages->setAccessibleName(tr("Page"));
    pages->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(pages);
    m_scenario->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_search->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_scenario->setMenu(&presets);
    m_scenario->setPopupMode(QToolButton::InstantPopup);
    m_scenario->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_scenario);
    add_actions({actions.open, actions.save, actions.undo, actions.redo});
    m_scaling_label = new QLabel(tr("Scaling"));
    m_scaling_label->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_scaling_label);
    auto* scaling = new Segments({actions.strong_scaling, actions.weak_scaling}, {tr("Strong"), tr("Weak")});
    scaling->setAccessibleName(tr("Scaling"));
    scaling->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(scaling);
    m_scaling = scaling;
    m_pin = new QToolButton;
    actions.pin->setIconText(tr("Pin A"));
    m_pin->setDefaultAction(actions.pin);
    m_pin->setIconSize(iconSize());
    m_pin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pin->setProperty(bordered_property, true);
    row->addWidget(m_pin);
    m_reference = makeReference(actions);
    row->addWidget(m_reference);
    row->addStretch(1);
    m_search->setDefaultAction(actions.command_search);
    m_search->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_search);
    const QList<QWidget*> in_menus = m_in_menus;
    add_actions({actions.next_theme, actions.present, actions.whats_this});
    m_in_menus = in_menus;
    setOptions({}, true);
}

/// "A", its name, Swap and Unpin in one place.
QWidget* WindowToolBar::makeReference(const WindowActions& actions)
{
    auto* group = new ReferenceBox;
    auto* row = rowIn(group, {10, 1, 1, 1});
    group->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->setSpacing(2);
    auto* letter = new QLabel(QStringLiteral("A"));
    letter->setFont(roleFont(font(), FontRole::strong));
    m_reference_name = new NameLabel;
    m_reference_name->setMaximumWidth(widest_reference);
    m_reference_name->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(letter);
    row->addSpacing(4);
    row->addWidget(m_reference_name);
    for (std::size_t index = 1; index < most_options; ++index) {
        m_other_options << makeOption(index);
        row->addWidget(m_other_options.back());
    }
    const auto add = [&](QAction* action, const QString& text) {
        auto* button = new QToolButton;
        action->setIconText(text);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        row->addWidget(button);
        m_of_one << button;
    };
    add(actions.swap, tr("Swap"));
    add(actions.unpin, tr("Unpin"));
    return group;
}

void WindowToolBar::setScenario(const QString& title, bool changed)
{
    static_cast<ScenarioButton*>(m_scenario)->setDot(changed);
    if (title == m_scenario->text())
        return;
    m_scenario->setText(title);
    m_scenario->setToolTip(plainToolTip(tr("%1\nOpen one of the scenarios that come with Kneepoint").arg(title)));
    m_scenario->setAccessibleName(tr("Scenario: %1").arg(title));
    m_scenario->setAccessibleDescription(tr("Open one of the scenarios that come with Kneepoint"));
    m_scenario->updateGeometry();
}

/// The letter of a further option, with what can be done with it.
QToolButton* WindowToolBar::makeOption(std::size_t index)
{
    const QString letter(QLatin1Char(optionLetter(index)));
    auto* button = new QToolButton;
    button->setText(letter);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    menu->addAction(tr("&Open %1").arg(letter), this, [this, index] { emit optionOpened(index); });
    menu->addAction(
        tr("&Compare with %1 instead of A").arg(letter), this, [this, index] { emit optionPromoted(index); });
    menu->addAction(tr("&Unpin %1").arg(letter), this, [this, index] { emit optionUnpinned(index); });
    button->setMenu(menu);
    return button;
}

void WindowToolBar::setOptions(const QStringList& names, bool apply)
{
    m_options = names;
    const QString a = names.value(0);
    m_reference_name->setText(a);
    m_reference_name->setToolTip(
        plainToolTip(apply ? a : tr("%1\nAnother kind of job than the open one: it is not compared").arg(a)));
    m_reference_name->setAccessibleDescription(tr("The scenario pinned as A"));
    m_reference->setEnabled(apply);
    for (qsizetype i = 0; i < m_other_options.size(); ++i) {
        const QString name = names.value(i + 1);
        QToolButton& button = *m_other_options[i];
        button.setVisible(!name.isEmpty());
        button.setToolTip(plainToolTip(name));
        button.setAccessibleName(
            tr("Option %1: %2").arg(QLatin1Char(optionLetter(static_cast<std::size_t>(i) + 1))).arg(name));
    }
    m_pin->defaultAction()->setIconText(
        tr("Pin %1").arg(QLatin1Char(optionLetter(static_cast<std::size_t>(names.size())))));
    fit();
}

void WindowToolBar::setOnBoard(bool on_board)
{
    m_on_board = on_board;
    fit();
}

void WindowToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    fit();
}

void WindowToolBar::fit()
{
    const bool wide = width() >= narrow;
    constexpr int narrow_scenario = 220;
    m_scaling_label->setVisible(wide && m_on_board);
    for (QWidget* button : m_in_menus)
        button->setVisible(width() >= small);
    m_scaling->setVisible(m_on_board && width() >= tiny);
    m_reference_name->setVisible(width() >= medium);
    // The button pins the next option as long as there is one.
    const bool pinned = !m_options.isEmpty(), several = m_options.size() > 1;
    const bool full = m_options.size() >= static_cast<qsizetype>(most_options);
    m_pin->setVisible(m_on_board && !full && width() >= small);
    m_reference->setVisible(m_on_board && pinned && width() >= small);
    for (QToolButton* button : m_of_one)
        button->setVisible(wide || !several);
    m_pin->setToolButtonStyle(wide || !pinned ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    static_cast<ScenarioButton*>(m_scenario)->setWidest(wide ? widest_scenario : narrow_scenario);
    static_cast<SearchButton*>(m_search)->setBrief(!wide);
}

} // namespace kneepoint
