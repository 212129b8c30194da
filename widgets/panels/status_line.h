// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QToolButton;

namespace kneepoint {

class ElidedLine;
class MessageBar;

/// The line at the bottom of the window, always there: a message while there is one; else a warning about the scenario,
/// what the last change did, or what the scenario is.
class StatusLine : public QFrame {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    ~StatusLine() override;

    [[nodiscard]] MessageBar& messages() const { return *m_message; }
    /// What the scenario is.
    void setAbout(const QString& about);
    /// What the last change did; empty: nothing was changed. `brief`: the same where there is little room.
    void setChange(const QString& sentence, const QString& brief = {});
    /// What is wrong with the scenario; empty: nothing. If it has a fix, the button leads there, not to the change.
    void setWarning(const QString& warning, bool has_fix = false);
    /// What is shown unless there is a message.
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// The change should be explained.
    void whyWanted();
    /// What the warning is about should be fixed.
    void fixWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showText();
    void fixHeight();

    ElidedLine* m_line;
    QToolButton* m_why;
    MessageBar* m_message;
    QString m_about;
    QString m_change;
    QString m_change_brief;
    QString m_warning;
    bool m_has_fix = false;
};

} // namespace kneepoint
