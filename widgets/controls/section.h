// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include <functional>

class QVBoxLayout;

namespace kneepoint {

/// A row that unfolds: chevron, bold name, how many of its parameters have been changed, and at the right what is
/// inside, in a few muted words.
class SectionHeading : public QToolButton {
    Q_OBJECT
public:
    explicit SectionHeading(const QString& title, QWidget* parent = nullptr);

    void setChanged(int count);
    void setSummary(const QString& summary);
    /// As large as the name; `brief` where there is no room for both.
    void setProminentSummary(const QString& summary, const QString& brief);
    /// What is drawn of the summary at this width.
    [[nodiscard]] QString summaryFor(int width) const;
    [[nodiscard]] QString summary() const { return m_summary; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// A name beside a prominent summary is never cut: it takes a second line.
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();
    [[nodiscard]] int titleWidth() const;
    [[nodiscard]] int titleRoom(int width) const;

    QString m_title;
    QString m_summary;
    QString m_brief;
    bool m_prominent = false;
    int m_changed = 0;
};

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
    void setChanged(int count) { m_heading->setChanged(count); }
    /// What is in it, at the right of the heading.
    void setSummary(const QString& summary) { m_heading->setSummary(summary); }
    [[nodiscard]] QString summary() const { return m_heading->summary(); }
    [[nodiscard]] SectionHeading& heading() const { return *m_heading; }
    /// Builds the content without unfolding it.
    void build();

signals:
    void unfolded(bool unfolded);

private:
    QString m_title;
    std::function<void(QVBoxLayout&)> m_build;
    SectionHeading* m_heading;
    QWidget* m_content;
};

} // namespace kneepoint
