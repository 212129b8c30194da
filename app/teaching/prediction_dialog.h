// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/prediction_log.h"

#include <QDialog>

namespace kneepoint {

/// The user's predictions: a summary sentence, the factors in chronological order, and a table.
class PredictionDialog : public QDialog {
    Q_OBJECT
public:
    explicit PredictionDialog(const std::vector<Prediction>& log, QWidget* parent = nullptr);
};

} // namespace kneepoint
