// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/control_panel.h"

#include "model/catalogue/choice_steps.h"
#include "model/catalogue/preset_values.h"
#include "model/constants/calibration.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/group_summary.h"
#include "widgets/controls/layer_pattern_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/parameter_help.h"
#include "widgets/controls/section.h"
#include "widgets/controls/value_slider.h"
#include "widgets/text.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/role_font.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace kneepoint {
namespace {

constexpr int margin = 12;
constexpr int spacing = 8;
constexpr int headline_label = 104;
constexpr int section_label = 124;
constexpr int step_label = 90; ///< the names along a slider are long
constexpr int narrow_label = 88;

/// Behind the second fold of its section.
bool isAdvanced(const Parameter& p)
{
    static const std::vector<const Parameter*> filled = setByPresets(Group::cluster, shippedCalibration());
    return std::ranges::find(filled, &p) != filled.end();
}

/// Rows of a section, those of a topic together: the catalogue follows the hardware, and comes back to a topic.
std::vector<const Parameter*> byTopic(Group group, bool advanced)
{
    std::vector<const Parameter*> rows;
    for (const Parameter& p : catalogue())
        if (p.group == group && !p.headline && p.pins.empty() && isAdvanced(p) == advanced)
            rows.push_back(&p);
    const auto first = [all = rows](const Parameter* p) { return std::ranges::find(all, p->topic, &Parameter::topic); };
    std::ranges::stable_sort(rows, [&](const Parameter* a, const Parameter* b) { return first(a) < first(b); });
    return rows;
}

/// Asks for all of its rows and lives with a few.
class MainRows : public QScrollArea {
public:
    using QScrollArea::QScrollArea;
    [[nodiscard]] QSize sizeHint() const override { return widget()->sizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int least = 60;
        return {0, std::min(least, widget()->sizeHint().height())};
    }
};

} // namespace

