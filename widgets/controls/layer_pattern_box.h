// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/scenario/scenario.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace kneepoint {

class LayerStrip;

/// The layers of the model: drawn, counted by kind, and as a text that can be changed.
class LayerPatternBox : public QWidget {
    Q_OBJECT
public:
    explicit LayerPatternBox(QWidget* parent = nullptr);

    /// Shows the model without emitting signals.
    void showModel(const Workload& workload);
    [[nodiscard]] LayerStrip& strip() const { return *m_strip; }
    [[nodiscard]] QLineEdit& text() const { return *m_text; }
    /// "6 full attention · 23 state space · 23 experts", or what is wrong with the text.
    [[nodiscard]] QString sentence() const { return m_sentence; }

signals:
    void patternEdited(const kneepoint::Edit& edit);

protected:
    void changeEvent(QEvent* event) override;

private:
    void takeText();
    void describe();

    Workload m_workload;
    QString m_shown; ///< the pattern of the model
    QString m_sentence;
    LayerStrip* m_strip;
    QLabel* m_kinds;
    QLineEdit* m_text;
};

} // namespace kneepoint
