// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_keeper.h"

#include "app/document/session.h"
#include "app/window/main_window.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace kneepoint {
namespace {

/// Renames a file so that nothing overwrites it; returns its new path, empty on failure.
QString setAside(const QString& path)
{
    for (int i = 1; i < 1000; ++i)
        if (const QString aside = QStringLiteral("%1.unreadable-%2").arg(path).arg(i); !QFileInfo::exists(aside))
            return QFile::rename(path, aside) ? aside : QString();
    return {};
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

SessionKeeper::SessionKeeper(MainWindow& window, QString path)
    : confirm_close([&window](const QString& sentence) { return askToClose(&window, sentence); })
    , m_window(window)
    , m_path(std::move(path))
    , m_recovery(Recovery::folderOf(m_path))
{
    restore();
    m_soon.setSingleShot(true);
    m_soon.setInterval(longest_delay_ms);
    connect(&m_soon, &QTimer::timeout, this, &SessionKeeper::save);
    connect(&window, &MainWindow::sessionChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    window.installEventFilter(this);
}

SessionKeeper::~SessionKeeper()
{
    const bool in_session = saveNow().session.has_value();
    if (in_session && (!m_window.document().isModified() || !m_recovery.hasCompany()))
        m_recovery.discard();
}

void SessionKeeper::restore()
{
    const QString from = m_recovery.isTakenOver() ? m_recovery.path() : m_path;
    const Result<Session> session = loadSession(from);
    const Result<void> restored = session ? m_window.restoreSession(*session) : tl::unexpected(session.error());
    if (restored) {
        if (m_recovery.isTakenOver())
            m_window.messageBar().say(recoverySentence(), MessageBar::Tone::notice);
        return;
    }
    QString sentence = tr("The last session could not be restored: %1.").arg(toQString(restored.error().message));
    if (QFileInfo(from).isFile()) {
        const QString aside = setAside(from);
        if (aside.isEmpty())
            m_path.clear(); // nothing is written over it
        sentence += u' ' + tr("It is kept in %1.").arg(aside.isEmpty() ? from : aside);
    }
    m_window.messageBar().say(sentence);
}

QString SessionKeeper::recoverySentence() const
{
    const QString back = tr("Recovered the unsaved changes of “%1”.").arg(m_window.document().title());
    const int left = m_recovery.orphansLeft();
    return left > 0 ? tr("%1 There is more unsaved work: start Kneepoint again to open it (%2).").arg(back).arg(left)
                    : back;
}

SessionKeeper::Saved SessionKeeper::saveNow()
{
    const Session session = m_window.session();
    Saved saved;
    saved.recovery = m_recovery.path().isEmpty()
        ? Result<void>(failure(tr("no file can be written in %1").arg(Recovery::folderOf(m_path)).toStdString()))
        : saveSession(session, m_recovery.path());
    saved.session = saveSession(session, m_path);
    return saved;
}

void SessionKeeper::save()
{
    const QString now = warning(saveNow());
    const QString before = std::exchange(m_warning, now);
    if (now.isEmpty())
        emit kept();
    else if (now != before)
        m_window.messageBar().say(now);
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
            .arg(reason(saved.session), m_recovery.path());
    return tr("Unsaved work cannot be kept: %1. Save the scenario elsewhere.").arg(reason(saved.session));
}

bool SessionKeeper::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Close && watched == &m_window && m_window.document().isModified())
        if (const Saved saved = saveNow(); !saved.session && !confirm_close(warning(saved))) {
            event->ignore();
            return true;
        }
    return QObject::eventFilter(watched, event);
}

} // namespace kneepoint
