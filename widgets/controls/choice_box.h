// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <QComboBox>

namespace kneepoint {

/// The options of a choice parameter. A click on the name opens the list; typing any words of a name, or of an id,
/// narrows it, and Enter takes the first match. Escape brings the chosen name back.
class ChoiceBox : public QComboBox {
    Q_OBJECT
public:
    explicit ChoiceBox(const Parameter& p, QWidget* parent = nullptr);

    /// Chooses without telling anyone.
    void showIndex(int index);
    /// The option that Enter would take for a text: the one of this name or id, else the first whose name begins with
    /// it, else the first with all its words; -1 if there is none.
    [[nodiscard]] int match(const QString& text) const;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void showPopup() override;

private:
    [[nodiscard]] bool leavesToWindow(QEvent& event) const;
    void makeSearchable(const QString& name);
    void openList();
    void take();
    void restoreText();
    void fitText();

    bool m_typed = false; ///< the text is what a person types, not the chosen name
};

} // namespace kneepoint
