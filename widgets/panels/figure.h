// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

namespace kneepoint {

/// The uncertainty of a figure.
struct Spread {
    QString range; ///< "(12.8–17.7)"
    QString about; ///< a sentence for the tooltip
    bool doubtful = false;

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// One column of the headline: a caption, the number with its interval, and a note or the comparison with A. Always
/// three lines, in the same sizes: what does not fit is elided, the interval is left out, and the tooltip has all of
/// it.
class Figure : public QWidget {
    Q_OBJECT
public:
    /// `strong`: the first of the headline.
    Figure(QString caption, bool strong, QWidget* parent = nullptr);

    /// The difference from A in the third line.
    struct Difference {
        QString before; ///< "A 15.0 s"
        QString change; ///< "−36 % better"
        enum class Tone { same, better, worse } tone = Tone::same;

        friend bool operator==(const Difference&, const Difference&) = default;
    };
    struct Content {
        QString caption;
        QString value;
        Spread spread = {};
        QString note = {};          ///< the third line, in the caption if there is a difference
        Difference difference = {}; ///< none: empty
        bool marked = false;        ///< an invalid number, in the warning color; the note says why
        bool repeated = false;      ///< the mark of another figure again: muted, and the note in the tool tip alone

        friend bool operator==(const Content&, const Content&) = default;
    };
    void setContent(const Content& content);
    [[nodiscard]] const Content& content() const { return m_content; }
    [[nodiscard]] QString value() const { return m_content.value; }
    [[nodiscard]] QString caption() const { return m_content.caption; }
    /// Everything, as text: what a screen reader says and what is copied.
    [[nodiscard]] QString text() const;
    /// Whether the interval is drawn at this width.
    [[nodiscard]] bool showsSpread() const;
    /// Whether the whole number is drawn at this width.
    [[nodiscard]] bool showsValue() const;

    [[nodiscard]] QSize sizeHint() const override;
    /// Wide enough for its number, whatever the digits.
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// What stands above and below the number; the tool tip has what is left out.
    struct Lines {
        QString caption;
        QString note;
    };
    [[nodiscard]] Lines lines() const;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] QFont valueFont() const;
    [[nodiscard]] QFont smallFont() const;
    /// Of the text from the left edge.
    [[nodiscard]] int side() const;
    [[nodiscard]] int room() const;
    void describe();
    void copy() const;
    void drawThirdLine(QPainter& painter, const QRect& line) const;

    Content m_content;
    bool m_strong;
};

} // namespace kneepoint
