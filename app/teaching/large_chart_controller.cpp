// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/large_chart_controller.h"

#include "widgets/charts/chart_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/panels/board.h"
#include "widgets/text.h"

#include <QAction>

namespace kneepoint {
namespace {

const QString first_presented = QStringLiteral("scaling");
constexpr qsizetype most_presented = 2;

} // namespace

LargeChartController::LargeChartController(QAction& fill, Board& board)
    : QObject(&board)
    , m_board(board)
{
    connect(&fill, &QAction::triggered, this, &LargeChartController::fillOrLeave);
}

void LargeChartController::setLesson(const QStringList& charts, const QList<QWidget*>& others)
{
    m_lesson = charts;
    m_lesson_others = others;
    m_filling.clear();
    if (m_presenting && !charts.isEmpty())
        m_presented = charts.mid(0, most_presented);
    apply();
}

void LargeChartController::setPresenting(bool on)
{
    m_presenting = on;
    m_presented =
        m_lesson.isEmpty() ? QStringList(m_board.wantedChart().objectName()) : m_lesson.mid(0, most_presented);
    m_before = m_presented.front() == first_presented ? QStringLiteral("breakdown") : first_presented;
    m_filling.clear();
    apply();
}

QStringList LargeChartController::presentable()
{
    QStringList ids{
        first_presented, QStringLiteral("roofline"), QStringLiteral("breakdown"), QStringLiteral("waterfall")};
    for (const ChartKind& kind : chartKinds())
        if (const QString id = toQString(kind.id); kind.place != ChartPlace::variant && !ids.contains(id))
            ids << id;
    return ids;
}

int LargeChartController::presented() const
{
    return m_presenting && !m_presented.isEmpty() ? static_cast<int>(presentable().indexOf(m_presented.front())) + 1
                                                  : 0;
}

void LargeChartController::present(int number)
{
    const QStringList ids = presentable();
    if (number < 1 || number > static_cast<int>(ids.size()))
        return;
    const QString& id = ids[number - 1];
    if (id == m_presented.front())
        return;
    m_before = m_presented.front();
    m_presented.front() = id;
    if (m_presented.size() > 1)
        m_presented.back() = m_before;
    apply();
}

void LargeChartController::presentNext(int by)
{
    const auto count = static_cast<int>(presentable().size());
    present(1 + (presented() - 1 + by + count) % count);
}

void LargeChartController::toggleSecond()
{
    if (m_presented.size() > 1)
        m_presented.resize(1);
    else
        m_presented << m_before;
    apply();
}

bool LargeChartController::leave()
{
    if (m_filling.isEmpty())
        return false;
    m_filling.clear();
    apply();
    return true;
}

void LargeChartController::fillOrLeave()
{
    if (!leave())
        fill(m_board.wantedChart().objectName());
}

void LargeChartController::fill(const QString& id)
{
    m_filling = id;
    apply();
    for (Chart* chart : m_board.allCharts())
        if (chart->objectName() == m_filling)
            chart->setFocus(Qt::ShortcutFocusReason);
}

void LargeChartController::apply()
{
    const bool question_alone = m_lesson.isEmpty() && !m_lesson_others.isEmpty();
    if (question_alone)
        m_board.enlarge({}, m_lesson_others);
    else if (!m_filling.isEmpty())
        m_board.enlarge({m_filling});
    else if (m_presenting)
        m_board.enlarge(m_presented);
    else
        m_board.enlarge(m_lesson, m_lesson_others);
    const int chart = presented();
    emit presenting(chart);
}

} // namespace kneepoint
