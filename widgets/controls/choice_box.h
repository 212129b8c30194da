// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <QComboBox>

namespace kneepoint {

/// The options of a choice parameter. A click on the name opens the list; typing any words of a name or id narrows it,
/// and Enter selects the first match. Escape restores the chosen name. A name that does not fit is elided, with a tool
/// tip.
class ChoiceBox : public QComboBox {
    Q_OBJECT
public:
    explicit ChoiceBox(const Parameter& p, QWidget* parent = nullptr);

    /// Sets the choice without emitting a signal.
    void showIndex(int index);
    /// Names the first option, "Custom", after what it was taken from; empty: by its own name again.
    void nameCustom(const QString& name);
    /// The option that Enter would select for a text: the one with this name or id, else the first whose name starts
    /// with it, else the first that contains all its words; -1 if there is none.
    [[nodiscard]] int match(const QString& text) const;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void showPopup() override;

private:
    [[nodiscard]] bool leavesToWindow(QEvent& event) const;
    [[nodiscard]] bool keepsEscape(QEvent& event) const;
    void makeSearchable(const QString& name);
    void widenList();
    void openList();
    void take();
    void restoreText();
    void showWhole();

    QString m_custom;     ///< the first option's own name
    bool m_typed = false; ///< the text is being typed and is not the chosen name
};

} // namespace kneepoint
