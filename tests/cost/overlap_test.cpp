// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/overlap.h"
#include "tests/support/compare.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kneepoint;

namespace {

/// A stage with discrete layers and byte-wise gradients, sent in a loop over both: the reference for the closed form.
struct PlainStage {
    int chunks, layers;
    double layer_bytes, layer_s, apart_s, bucket_bytes, latency_s, Bps;
};

/// Seconds of sending after the last backward pass.
double playedThrough(const PlainStage& p)
{
    const double pass_s = p.layers * p.layer_s;
    const double end_s = (p.chunks - 1) * p.apart_s + pass_s;
    double free_s = 0;
    for (int chunk = 0; chunk < p.chunks; ++chunk) {
        const double all = p.layers * p.layer_bytes;
        for (double sent = 0; sent < all * (1 - 1e-12);) {
            const double bytes = std::min(p.bucket_bytes, all - sent);
            sent += bytes;
            int layer = 1;
            while (layer < p.layers && layer * p.layer_bytes < sent * (1 - 1e-9))
                ++layer;
            free_s = std::max(free_s, chunk * p.apart_s + layer * p.layer_s) + p.latency_s + bytes / p.Bps;
        }
    }
    return free_s - end_s;
}

BucketStream streamOf(const PlainStage& p)
{
    BucketStream q;
    q.chunks = p.chunks;
    q.apart_s = p.apart_s;
    q.pass_s = p.layers * p.layer_s;
    q.layers = p.layers;
    q.buckets = p.layers * p.layer_bytes / p.bucket_bytes;
    q.bucket_s = p.latency_s + p.bucket_bytes / p.Bps;
    q.last_s = p.latency_s + (q.buckets - q.fullBuckets()) * p.bucket_bytes / p.Bps;
    return q;
}

PlainStage anyStage(test::RandomScenarios& random, double most_buckets)
{
    PlainStage p{};
    p.chunks = 1 + static_cast<int>(random.index(4));
    p.layers = 1 + static_cast<int>(random.index(60));
    p.layer_bytes = std::exp(6 * random.uniform());
    p.layer_s = std::exp(4 * random.uniform() - 2);
    p.apart_s = p.layers * p.layer_s * (1 + 7 * random.uniform());
    p.bucket_bytes = p.layers * p.layer_bytes / std::exp(std::log(most_buckets) * random.uniform());
    p.Bps = p.layer_bytes / p.layer_s * std::exp(3 * random.uniform() - 1.5);
    p.latency_s = random.uniform() * p.layer_s * 0.1;
    return p;
}

} // namespace

/// Gradient buckets hidden behind the backward pass, against a simulation of every bucket.
class OverlapTest : public QObject {
    Q_OBJECT

    static constexpr int tries = 4000;

private slots:
    void theClosedFormMatchesASimulationOfBucketsAndLayers()
    {
        test::RandomScenarios random(31);
        for (int i = 0; i < tries; ++i) {
            const PlainStage p = anyStage(random, 64);
            const BucketStream q = streamOf(p);
            VERIFY_WITHIN(exposedSeconds(q), playedThrough(p), 1e-6 * (q.seconds() + q.pass_s));
        }
    }

    void withThousandsOfBucketsTheErrorIsBelowOneLayer()
    {
        test::RandomScenarios random(32);
        for (int i = 0; i < tries / 40; ++i) {
            const PlainStage p = anyStage(random, 5000);
            const double short_by = playedThrough(p) - exposedSeconds(streamOf(p));
            QVERIFY(short_by <= p.layer_s && short_by >= -1e-6 * (1 + streamOf(p).seconds()));
        }
    }

