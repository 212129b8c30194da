// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/overlap.h"

namespace kneepoint {
namespace {

constexpr double rounding = 1e-9; ///< of a layer

/// The maximum delay of sending: max over full buckets i of readyAfter(i) − i·bucket_s. Of the buckets that become
/// ready with the same layer, only the first one matters. The rest is a line plus less than the pass of one layer: once
/// the line is that far below the maximum so far, later buckets cannot exceed it.
double worstLag(const BucketStream& q)
{
    constexpr double most_tried = 64;
    const double full = q.fullBuckets();
    const double of_layer = q.layers > 0 ? std::max(1.0, q.buckets / q.layers) : 1;
    const double all = of_layer > 1 ? std::ceil(full / of_layer - rounding) : full;
    const double slope = q.pass_s / q.buckets - q.bucket_s;
    const double step = q.layers > 0 ? q.pass_s / q.layers : 0;
    const double start = slope > 0 ? all : 1;
    const double way = slope > 0 ? -1 : 1;
    double worst = -full * q.bucket_s;
    for (double n = 0; n < std::min(all, most_tried); ++n) {
        const double i = 1 + std::floor((start + way * n - 1) * of_layer);
        if (worst >= slope * i + step)
            break;
        worst = std::max(worst, q.readyAfter(i) - i * q.bucket_s);
    }
    return worst;
}

} // namespace

double BucketStream::readyAfter(double count) const
{
    const double share = std::min(1.0, count / buckets);
    if (layers <= 0)
        return share * pass_s;
    return std::min(1.0, std::ceil(share * layers - rounding) / layers) * pass_s;
}

double exposedSeconds(const BucketStream& q)
{
    const double full = q.fullBuckets();
    const double sent = full > 0 ? worstLag(q) + (full + 1) * q.bucket_s : 0;
    const double alone = std::max(0.0, sent - q.pass_s) + q.last_s;
    return alone + std::max(0.0, (q.chunks - 1) * (q.chunkSeconds() - q.apart_s));
}

std::vector<BucketTime> bucketTimes(BucketStream q, int most)
{
    const double full = q.fullBuckets();
    if (full >= most) {
        q.buckets *= most / (full + 1);
        q.bucket_s = full * q.bucket_s / (most - 1);
    }
    std::vector<BucketTime> times;
    double free_s = -(q.chunks * std::max(q.apart_s, q.pass_s) + q.pass_s);
    for (double chunk = 1; chunk <= q.chunks; ++chunk) {
        const double pass_start_s = -(q.chunks - chunk) * q.apart_s - q.pass_s;
        for (double i = 1; i <= q.fullBuckets() + 1; ++i) {
            const bool last = i > q.fullBuckets();
            const double start_s = std::max(free_s, pass_start_s + (last ? q.pass_s : q.readyAfter(i)));
            free_s = start_s + (last ? q.last_s : q.bucket_s);
            times.push_back({start_s, free_s});
        }
    }
    return times;
}

} // namespace kneepoint
