// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kneepoint {

/// One line of text, without its last clauses and then elided if there is no room; the tooltip has the full text.
class ElidedLine : public QWidget {
    Q_OBJECT
public:
    explicit ElidedLine(QWidget* parent = nullptr);

    void setText(const QString& text);
    /// Shown where there is no room for the text; empty: the beginning of the text.
    void setBrief(const QString& brief);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QString m_brief;
};

} // namespace kneepoint
