// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/linear_pieces.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// Points of a line at 1, 2, 4, … below 2^end.
std::vector<MeasuredPoint> lineOf(double intercept, double slope, int begin, int end)
{
    std::vector<MeasuredPoint> points;
    for (int i = begin; i < end; ++i)
        points.push_back({static_cast<double>(1 << i), intercept + slope * (1 << i)});
    return points;
}

std::vector<MeasuredPoint> joined(std::vector<MeasuredPoint> a, const std::vector<MeasuredPoint>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace

/// Latency and bandwidth as straight lines through times over sizes.
class LineFitsTest : public QObject {
    Q_OBJECT

private slots:
    void aLineIsFoundExactly()
    {
        const auto pieces = fitPieces(lineOf(20, 0.5, 0, 20));
        QCOMPARE(pieces.size(), std::size_t(1));
        QCOMPARE(pieces[0].from, 1.);
        QCOMPARE(pieces[0].to, 524288.);
        VERIFY_CLOSE(pieces[0].intercept, 20, 1e-9);
        VERIFY_CLOSE(pieces[0].slope, 0.5, 1e-9);
    }

    void twoPointsAreALineAndOneIsNone()
    {
        const std::vector<MeasuredPoint> two{{1, 3}, {3, 5}};
        QCOMPARE(fitPieces(two).size(), std::size_t(1));
        VERIFY_CLOSE(fitPieces(two)[0].intercept, 2, 1e-9);
        VERIFY_CLOSE(fitPieces(two)[0].slope, 1, 1e-9);
        QVERIFY(fitPieces(std::span(two).first(1)).empty());
        QVERIFY(fitPieces({}).empty());
    }

    /// Times that fall with the size have no rate; times below zero have no latency.
    void neitherLatencyNorRateIsNegative()
    {
        const auto falling = fitPieces(std::vector<MeasuredPoint>{{1, 3}, {2, 2.9}, {4, 2.7}});
        QCOMPARE(falling.at(0).slope, 0.);
        VERIFY_BETWEEN(falling[0].intercept, 2.7, 3.);
        const auto steep = fitPieces(std::vector<MeasuredPoint>{{1, 0.9}, {2, 1.9}, {4, 3.9}});
        QCOMPARE(steep.at(0).intercept, 0.);
        VERIFY_BETWEEN(steep[0].slope, 0.9, 0.975);
    }

    /// LL, LL128 and Simple: each protocol has a latency and a rate of its own.
    void protocolsArePieces()
    {
        const auto two = fitPieces(joined(lineOf(10, 1, 0, 8), lineOf(200, 0.1, 8, 16)));
        QCOMPARE(two.size(), std::size_t(2));
        QCOMPARE(two[0].from, 1.);
        QCOMPARE(two[0].to, 128.);
        VERIFY_CLOSE(two[0].intercept, 10, 1e-6);
        VERIFY_CLOSE(two[0].slope, 1, 1e-6);
        QCOMPARE(two[1].from, 256.);
        QCOMPARE(two[1].to, 32768.);
        VERIFY_CLOSE(two[1].intercept, 200, 1e-6);
        VERIFY_CLOSE(two[1].slope, 0.1, 1e-6);
        const auto three =
            fitPieces(joined(joined(lineOf(10, 1, 0, 7), lineOf(200, 0.1, 7, 14)), lineOf(5000, 0.01, 14, 21)));
        QCOMPARE(three.size(), std::size_t(3));
        for (const auto& [i, intercept] : {std::pair(0, 10.), {1, 200.}, {2, 5000.}})
            VERIFY_CLOSE(three[static_cast<std::size_t>(i)].intercept, intercept, 1e-6);
        QCOMPARE(three[1].from, 128.);
        QCOMPARE(three[1].to, 8192.);
        QCOMPARE(three[2].from, 16384.);
    }

    /// A piece has at least four points, so seven are never two.
    void fewPointsAreOnePiece()
    {
        QCOMPARE(fitPieces(joined(lineOf(10, 1, 0, 3), lineOf(2000, 0.1, 3, 7))).size(), std::size_t(1));
        QCOMPARE(fitPieces(joined(lineOf(10, 1, 0, 4), lineOf(2000, 0.1, 4, 8))).size(), std::size_t(2));
    }

    void aDisturbedPointHasLittleWeight()
    {
        std::vector<MeasuredPoint> points = lineOf(20, 0.5, 0, 16);
        points[7].y *= 3;
        const auto pieces = fitPieces(points);
        QCOMPARE(pieces.size(), std::size_t(1));
        VERIFY_CLOSE(pieces[0].intercept, 20, 0.01);
        VERIFY_CLOSE(pieces[0].slope, 0.5, 0.01);
    }

    /// Of thousands of points some are fitted, the first and the last among them.
    void manyPointsAreFittedToTheirEnds()
    {
        std::vector<MeasuredPoint> points;
        for (int i = 1; i <= 5000; ++i)
            points.push_back({static_cast<double>(i), 20 + 0.5 * i});
        const auto pieces = fitPieces(points);
        QCOMPARE(pieces.size(), std::size_t(1));
        QCOMPARE(pieces[0].from, 1.);
        QCOMPARE(pieces[0].to, 5000.);
        VERIFY_CLOSE(pieces[0].slope, 0.5, 1e-9);
    }
};

KNEEPOINT_TEST(LineFitsTest)
#include "line_fits_test.moc"
