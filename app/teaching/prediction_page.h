// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/prediction_log.h"

#include <QWidget>

namespace kneepoint {

/// The user's predictions: a summary sentence, the factors in chronological order, and a table.
class PredictionPage : public QWidget {
    Q_OBJECT
public:
    explicit PredictionPage(const std::vector<Prediction>& log, QWidget* parent = nullptr);

signals:
    /// There are none yet, and the user wants to make some.
    void lessonWanted();
};

} // namespace kneepoint