    void drawnBucketsEndWithTheClosedForm()
    {
        test::RandomScenarios random(33);
        for (int i = 0; i < tries / 4; ++i) {
            const BucketStream q = streamOf(anyStage(random, 64));
            const std::vector<BucketTime> times = bucketTimes(q, 4096);
            QCOMPARE(static_cast<double>(times.size()), q.chunks * (q.fullBuckets() + 1));
            VERIFY_WITHIN(times.back().end_s, exposedSeconds(q), 1e-9 * (q.seconds() + q.pass_s));
            for (std::size_t k = 1; k < times.size(); ++k)
                QVERIFY(times[k].start_s >= times[k - 1].end_s);
        }
    }

    /// A thousand buckets drawn as ten: each represents a hundred, ready and sent when the last of these is.
    void drawnBucketsShareThePassEvenly()
    {
        const std::vector<BucketTime> times = bucketTimes({1, 0, 1000, 0, 1000, 0.5, 0.5}, 10);
        QCOMPARE(times.size(), std::size_t(10));
        for (std::size_t i = 0; i < 9; ++i) {
            VERIFY_CLOSE(times[i].start_s, -900.0 + 100 * static_cast<double>(i), 1e-9);
            VERIFY_CLOSE(times[i].end_s - times[i].start_s, 999 * 0.5 / 9, 1e-9);
        }
    }

    void theLastBucketIsNeverHidden()
    {
        BucketStream q{1, 0, 100, 50, 10, 1e-3, 1e-3};
        VERIFY_CLOSE(exposedSeconds(q), q.last_s, 1e-12);
    }

    /// What is not stated of a stream: one pass at once, ready continuously, with nothing before its last bucket.
    void aPlainStreamSendsItsLastBucketAlone()
    {
        BucketStream q;
        q.last_s = 2;
        QCOMPARE(q.seconds(), 2.0);
        QCOMPARE(exposedSeconds(q), 2.0);
        q.buckets = 3;
        q.bucket_s = 1;
        QCOMPARE(exposedSeconds(q), 4.0); // after a pass of no time
        q.pass_s = 3;
        QCOMPARE(exposedSeconds(q), 2.0); // the first two during the pass
        q.chunks = 2;
        QCOMPARE(exposedSeconds(q), 2.0 + 4.0); // both passes end at once
        QCOMPARE(q.seconds(), 8.0);
    }

    void aSingleBucketWaitsForTheWholePass()
    {
        const BucketStream q{1, 0, 3, 10, 1, 0, 2};
        QCOMPARE(exposedSeconds(q), 2.0);
    }

    /// Gradients of a single layer are ready when its pass ends, however many buckets they fill.
    void oneLayerSendsAllItsBucketsAfterThePass()
    {
        for (const double buckets : {3.0, 1001.0}) {
            BucketStream q;
            q.layers = q.chunks = 1;
            q.pass_s = 1;
            q.buckets = buckets;
            q.bucket_s = q.last_s = 1e-5;
            VERIFY_CLOSE(exposedSeconds(q), buckets * 1e-5, 1e-9);
        }
    }

    void aSlowNetworkHidesOnlyWhatItSendsDuringThePass()
    {
        const BucketStream q{1, 0, 4, 0, 4, 10, 10};
        QCOMPARE(exposedSeconds(q), 40.0 - 3.0); // the first bucket is ready after 1 of 4 seconds
    }

    void separatedChunksHideEachOthersGradients()
    {
        BucketStream q{4, 30, 10, 4, 2, 10, 10}; // half is ready after 5 s
        QCOMPARE(exposedSeconds(q), 10.0 + 5.0);
        q.apart_s = 12; // sending a chunk takes longer than the time until the next
        QCOMPARE(exposedSeconds(q), 10.0 + 5.0 + 3 * (20 - 12.0));
    }

    void manyLayersAndBucketsGiveAFiniteTime()
    {
        const BucketStream q{1, 0, 1, 1e6, 1e9, 1e-9, 1e-9};
        QVERIFY(exposedSeconds(q) >= 0);
        QVERIFY(bucketTimes(q, 100).size() == 100);
    }
};

KNEEPOINT_TEST(OverlapTest)
#include "overlap_test.moc"
