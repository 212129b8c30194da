// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kneemap_worker.h"

#include <QElapsedTimer>

namespace kneepoint {
namespace {
constexpr int slice_ms = 4;
} // namespace

KneeMapWorker::KneeMapWorker(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &KneeMapWorker::computeSlice);
}

void KneeMapWorker::start(KneeMap map)
{
    m_map = std::move(map);
    m_timer.start();
}

void KneeMapWorker::cancel()
{
    m_timer.stop();
}

void KneeMapWorker::finish()
{
    if (!m_map)
        return;
    m_timer.stop();
    m_map->advance(m_map->columns() * m_map->rows());
    emit advanced();
}

void KneeMapWorker::computeSlice()
{
    QElapsedTimer clock;
    clock.start();
    bool more = true;
    while (more && clock.elapsed() < slice_ms)
        more = m_map->advance(1);
    if (!more)
        m_timer.stop();
    if (m_map->isCoarselyDone())
        emit advanced();
}

} // namespace kneepoint
