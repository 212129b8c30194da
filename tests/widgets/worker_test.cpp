// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/worker.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/support/thread_end.h"

#include <QTest>

#include <atomic>
#include <semaphore>
#include <vector>

using namespace kneepoint;

namespace {

using Counter = Background<int>;
using Reading = FileWork<int>;

/// Work that lasts until it is asked to stop.
int untilStopped(const std::stop_token& stop, const Counter::Progress&)
{
    while (!stop.stop_requested())
        std::this_thread::yield();
    return -1;
}

/// Shared with a thread that may outlive the test.
struct Gate {
    std::binary_semaphore open{0};
    std::atomic<bool> done = false;
    std::atomic<bool> wanted = true;
};

} // namespace

/// Work on a separate thread: answers arrive on the owner's, once, and only those of the last request.
class WorkerTest : public QObject {
    Q_OBJECT

private slots:
    void anAnswerIsDeliveredOnceOnTheThreadOfTheOwner()
    {
        Counter background;
        QVERIFY(!background.isBusy());
        std::vector<int> answers;
        const std::thread::id own = std::this_thread::get_id();
        std::atomic<bool> elsewhere = false;
        bool busy = true;
        background.ask(
            [&](const std::stop_token&, const auto&) {
                elsewhere = std::this_thread::get_id() != own;
                return 42;
            },
            [&](int answer) {
                QVERIFY(std::this_thread::get_id() == own);
                busy = background.isBusy();
                answers.push_back(answer);
            });
        QVERIFY(background.isBusy());
        VERIFY_EVENTUALLY(!answers.empty());
        QVERIFY(elsewhere && !busy && !background.isBusy());
        test::processPostedEvents();
        QCOMPARE(answers, std::vector<int>{42});
    }

    void progressArrivesInOrderBeforeTheAnswer()
    {
        Counter background;
        std::vector<double> shares;
        std::size_t before = 0;
        bool answered = false;
        background.ask(
            [](const std::stop_token&, const Counter::Progress& report) {
                for (const double share : {0.25, 0.5, 1.0})
                    report(share);
                return 1;
            },
            [&](int) {
                before = shares.size();
                answered = true;
            },
            [&](double share) { shares.push_back(share); });
        VERIFY_EVENTUALLY(answered);
        QCOMPARE(shares, (std::vector{0.25, 0.5, 1.0}));
        QCOMPARE(before, std::size_t(3));
    }

    void workIsToldWhetherProgressIsWanted()
    {
        Counter background;
        int wanted = -1;
        background.ask([](const std::stop_token&, const Counter::Progress& report) { return report ? 1 : 0; },
            [&](int answer) { wanted = answer; });
        COMPARE_EVENTUALLY(wanted, 0);
    }

    void aNewRequestStopsTheFormerOne()
    {
        Counter background;
        std::vector<int> answers;
        const auto keep = [&](int answer) { answers.push_back(answer); };
        background.ask(untilStopped, keep);
        background.ask([](const std::stop_token&, const auto&) { return 2; }, keep);
        QVERIFY(background.isBusy());
        VERIFY_EVENTUALLY(!answers.empty());
        QCOMPARE(answers, std::vector<int>{2});
    }

    /// An answer that waits in the event loop belongs to a former request, too.
    void anAnswerOnItsWayIsDroppedByAStop()
    {
        Counter background;
        bool delivered = false;
        const test::ThreadEnd worker;
        background.ask(
            [&](const std::stop_token&, const auto& report) {
                worker.watch();
                report(1);
                return 3;
            },
            [&](int) { delivered = true; }, [&](double) { delivered = true; });
        while (!worker.hasEnded())
            std::this_thread::yield();
        background.stop();
        QVERIFY(!background.isBusy());
        test::processPostedEvents();
        QVERIFY(!delivered);
        background.stop(); // nothing runs
        QVERIFY(!background.isBusy());
    }

    void aStopWaitsForTheWork()
    {
        Counter background;
        std::atomic<bool> ended = false;
        background.ask(
            [&](const std::stop_token& stop, const auto& report) {
                const int answer = untilStopped(stop, report);
                ended = true;
                return answer;
            },
            [](int) {});
        background.stop();
        QVERIFY(ended);
    }

    void destructionStopsTheWork()
    {
        bool delivered = false;
        {
            Counter background;
            background.ask(untilStopped, [&](int) { delivered = true; });
        }
        test::processPostedEvents();
        QVERIFY(!delivered);
    }

    /// Such as reading from a network that is down.
    void workThatIsForgottenHoldsUpNobody()
    {
        const auto gate = std::make_shared<Gate>();
        const test::ThreadEnd worker;
        {
            Reading work;
            work.ask(
                [gate, worker](const std::stop_token& stop, const Reading::Progress& report) {
                    worker.watch();
                    gate->open.acquire();
                    report(0.5);
                    gate->wanted = !stop.stop_requested();
                    return 7;
                },
                [](int) { QFAIL("it was forgotten"); }, [](double) { QFAIL("it was forgotten"); });
            QVERIFY(!work.wait(std::chrono::milliseconds(1)));
            work.stop();
            QVERIFY(!work.isBusy());
        }
        gate->open.release(); // only now: nobody has waited for it
        VERIFY_EVENTUALLY(worker.hasEnded());
        QVERIFY(!gate->wanted); // so it can stop early
        QCoreApplication::processEvents();
    }

    /// What is reported just before a new request belongs to the old one, although its event is still on its way.
    void reportsOfARequestThatWasReplacedAreDropped()
    {
        Reading work;
        const auto gate = std::make_shared<Gate>();
        work.ask(
            [gate](const std::stop_token&, const Reading::Progress& report) {
                report(0.5);
                gate->done = true;
                gate->open.acquire();
                return 7;
            },
            [](int) { QFAIL("it was replaced"); }, [](double) { QFAIL("it was replaced"); });
        while (!gate->done)
            std::this_thread::yield();
        QList<double> shares;
        int answer = 0;
        work.ask(
            [](const std::stop_token&, const Reading::Progress& report) {
                report(0.25);
                return 8;
            },
            [&answer](int found) { answer = found; }, [&shares](double share) { shares << share; });
        gate->open.release();
        COMPARE_EVENTUALLY(answer, 8);
        QCOMPARE(shares, (QList<double>{0.25}));
    }

    /// As a list of requests does that forgets what is done.
    void anAnswerMayDestroyIt()
    {
        auto work = std::make_unique<Reading>();
        work->ask([] { return 7; }, [&work](int) { work.reset(); });
        VERIFY_EVENTUALLY(!work);
    }
};

KNEEPOINT_TEST(WorkerTest)
#include "worker_test.moc"
