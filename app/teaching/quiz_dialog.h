// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <cstdint>

class QLineEdit;
class QSpinBox;

namespace kneepoint {

/// Asks for the number of a quiz and for a name, so that every student gets a different quiz.
class QuizDialog : public QDialog {
    Q_OBJECT
public:
    explicit QuizDialog(QWidget* parent = nullptr);

    [[nodiscard]] QString student() const;
    [[nodiscard]] std::uint32_t seed() const;

private:
    QLineEdit* m_name;
    QSpinBox* m_number;
};

} // namespace kneepoint
