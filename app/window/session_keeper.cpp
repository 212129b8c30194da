// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_keeper.h"

#include "app/window/file_controller.h"
#include "app/window/main_window.h"
#include "widgets/panels/message_bar.h"
#include "widgets/save_file.h"
#include "widgets/text.h"

#include <QDeadlineTimer>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QUndoStack>

#include <chrono>
#include <iostream>
#include <utility>

namespace kneepoint {
namespace {

/// Renames a file so that nothing overwrites it; returns its new path, empty on failure.
QString renamedAside(const QString& path)
{
    for (int i = 1; i < 1000; ++i)
        if (const QString aside = QStringLiteral("%1.unreadable-%2").arg(path).arg(i); !QFileInfo::exists(aside))
            return QFile::rename(path, aside) ? aside : QString();
    return {};
}

std::chrono::milliseconds left(const QDeadlineTimer& patience)
{
    return std::chrono::milliseconds(patience.remainingTime());
}

bool askToClose(QWidget* parent, const QString& sentence)
{
    QMessageBox box(QMessageBox::Warning, SessionKeeper::tr("Unsaved work"), sentence, QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    const QPushButton* close = box.addButton(SessionKeeper::tr("Close anyway"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == close;
}

} // namespace

SessionKeeper::SessionKeeper(MainWindow& window, QString path, SessionAccess access, SessionPatience patience)
    : confirm_close([&window](const QString& sentence) { return askToClose(&window, sentence); })
    , m_window(window)
    , m_path(std::move(path))
    , m_access(std::move(access))
    , m_patience(patience)
    , m_soon(patience.unsaved, [this] { save(); })
{
    m_finding.ask(
        [session = m_path, reader = m_access.read]() -> Found {
            auto recovery = std::make_shared<Recovery>(Recovery::folderOf(session));
            const QString from = recovery->isTakenOver() ? recovery->path() : session;
            return {std::move(recovery), from, reader(from)};
        },
        [this](const Found& found) {
            restore(found);
            if (m_closing && !m_saving.isBusy())
                keepAndClose();
        });
    m_late = !m_finding.wait(m_patience.first_picture);
    connect(&window, &MainWindow::sessionChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    window.installEventFilter(this);
}

SessionKeeper::~SessionKeeper()
{
    finish(std::cerr);
}

bool SessionKeeper::finish(std::ostream& err)
{
    if (std::exchange(m_finished, true))
        return true;
    Saved last = saveLast();
    const bool modified = m_window.document().isModified();
    if (last.session && m_recovery && (!modified || !m_recovery->hasCompany()))
        m_recovery->discard();
    const Session session = m_window.session();
    if (m_in_session == session)
        last.session = {};
    if (m_in_recovery == session)
        last.recovery = {};
    if (last.session)
        return true;
    const QString sentence =
        modified ? warning(last) : tr("The session cannot be saved: %1.").arg(toQString(last.session.error().message));
    err << "kneepoint: " << sentence.toStdString() << std::endl;
    return modified && last.recovery;
}

void SessionKeeper::restore(const Found& found)
{
    m_recovery = found.recovery;
    if (m_late && m_window.document().undoStack()->count() > 0)
        return setAside(found, tr("The last session was read after you had begun to work, and is not shown."));
    const Result<void> restored =
        found.session ? m_window.restoreSession(*found.session) : tl::unexpected(found.session.error());
    if (!restored)
        setAside(found, tr("The last session could not be restored: %1.").arg(toQString(restored.error().message)));
    else if (m_recovery->isTakenOver())
        m_window.messageBar().say(recoverySentence(), MessageBar::Tone::notice);
    if (restored)
        followFile();
}

SessionKeeper::OnDisk SessionKeeper::lookAt(
    const DocumentState& known, const Calibration& calibration, const QString& folder)
{
    OnDisk now{readScenario(known.path, calibration)};
    if (!now.file || now.file->on_disk == known.on_disk)
        return now;
    const auto isKnown = [&](const Scenario& scenario, const std::vector<KeptEvidence>& evidence) {
        return known.file.scenario == scenario && known.file.evidence == evidence;
    };
    now.differs = !isKnown(now.file->file.scenario, now.file->file.evidence);
    if (!now.differs || isKnown(known.baseline, known.saved_evidence))
        return now;
    const QString name = folder + u'/' + QFileInfo(known.path).completeBaseName();
    now.copy = name + QStringLiteral(" (unsaved).kneepoint");
    for (int i = 2; QFileInfo::exists(now.copy); ++i)
        now.copy = QStringLiteral("%1 (unsaved %2).kneepoint").arg(name).arg(i);
    const QByteArray content = QByteArray::fromStdString(writeScenario(known.file, calibration));
    if (const Result<void> kept = savePrivateFile(now.copy, content); !kept)
        now.file = tl::unexpected(kept.error()); // the window keeps the changes
    return now;
}

void SessionKeeper::followFile()
{
    const ScenarioDocument& document = m_window.document();
    if (document.filePath().isEmpty())
        return;
    m_looking.ask([known = document.state(), calibration = document.calibration(),
                      folder = Recovery::folderOf(m_path)] { return lookAt(known, calibration, folder); },
        [this, path = document.filePath()](const OnDisk& now) { showFile(now, path); });
    m_looking.wait(m_patience.first_picture);
}

void SessionKeeper::showFile(const OnDisk& now, const QString& path)
{
    ScenarioDocument& document = m_window.document();
    if (document.filePath() != path || document.undoStack()->count() > 0)
        return; // saving it asks
    MessageBar& messages = m_window.messageBar();
    if (!now.file)
        return messages.say(
            tr("%1. The window shows what the last session had.").arg(toQString(now.file.error().message)));
    if (now.file->on_disk == document.state().on_disk)
        return;
    const ScenarioFile& file = now.file->file;
    document.restore({file, path, file.scenario, file.evidence, now.file->on_disk});
    const QString name = QFileInfo(path).fileName();
    if (!now.copy.isEmpty())
        messages.say(tr("“%1” has changed since the last session, and is shown as it is now. Your unsaved changes are "
                        "kept in %2.")
                         .arg(name, now.copy),
            MessageBar::Tone::notice, {tr("Open them"), [this, copy = now.copy] { m_window.files().open(copy); }});
    else if (now.differs)
        messages.say(tr("“%1” has changed since the last session, and is shown as it is now.").arg(name),
            MessageBar::Tone::notice);
    else
        messages.hide(); // a killed window had saved it
}

void SessionKeeper::setAside(const Found& found, QString sentence)
{
    if (QFileInfo(found.path).isFile()) {
        const QString aside = renamedAside(found.path);
        if (aside.isEmpty())
            m_path.clear(); // nothing is written over it
        sentence += u' ' + tr("It is kept in %1.").arg(aside.isEmpty() ? found.path : aside);
    }
    m_window.messageBar().say(sentence);
}

QString SessionKeeper::recoverySentence() const
{
    const QString back = tr("Recovered the unsaved changes of “%1”.").arg(m_window.document().title());
    const int left = m_recovery->orphansLeft();
    return left > 0 ? tr("%1 There is more unsaved work: start Kneepoint again to open it (%2).").arg(back).arg(left)
                    : back;
}

void SessionKeeper::write(const Session& session, std::function<void(const Saved&)> then)
{
    const QString recovery = m_recovery ? m_recovery->path() : QString();
    m_saving.ask(
        [session, path = m_path, recovery, writer = m_access.write]() -> Saved {
            Saved saved;
            saved.recovery = recovery.isEmpty()
                ? Result<void>(failure(tr("no file can be written in %1").arg(Recovery::folderOf(path)).toStdString()))
                : writer(session, recovery);
            saved.session = writer(session, path);
            return saved;
        },
        [this, session, then = std::move(then)](const Saved& saved) {
            const auto remember = [&](std::optional<Session>& written, const Result<void>& result) {
                if (result)
                    written = session;
                else if (written != session) // the file can have the old content or the new one
                    written.reset();
            };
            remember(m_in_session, saved.session);
            remember(m_in_recovery, saved.recovery);
            then(saved);
        });
}

SessionKeeper::Saved SessionKeeper::noAnswer() const
{
    const Result<void> no_answer = failure(tr("%1 does not answer").arg(m_path).toStdString());
    return {no_answer, no_answer};
}

SessionKeeper::Saved SessionKeeper::saveLast()
{
    const QDeadlineTimer patience(m_patience.last);
    Saved outcome = noAnswer();
    if (!m_finding.wait(left(patience)) || !m_saving.wait(left(patience))) // a later write must not be overtaken
        return outcome;
    write(m_window.session(), [&outcome](const Saved& saved) { outcome = saved; });
    if (!m_saving.wait(left(patience)))
        m_saving.stop();
    return outcome;
}

bool SessionKeeper::mayClose()
{
    if (m_closing)
        return confirm_close(warning(noAnswer()));
    m_closing = true;
    m_asking = true;
    if (!m_finding.isBusy() && !m_saving.isBusy())
        keepAndClose();
    const QDeadlineTimer patience(m_patience.closing);
    if (m_finding.wait(left(patience)) && m_saving.wait(left(patience))) // an earlier one
        m_saving.wait(left(patience));
    m_asking = false;
    if (m_closing)
        m_window.messageBar().say(
            tr("Closing once your unsaved work is kept. Close again to decide."), MessageBar::Tone::notice);
    return std::exchange(m_may_close, false);
}

void SessionKeeper::keepAndClose()
{
    write(m_window.session(), [this](const Saved& saved) {
        m_may_close = saved.session || confirm_close(warning(saved));
        m_closing = false;
        if (m_may_close && !m_asking)
            m_window.close();
    });
}

void SessionKeeper::save()
{
    if (m_finding.isBusy() || m_saving.isBusy())
        return m_soon.start();
    const Session session = m_window.session();
    write(session, [this, session](const Saved& saved) {
        const QString now = warning(saved);
        const QString before = std::exchange(m_warning, now);
        if (now.isEmpty())
            emit kept(session);
        else if (now != before)
            m_window.messageBar().say(now);
        if (m_closing)
            keepAndClose();
    });
}

QString SessionKeeper::warning(const Saved& saved) const
{
    const auto reason = [](const Result<void>& result) { return toQString(result.error().message); };
    if (saved.session && saved.recovery)
        return {};
    if (saved.session)
        return tr("If the program is killed, unsaved work can be lost: %1.").arg(reason(saved.recovery));
    if (saved.recovery)
        return tr("The session cannot be saved: %1. Unsaved work is kept in %2 and opened at the next start.")
            .arg(reason(saved.session), m_recovery->path());
    return tr("Unsaved work cannot be kept: %1. Save the scenario elsewhere.").arg(reason(saved.session));
}

bool SessionKeeper::eventFilter(QObject* watched, QEvent* event)
{
    const bool unsafe = event->type() == QEvent::Close && watched == &m_window && m_window.document().isModified()
        && !std::exchange(m_may_close, false);
    if (!unsafe || mayClose())
        return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

} // namespace kneepoint