ControlPanel::ControlPanel(QWidget* parent)
    : QWidget(parent)
    , m_search(new QLineEdit)
    , m_more(new SectionHeading(tr("More parameters")))
    , m_headline(new QWidget)
    , m_scroll(new QScrollArea(this))
    , m_main(new MainRows(this))
    , m_nothing_found(new QLabel(tr("No parameter matches by name or help text.")))
{
    m_scroll->setAccessibleName(tr("Parameters"));
    m_search->setPlaceholderText(tr("Find a parameter"));
    m_search->setAccessibleName(tr("Search parameters"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(actionIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(m_search, &QLineEdit::textChanged, this, &ControlPanel::filter);
    m_nothing_found->setWordWrap(true);
    m_nothing_found->hide();

    auto* headline = columnIn(m_headline, {}, 0);
    for (const Parameter& p : catalogue())
        if (p.headline)
            addControl(p, *headline);

    auto* content = new QWidget;
    m_scrolled = columnIn(content, {0, 0, margin, 0}, 0);
    for (std::size_t group = 0; group < group_count; ++group)
        addSection(static_cast<Group>(group), *m_scrolled);
    m_scrolled->addWidget(m_nothing_found);
    m_scrolled->addStretch(1);

    m_scroll->setWidget(content);
    makeScrolled(*m_scroll);
    content->installEventFilter(this);

    headline->setContentsMargins(0, 0, margin, 0);
    m_main->setAccessibleName(tr("Main parameters"));
    m_main->setWidget(m_headline);
    makeScrolled(*m_main);
    m_main->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_headline->installEventFilter(this);
    m_scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_more->hide();
    connect(m_more, &QToolButton::toggled, this, &ControlPanel::layOut);
    auto* column = columnIn(this, {margin, 0, 0, 0}, spacing);
    addedTo<QHBoxLayout>(*column, {0, 0, margin, 0})->addWidget(m_search);
    column->addWidget(m_main);
    addedTo<QHBoxLayout>(*column, {0, 0, margin, 0})->addWidget(m_more);
    column->addWidget(m_scroll, 1);
    column->addStretch(0);
}

ParameterControl* ControlPanel::makeTwin(const Parameter& p)
{
    auto* twin = new ParameterControl(p);
    connectControl(*twin);
    showIn(*twin);
    std::erase_if(m_twins, [](const QPointer<ParameterControl>& old) { return !old; });
    m_twins.emplace_back(twin);
    return twin;
}

void ControlPanel::connectControl(ParameterControl& made)
{
    ParameterControl* control = &made;
    const Parameter& p = made.parameter();
    connect(control, &ParameterControl::helpWanted, this,
        [this, &p, control] { control->setWhatsThis(parameterHelp(p, m_scenario)); });
    connect(control, &ParameterControl::edited, this, [this, &p, control](const Parameter* changed, double value) {
        clearMoved();
        m_edited = changed == &p ? control : nullptr;
        emit edited(changed, value);
        m_edited = nullptr;
    });
    connect(control, &ParameterControl::resetAsked, this, [this, &p] { emit resetAsked(&p); });
    connect(control, &ParameterControl::editFinished, this, &ControlPanel::editFinished);
    connect(control, &ParameterControl::dragged, this, [this, control](bool pressed) {
        m_dragged = pressed ? control : nullptr;
        if (!pressed)
            showChanges();
        emit dragged(pressed);
    });
    connect(control, &ParameterControl::keepAsked, this, &ControlPanel::keepAsked);
}

void ControlPanel::addControl(const Parameter& p, QVBoxLayout& layout)
{
    auto* control = new ParameterControl(p);
    connectControl(*control);
    control->setLabelWidth(labelWidth(p, m_narrow));
    showIn(*control);
    m_controls.push_back(control);
    layout.addWidget(control);
}

void ControlPanel::addSection(Group group, QVBoxLayout& layout)
{
    auto* section =
        new Section(toQString(groupLabel(group)), [this, group](QVBoxLayout& inner) { fillSection(group, inner); });
    connect(section, &Section::unfolded, this, [this, section](bool unfolded) {
        if (unfolded)
            keepOneUnfolded(*section);
        showEverywhere();
    });
    m_sections.push_back(section);
    layout.addWidget(section);
}

void ControlPanel::fillSection(Group group, QVBoxLayout& layout)
{
    addControls(group, false, layout);
    if (group == Group::cluster)
        addAdvanced(layout);
}

void ControlPanel::addAdvanced(QVBoxLayout& layout)
{
    m_advanced = new Section(tr("Advanced"), [this](QVBoxLayout& inner) { addControls(Group::cluster, true, inner); });
    m_advanced->setSummary(tr("set by GPU and interconnect"));
    connect(m_advanced, &Section::unfolded, this, &ControlPanel::showEverywhere);
    layout.addWidget(m_advanced);
    markSections();
}

void ControlPanel::addControls(Group group, bool advanced, QVBoxLayout& layout)
{
    std::string_view topic;
    for (const Parameter* p : byTopic(group, advanced)) {
        if (p->topic != topic) {
            topic = p->topic;
            auto* heading = new QLabel(toQString(topic));
            heading->setForegroundRole(QPalette::PlaceholderText);
            setRoleFont(*heading, FontRole::small);
            heading->setContentsMargins(14, 6, 0, 0); // under the names
            layout.addWidget(heading);
            m_topics.push_back({heading, m_controls.size(), m_controls.size()});
            if (topic == "Architecture")
                addLayers(layout);
        }
        addControl(*p, layout);
        if (!topic.empty())
            m_topics.back().last = m_controls.size();
    }
}

void ControlPanel::addLayers(QVBoxLayout& layout)
{
    m_layers = new LayerPatternBox;
    connect(m_layers, &LayerPatternBox::patternEdited, this, &ControlPanel::patternEdited);
    layout.addWidget(m_layers);
    showLayers();
}

/// A generic model has no layers, and a search shows only what it has found.
void ControlPanel::showLayers()
{
    if (!m_layers)
        return;
    m_layers->showModel(m_scenario.workload);
    m_layers->setVisible(!m_searching && m_scenario.workload.kind == ModelKind::transformer);
}

void ControlPanel::show(const Scenario& scenario, const Scenario& baseline)
{
    m_scenario = scenario;
    m_baseline = baseline;
    clearMoved();
    showChanges();
    showLayers();
}

/// Each value that a change goes back to takes a derivation of the whole job: while a slider is dragged, they stay what
/// they were.
void ControlPanel::showChanges()
{
    const auto known = m_dragged ? std::span<const OwnChange>(m_changes) : std::span<const OwnChange>();
    m_changes = ownChanges(m_baseline, m_scenario, shippedCalibration(), known);
    showEverywhere();
    markSections();
}

/// A folded section still shows that something in it has been changed.
void ControlPanel::markSections()
{
    std::array<int, group_count> changed{};
    int advanced = 0;
    for (const OwnChange& change : m_changes)
        if (!change.parameter->headline) {
            ++changed[static_cast<std::size_t>(change.parameter->group)];
            advanced += isAdvanced(*change.parameter);
        }
    if (m_advanced)
        m_advanced->setChanged(advanced);
    int in_more = 0;
    for (const int count : changed)
        in_more += count;
    m_more->setChanged(in_more);
    for (std::size_t group = 0; group < group_count; ++group) {
        m_sections[group]->setChanged(changed[group]);
        m_sections[group]->setSummary(toQString(groupSummary(static_cast<Group>(group), m_scenario)));
    }
}

void ControlPanel::showEverywhere()
{
    for (ParameterControl* control : m_controls)
        if (!control->parentWidget()->isHidden())
            showIn(*control);
    for (const QPointer<ParameterControl>& twin : m_twins)
        if (twin)
            showIn(*twin);
}

void ControlPanel::showIn(ParameterControl& control)
{
    const Parameter& p = control.parameter();
    const auto change = std::ranges::find(m_changes, &p, &OwnChange::parameter);
    control.showScenario(m_scenario, change == m_changes.end() ? p.get(m_scenario) : change->before);
    control.showReference(m_reference ? std::optional(p.get(*m_reference)) : std::nullopt);
}

/// A tall column has room for the plan. It unfolds after the first paint, unless the session says what to unfold.
void ControlPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    constexpr int tall = 800;
    if (std::exchange(m_seen, true))
        return;
    QTimer::singleShot(0, this, [this] {
        if (!m_chosen && !m_reduced && height() >= tall)
            m_sections[static_cast<std::size_t>(Group::plan)]->setUnfolded(true);
    });
}

void ControlPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
    fitColumn();
}

bool ControlPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        fitColumn();
        if (watched == m_headline)
            m_main->updateGeometry();
    }
    return QWidget::eventFilter(watched, event);
}

