// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/quiz_dialog.h"

#include "model/lesson/quiz.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace kneepoint {
namespace {
constexpr int greatest_number = 1000000;
} // namespace

QuizDialog::QuizDialog(QWidget* parent)
    : QDialog(parent)
    , m_name(new QLineEdit)
    , m_number(new QSpinBox)
{
    setWindowTitle(tr("Quiz"));
    m_number->setRange(0, greatest_number);
    m_number->setValue(1);
    m_name->setPlaceholderText(tr("optional; goes into the results file"));
    auto* form = new QFormLayout(this);
    auto* words = new QLabel(tr("Students enter the lecturer's number and a name, and each gets the cases in a "
                                "different order. The same number and name give the same quiz again."));
    words->setWordWrap(true);
    form->addRow(words);
    form->addRow(tr("&Number of the quiz"), m_number);
    form->addRow(tr("Your &name"), m_name);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString QuizDialog::student() const
{
    return m_name->text().trimmed();
}

std::uint32_t QuizDialog::seed() const
{
    return quizSeed(static_cast<std::uint32_t>(m_number->value()), student().toStdString());
}

} // namespace kneepoint
