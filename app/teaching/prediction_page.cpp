// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/prediction_page.h"

#include "model/lesson/lesson.h"
#include "model/units/units.h"
#include "widgets/panels/factor_plot.h"
#include "widgets/panels/flat_table.h"
#include "widgets/text.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace kneepoint {
namespace {

QTableWidget* tableOf(const std::vector<Prediction>& log)
{
    auto* table = new QTableWidget(static_cast<int>(log.size()), 4);
    table->setAccessibleName(PredictionPage::tr("Predictions"));
    table->setHorizontalHeaderLabels({PredictionPage::tr("When"), PredictionPage::tr("Lesson and step"),
        PredictionPage::tr("Off by"), PredictionPage::tr("Misconception")});
    flatten(*table);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    int row = 0;
    for (auto p = log.rbegin(); p != log.rend(); ++p, ++row) { // the latest first
        const Lesson* lesson = findLesson(p->lesson);
        const QString title = toQString(lesson ? lesson->title : p->lesson);
        const bool measured = p->answer.factor != 1;
        const QString off = measured ? toQString(formatQuantity(offFactor(p->answer.factor), Unit::none)) : QString();
        const QStringList cells{toQString(p->when).replace(u'T', u' '),
            QStringLiteral("%1, %2").arg(title).arg(p->answer.step),
            p->answer.right ? PredictionPage::tr("right %1").arg(off).trimmed() : off,
            toQString(p->answer.misconception)};
        for (int column = 0; column < cells.size(); ++column)
            table->setItem(row, column, new QTableWidgetItem(cells[column]));
    }
    alignHeadings(*table);
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

PredictionPage::PredictionPage(const std::vector<Prediction>& log, QWidget* parent)
    : QWidget(parent)
{
    setWindowTitle(tr("My predictions"));
    auto* column = new QVBoxLayout(this);
    auto* sentence = new QLabel(toQString(predictionSentence(log)));
    sentence->setWordWrap(true);
    column->addWidget(sentence);
    std::vector<double> factors;
    for (const Prediction& p : log)
        if (p.answer.factor > 0 && p.answer.factor != 1)
            factors.push_back(p.answer.factor);
    if (!factors.empty())
        column->addWidget(new FactorPlot(factors), 1);
    if (log.empty()) { // what there will be, and where it comes from
        auto* start = new QPushButton(tr("&Open the first lesson"));
        start->setDefault(true);
        connect(start, &QPushButton::clicked, this, &PredictionPage::lessonWanted);
        column->addWidget(start, 0, Qt::AlignLeft);
        column->addStretch(1);
        setFocusProxy(start);
        return;
    }
    QTableWidget* table = tableOf(log);
    column->addWidget(table, 1);
    setFocusProxy(table);
}

} // namespace kneepoint
