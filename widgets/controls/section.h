// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QToolButton;
class QVBoxLayout;

namespace kneepoint {

/// A heading that unfolds what is under it. The content is built when it is first seen.
class Section : public QWidget {
    Q_OBJECT
public:
    /// `build` adds the content to the layout that it is given.
    Section(const QString& title, std::function<void(QVBoxLayout&)> build, QWidget* parent = nullptr);

    void setUnfolded(bool unfolded);
    [[nodiscard]] bool isUnfolded() const;
    [[nodiscard]] QString title() const;
    /// Builds the content without unfolding it.
    void build();
    [[nodiscard]] bool isBuilt() const { return !m_build; }

signals:
    void unfolded(bool unfolded);

private:
    std::function<void(QVBoxLayout&)> m_build;
    QToolButton* m_heading;
    QWidget* m_content;
};

} // namespace kneepoint
