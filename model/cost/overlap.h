// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

/// Communication behind a pass over the layers, as a queue with one server.
namespace kneepoint {

/// Gradients of a pipeline stage, sent in buckets during its last backward pass. The gradients of a layer are ready
/// when its pass is done, and a bucket when its last gradient is; buckets are sent one at a time, in order. A stage of
/// an interleaved pipeline has several such passes, one per chunk, with other micro-batches in between. Gathering
/// weights before the first forward pass is the same process reversed in time: compute waits for the first bucket.
struct BucketStream {
    double chunks = 1;  ///< separate passes, each with its own gradients
    double apart_s = 0; ///< time from the end of one such pass to the end of the next
    double pass_s = 0;  ///< length of each
    double layers = 0;  ///< equal layers per chunk; 0: gradients become ready continuously
    double buckets =
        1; ///< buckets filled by a chunk's gradients, above 0; a fraction means that the last one is only partly full
    double bucket_s = 0; ///< sending a full bucket
    double last_s = 0;   ///< sending a chunk's last bucket

    /// Number of full buckets of a chunk, before the last.
    [[nodiscard]] double fullBuckets() const { return std::max(0.0, std::ceil(buckets) - 1); }
    /// Time from the start of a chunk's pass until `count` buckets are ready.
    [[nodiscard]] double readyAfter(double count) const;
    /// Sending everything.
    [[nodiscard]] double seconds() const { return chunks * chunkSeconds(); }
    [[nodiscard]] double chunkSeconds() const { return fullBuckets() * bucket_s + last_s; }
};

/// How long sending continues after the last pass. Exact for up to 64 buckets per chunk and whenever one of production
/// and sending is clearly faster; otherwise too short by less than the pass of one layer. The run time of this function
/// does not depend on the number of buckets or layers.
[[nodiscard]] double exposedSeconds(const BucketStream& stream);

/// When a bucket is sent, relative to the end of the last pass; negative times are hidden behind the passes.
struct BucketTime {
    double start_s = 0;
    double end_s = 0;
};
/// The simulated stream with at most `most` buckets per chunk: if there are more, each represents several.
[[nodiscard]] std::vector<BucketTime> bucketTimes(BucketStream stream, int most);

} // namespace kneepoint