/// Sections under the headline parameters need room for their own names at least.
void ControlPanel::layOut()
{
    const int sections = static_cast<int>(group_count) * m_more->sizeHint().height();
    const int needed = m_search->sizeHint().height() + m_headline->sizeHint().height() + 2 * spacing + sections;
    const bool was_short = m_short;
    m_short = height() < needed;
    const bool folded = m_short && !m_searching;
    m_more->setVisible(folded);
    m_main->setVisible(!folded || !m_more->isChecked());
    m_scroll->setVisible(!folded || m_more->isChecked());
    QStringList titles;
    for (const Section* section : m_sections)
        titles << section->title();
    m_more->setSummary(titles.join(QStringLiteral(", ")));
    if (m_short && !was_short && !m_searching)
        for (const Section* section : m_sections)
            if (section->isUnfolded())
                return keepOneUnfolded(*section);
}

void ControlPanel::keepOneUnfolded(const Section& unfolded)
{
    if (!m_short || m_searching)
        return;
    for (Section* section : m_sections)
        if (section != &unfolded)
            section->setUnfolded(false);
}

void ControlPanel::clearMoved()
{
    if (m_moved)
        std::exchange(m_moved, nullptr)->showMoved({}, {}, false);
}

void ControlPanel::showMoved(const QString& sentence, const QString& keep_text)
{
    if (!m_edited)
        return;
    const QString what = sentence.section(u',', 0, 0).chopped(sentence.contains(u',') ? 0 : 1);
    const qsizetype arrow = what.indexOf(u'→');
    if (arrow < 2)
        return;
    const QString values = what.mid(what.lastIndexOf(u' ', arrow - 2) + 1);
    const QString keep = keep_text.isEmpty() ? QString() : QStringLiteral(", ") + keep_text.toLower();
    m_moved = m_edited;
    m_moved->showMoved({what + keep, values + keep, values}, sentence, !keep.isEmpty());
}

void ControlPanel::invite(const Parameter& p)
{
    if (ParameterControl* found = control(p); found && found->slider())
        found->slider()->pulse();
}

/// The column is never narrower than its widest row; where there is less room, all labels are narrow.
void ControlPanel::fitColumn()
{
    m_main->setMinimumWidth(neededWidth(true));
    m_scroll->setMinimumWidth(neededWidth(true));
    const int room = width() - margin;
    const bool narrow = room < neededWidth(false);
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    for (ParameterControl* control : m_controls)
        control->setLabelWidth(labelWidth(control->parameter(), narrow));
}

