// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

namespace kneepoint {

/// What is known of the uncertainty of a figure.
struct Spread {
    QString above; ///< "+12 %"
    QString below; ///< "−8 %"
    QString about; ///< a sentence for the tooltip
    bool doubtful = false;

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// One number with its name under it and, where it is known, its spread behind it; a number that is not strong has its
/// spread in sight only where that leaves it readable, and always in its tool tip. No place depends on the digits: text
/// that does not fit is said more briefly, then drawn smaller.
class Figure : public QWidget {
    Q_OBJECT
public:
    /// `strong` figures are drawn in the headline size.
    Figure(QString caption, bool strong, QWidget* parent = nullptr);

    /// A number and what stands under it; what the one leaves out the other may say.
    struct Wording {
        QString value;
        QString caption;

        friend bool operator==(const Wording&, const Wording&) = default;
    };
    /// The longest first, which tool tip and accessible name say; in sight is the first that can be read in the width.
    void setWordings(const QList<Wording>& wordings);
    void setValue(const QString& value) { setWordings({{value, caption()}}); }
    void setSpread(const Spread& spread);
    /// A number that does not hold is drawn in the warning color; the caption says why.
    void setMarked(bool marked);
    void setTheme(ThemeMode mode);
    [[nodiscard]] bool isMarked() const { return m_marked; }
    [[nodiscard]] QString value() const { return m_wordings.front().value; }
    [[nodiscard]] QString caption() const { return m_wordings.front().caption; }
    /// The one in sight.
    [[nodiscard]] const Wording& wording() const;
    [[nodiscard]] const Spread& spread() const { return m_spread; }
    /// How much smaller than its font the number is drawn, 1 where it fits.
    [[nodiscard]] double shrinkage() const;

    [[nodiscard]] QSize sizeHint() const override;
    /// As wide as its briefest wording needs to be read, whatever the digits.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QFont valueFont() const;
    void describe();
    [[nodiscard]] bool isReadable(const Wording& wording) const;
    [[nodiscard]] QString widestValue() const;
    [[nodiscard]] QFont fittedFont() const;
    [[nodiscard]] bool showsSpread() const;
    [[nodiscard]] double spreadWidth() const;
    void drawSpread(QPainter& painter, double left, int baseline) const;

    QList<Wording> m_wordings; ///< never empty
    Spread m_spread;
    ThemeMode m_mode = ThemeMode::light;
    bool m_strong;
    bool m_marked = false;
};

} // namespace kneepoint
