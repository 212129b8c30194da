// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace kneepoint {

/// A word-wrapped label of constant text that lays it out once for every width: layouts ask for its height again and
/// again, which is a fifth of the work of opening the window otherwise.
class WrappedLabel : public QLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    mutable QHash<int, int> m_heights;
};

} // namespace kneepoint
