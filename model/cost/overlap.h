// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// Communication behind a pass over the layers, as a queue with one server.
namespace kneepoint {

/// Gradients of a pipeline stage, sent in buckets during its last backward pass. The gradients of a layer are ready
/// when its pass is done, a bucket when the last gradient in it is; buckets leave one at a time, in order. A stage of
/// an interleaved pipeline has several such passes, one a chunk, with other micro-batches between them. Gathering
/// weights ahead of the first forward pass is the same read backwards in time: the first bucket is waited for.
struct BucketStream {
    double chunks = 1;   ///< passes that lie apart, each with gradients of its own
    double apart_s = 0;  ///< from the end of one such pass to the end of the next
    double pass_s = 0;   ///< length of each
    double layers = 0;   ///< of a chunk, even in time and gradients; 0: gradients become ready evenly
    double buckets = 1;  ///< that a chunk's gradients fill, above 0; the last is as full as the fraction says
    double bucket_s = 0; ///< sending a full bucket
    double last_s = 0;   ///< sending a chunk's last bucket

    /// Buckets of a chunk before its last.
    [[nodiscard]] double fullBuckets() const;
    /// From the start of a chunk's pass until `count` buckets are ready.
    [[nodiscard]] double readyAfter(double count) const;
    /// Sending everything.
    [[nodiscard]] double seconds() const { return chunks * chunkSeconds(); }
    [[nodiscard]] double chunkSeconds() const { return fullBuckets() * bucket_s + last_s; }
};

/// How long the stream goes on after the last pass. Exact for up to 64 buckets a chunk and wherever production and
/// sending differ in speed; elsewhere short by less than the pass of one layer. Its cost depends on neither.
[[nodiscard]] double exposedSeconds(const BucketStream& stream);

/// When one bucket is sent, counted from the end of the last pass: negative is hidden behind the passes.
struct BucketTime {
    double start_s = 0;
    double end_s = 0;
};
/// The stream played through, at most `most` buckets a chunk: where there are more, each stands for several.
[[nodiscard]] std::vector<BucketTime> bucketTimes(BucketStream stream, int most);

} // namespace kneepoint
