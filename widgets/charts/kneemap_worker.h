// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/kneemap.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace kneepoint {

/// Computes a map in slices between the events of the program, coarse first: no thread, no blocking.
class KneeMapWorker : public QObject {
    Q_OBJECT

public:
    explicit KneeMapWorker(QObject* parent = nullptr);

    /// Cancels the current map and starts another one.
    void start(KneeMap map);
    void cancel();
    /// Computes all remaining cells at once.
    void finish();
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }
    /// The map so far; nothing before the first start().
    [[nodiscard]] const std::optional<KneeMap>& map() const { return m_map; }

signals:
    /// More cells have been computed. The first time, the whole map is available at coarse resolution.
    void advanced();

private:
    void computeSlice();

    std::optional<KneeMap> m_map;
    QTimer m_timer;
};

} // namespace kneepoint
