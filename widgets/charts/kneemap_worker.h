// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/kneemap.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace kneepoint {

/// Computes a map in slices between the events of the program, coarse first: no thread, no blocking.
class KneeMapWorker : public QObject {
    Q_OBJECT

public:
    explicit KneeMapWorker(QObject* parent = nullptr);

    /// Drops what is under way and begins another map.
    void start(KneeMap map);
    void cancel();
    /// Computes all that is left at once.
    void finish();
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }
    /// What there is of the map; nothing before the first start().
    [[nodiscard]] const std::optional<KneeMap>& map() const { return m_map; }

signals:
    /// There is more to see. The first time the whole picture is there, coarsely.
    void advanced();

private:
    void computeSlice();

    std::optional<KneeMap> m_map;
    QTimer m_timer;
};

} // namespace kneepoint
