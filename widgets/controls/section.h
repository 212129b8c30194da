// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QToolButton;
class QVBoxLayout;

namespace kneepoint {

/// A collapsible section. The content is built when it is first shown.
class Section : public QWidget {
    Q_OBJECT
public:
    /// `build` adds the content to the given layout.
    Section(QString title, std::function<void(QVBoxLayout&)> build, QWidget* parent = nullptr);

    void setUnfolded(bool unfolded);
    [[nodiscard]] bool isUnfolded() const;
    [[nodiscard]] QString title() const;
    /// Shows in the heading how many of its parameters differ from the baseline, if any.
    void setChanged(int count);
    [[nodiscard]] int changed() const { return m_changed; }
    /// Builds the content without unfolding it.
    void build();

signals:
    void unfolded(bool unfolded);

private:
    QString m_title;
    std::function<void(QVBoxLayout&)> m_build;
    QToolButton* m_heading;
    QWidget* m_content;
    int m_changed = 0;
};

} // namespace kneepoint
