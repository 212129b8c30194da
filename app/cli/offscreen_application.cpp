// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offscreen_application.h"

#include "app/document/version.h"

#include <cstdio>

namespace kneepoint {

namespace {

/// Keeps remarks of the platform off standard error, which is for one sentence of ours.
void forwardOnlyFailures(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

} // namespace

OffscreenApplication::OffscreenApplication(double scale)
{
    if (QCoreApplication::instance())
        return;
    qInstallMessageHandler(forwardOnlyFailures);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", QByteArray::number(scale));
    m_application = std::make_unique<QApplication>(m_argc, m_argv);
    QApplication::setApplicationVersion(QString::fromLatin1(programVersion()));
}

} // namespace kneepoint
