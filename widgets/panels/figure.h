// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

namespace kneepoint {

/// The uncertainty of a figure.
struct Spread {
    QString above; ///< "+12 %"
    QString below; ///< "−8 %"
    QString about; ///< a sentence for the tooltip
    bool doubtful = false;

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// A number with its name below it and its interval, if known, after it; a number that is not `strong` shows its
/// interval only if it stays readable, and always in its tooltip. The layout does not depend on the digits: text that
/// does not fit is shortened, then drawn smaller.
class Figure : public QWidget {
    Q_OBJECT
public:
    /// `strong` figures are drawn in the headline size.
    Figure(QString caption, bool strong, QWidget* parent = nullptr);

    /// A number and its caption, which may contain what the number leaves out.
    struct Wording {
        QString value;
        QString caption;

        friend bool operator==(const Wording&, const Wording&) = default;
    };
    /// Longest first; that one is used for tooltip and accessible name. The first one that is readable in the width is
    /// shown.
    void setWordings(const QList<Wording>& wordings);
    void setValue(const QString& value) { setWordings({{value, caption()}}); }
    void setSpread(const Spread& spread);
    /// An invalid number is drawn in the warning color; the caption says why.
    void setMarked(bool marked);
    void setTheme(ThemeMode mode);
    [[nodiscard]] bool isMarked() const { return m_marked; }
    [[nodiscard]] QString value() const { return m_wordings.front().value; }
    [[nodiscard]] QString caption() const { return m_wordings.front().caption; }
    /// The wording shown.
    [[nodiscard]] const Wording& wording() const;
    [[nodiscard]] const Spread& spread() const { return m_spread; }
    /// How much smaller than its font the number is drawn, 1 where it fits.
    [[nodiscard]] double shrinkage() const;

    [[nodiscard]] QSize sizeHint() const override;
    /// Wide enough for its shortest wording, whatever the digits.
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
