// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/prediction_log.h"

#include <QDialog>

namespace kneepoint {

/// The person's own log of predictions, one file on this machine; empty where there is none or it cannot be read.
[[nodiscard]] std::vector<Prediction> predictionLog();
/// Adds an answer that was given now.
[[nodiscard]] Result<void> logPrediction(const std::string& lesson, const GivenAnswer& answer);

/// How one's own predictions have been: a sentence, the factors in the order in which they were made, and a table.
class PredictionDialog : public QDialog {
    Q_OBJECT
public:
    explicit PredictionDialog(const std::vector<Prediction>& log, QWidget* parent = nullptr);
};

} // namespace kneepoint
