// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <QToolButton>

namespace kneepoint {

/// A dashed chip, "+ GPU", with a checkable list of a parameter's choices, which stays open after a click. Its tooltip
/// names the checked ones.
class CandidatesButton : public QToolButton {
    Q_OBJECT
public:
    explicit CandidatesButton(const Parameter& of, QWidget* parent = nullptr);

    /// Indices of the checked choices, in order; empty if none is checked.
    [[nodiscard]] QList<int> chosen() const;
    /// Does nothing if the parameter has no such choice.
    void choose(std::string_view choice_id, bool on);
    [[nodiscard]] const Parameter& of() const { return m_of; }
    /// The choice of the scenario, which a first one joins that the user adds; 0: none.
    void setPresent(int place) { m_present = place; }
    /// Of the parameter, as within a sentence: "GPU", "interconnect".
    [[nodiscard]] QString name() const;

    bool eventFilter(QObject* watched, QEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool keepsOpen(QEvent* event);
    bool types(const QKeyEvent& key);
    void filter(const QString& typed);
    void takeByHand(QAction& action);
    void takeFirst();
    [[nodiscard]] QAction* firstFound() const;
    void showChosen();

    const Parameter& m_of;
    QAction* m_prompt = nullptr; ///< the first entry: what was typed
    QString m_typed;
    int m_present = 0;
};

} // namespace kneepoint
