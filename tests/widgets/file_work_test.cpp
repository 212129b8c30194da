// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/file_work.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/support/thread_end.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <semaphore>
#include <thread>

using namespace kneepoint;

namespace {

/// Shared with a thread that may outlive the test.
struct Gate {
    std::binary_semaphore open{0};
    std::atomic<bool> done = false;
    std::atomic<bool> wanted = true;
};

} // namespace

/// Files on a thread that nobody waits for.
class FileWorkTest : public QObject {
    Q_OBJECT

private slots:
    void progressAndAnswerAreDelivered()
    {
        FileWork<int> work;
        QList<double> shares;
        int answer = 0;
        work.ask(
            [](const FileWork<int>::Report& report) {
                report(0.25);
                report(0.75);
                return 7;
            },
            [&answer](int found) { answer = found; }, [&shares](double share) { shares << share; });
        COMPARE_EVENTUALLY(answer, 7);
        QCOMPARE(shares, (QList<double>{0.25, 0.75}));
        QVERIFY(!work.isBusy());
    }

    /// Such as reading from a network that is down.
    void workThatIsForgottenHoldsUpNobody()
    {
        const auto gate = std::make_shared<Gate>();
        const test::ThreadEnd worker;
        {
            FileWork<int> work;
            work.ask(
                [gate, worker](const FileWork<int>::Report& report) {
                    worker.watch();
                    gate->open.acquire();
                    gate->wanted = report(0.5);
                    return 7;
                },
                [](int) { QFAIL("it was forgotten"); }, [](double) { QFAIL("it was forgotten"); });
            QVERIFY(!work.wait(std::chrono::milliseconds(1)));
            work.forget();
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
        FileWork<int> work;
        const auto gate = std::make_shared<Gate>();
        work.ask(
            [gate](const FileWork<int>::Report& report) {
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
            [](const FileWork<int>::Report& report) {
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
        auto work = std::make_unique<FileWork<int>>();
        work->ask([] { return 7; }, [&work](int) { work.reset(); });
        VERIFY_EVENTUALLY(!work);
    }
};

KNEEPOINT_TEST(FileWorkTest)
#include "file_work_test.moc"
