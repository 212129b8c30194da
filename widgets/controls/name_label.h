// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace kneepoint {

/// One line of plain text that is shortened where it does not fit: what is in parentheses at its end goes first, then
/// the brief name takes its place, if there is one; otherwise it is elided.
class NameLabel : public QLabel {
    Q_OBJECT
public:
    explicit NameLabel(const QString& text = {}, QWidget* parent = nullptr);

    void setBrief(const QString& brief);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    /// Whether less than the whole text is drawn.
    [[nodiscard]] bool isShortened() const;

    /// What is drawn.
    [[nodiscard]] QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_brief;
};

} // namespace kneepoint
