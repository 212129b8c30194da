// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/copied_flags.h"

#include "model/scenario/scenario.h"
#include "model/search/launch_flags.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

namespace kneepoint {

void copyAsFlags(const Scenario& s, const Layout& layout, const Framework& framework, MessageBar& messages)
{
    QGuiApplication::clipboard()->setText(toQString(framework.text(s, layout)));
    messages.say(QCoreApplication::translate("CopiedFlags", "Copied as %1: %2")
                     .arg(toQString(framework.label), toQString(layoutText(s, layout))),
        MessageBar::Tone::done);
}

} // namespace kneepoint