/// Of what is unfolded, with the scroll bar.
int ControlPanel::neededWidth(bool narrow) const
{
    int widest = 0;
    for (const ParameterControl* control : m_controls)
        if (control->isVisibleTo(this))
            widest = std::max(widest, control->neededWidth(labelWidth(control->parameter(), narrow)));
    return widest + margin + m_scroll->verticalScrollBar()->sizeHint().width();
}

int ControlPanel::labelWidth(const Parameter& p, bool narrow)
{
    if (!choiceSteps(p, Scenario{}).empty())
        return step_label;
    return narrow ? narrow_label : p.headline ? headline_label : section_label;
}

void ControlPanel::nameCustom(const Parameter& p, const QString& name)
{
    for (ParameterControl* control : m_controls)
        if (&control->parameter() == &p)
            control->nameCustom(name);
}

void ControlPanel::setReference(const Scenario* reference)
{
    m_reference = reference ? std::optional<Scenario>(*reference) : std::nullopt;
    showEverywhere();
}

void ControlPanel::setReduced(bool reduced)
{
    m_reduced = reduced;
    m_search->setVisible(!m_reduced);
    m_search->clear();
    filter({});
}

bool ControlPanel::isWanted(const Parameter& p, const QString& text) const
{
    if (m_reduced)
        return p.headline || p.get(m_scenario) != p.get(m_baseline);
    return parameterMatches(p, text);
}

ParameterControl* ControlPanel::control(const Parameter& p)
{
    if (!p.pins.empty())
        return control(kneepoint::parameter(p.pins));
    m_sections[static_cast<std::size_t>(p.group)]->build();
    if (isAdvanced(p))
        m_advanced->build();
    const auto found = std::ranges::find(m_controls, &p, [](ParameterControl* c) { return &c->parameter(); });
    return found == m_controls.end() ? nullptr : *found;
}

void ControlPanel::focusControl(const Parameter& p)
{
    m_search->clear();
    if (!p.headline)
        m_sections[static_cast<std::size_t>(p.group)]->setUnfolded(true);
    ParameterControl* found = control(p);
    if (isAdvanced(p))
        m_advanced->setUnfolded(true);
    if (m_short)
        m_more->setChecked(!p.headline);
    m_scrolled->activate();
    (p.headline ? m_main : m_scroll)->ensureWidgetVisible(found);
    found->setFocus(Qt::ShortcutFocusReason);
}

void ControlPanel::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QStringList ControlPanel::unfoldedSections() const
{
    if (m_searching)
        return m_unfolded_before_search;
    QStringList titles;
    for (const Section* section : m_sections)
        if (section->isUnfolded())
            titles << section->title();
    return titles;
}

void ControlPanel::unfoldSections(const QStringList& titles)
{
    m_chosen = true;
    for (Section* section : m_sections)
        section->setUnfolded(titles.contains(section->title()));
}

void ControlPanel::filter(const QString& text)
{
    const bool search = m_reduced || !text.trimmed().isEmpty();
    if (search && !m_searching) {
        m_unfolded_before_search = unfoldedSections();
        for (Section* section : m_sections)
            section->build();
        m_advanced->build();
        m_advanced_before_search = m_advanced->isUnfolded();
    }
    const bool search_ended = m_searching && !search;
    m_searching = search;
    layOut();

    std::array<bool, group_count> found{};
    bool any = false;
    bool any_advanced = false;
    for (ParameterControl* control : m_controls) {
        const Parameter& p = control->parameter();
        const bool matches = isWanted(p, text);
        control->setVisible(matches);
        any |= matches;
        any_advanced |= matches && isAdvanced(p);
        if (!p.headline)
            found[static_cast<std::size_t>(p.group)] |= matches;
    }
    for (const Topic& topic : m_topics)
        topic.heading->setVisible(std::any_of(m_controls.begin() + static_cast<std::ptrdiff_t>(topic.first),
            m_controls.begin() + static_cast<std::ptrdiff_t>(topic.last),
            [](const ParameterControl* c) { return !c->isHidden(); }));
    for (std::size_t group = 0; group < group_count; ++group) {
        m_sections[group]->setVisible(!search || found[group]);
        if (search)
            m_sections[group]->setUnfolded(found[group]);
    }
    if (search) {
        m_advanced->setVisible(any_advanced);
        m_advanced->setUnfolded(any_advanced);
    }
    m_nothing_found->setVisible(!any);
    showLayers();
    if (search_ended) {
        m_advanced->setVisible(true);
        m_advanced->setUnfolded(m_advanced_before_search);
        unfoldSections(m_unfolded_before_search);
    }
}

} // namespace kneepoint
