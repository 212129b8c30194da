// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <QComboBox>

namespace kneepoint {

/// The options of a choice parameter. Long lists can be searched by typing any part of a name.
class ChoiceBox : public QComboBox {
    Q_OBJECT
public:
    explicit ChoiceBox(const Parameter& p, QWidget* parent = nullptr);

    /// Chooses without telling anyone.
    void showIndex(int index);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void showPopup() override;

private:
    void makeSearchable();
    void fitText();
};

} // namespace kneepoint
