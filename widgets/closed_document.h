// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTextDocument>

namespace kneepoint {

/// A document that opens no file, whatever its text names as a picture or style sheet.
class ClosedDocument : public QTextDocument {
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int /*type*/, const QUrl& /*name*/) override { return QImage(1, 1, QImage::Format_Mono); }
};

} // namespace kneepoint
