// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QToolButton;

namespace kneepoint {

/// An imported file, or the files of one run: kind, name, one finding, a switch and a button that removes it.
class EvidenceChip : public QWidget {
    Q_OBJECT
public:
    struct Content {
        QString kind;    ///< "Trace"
        QString name;    ///< "rank0.json"
        QString finding; ///< "14.8 s"
        QString tip;     ///< the summary, and where each figure was read
        QString changes; ///< what using it would replace; shown first in the tip while it is not used
        bool used = false;
        bool operator==(const Content&) const = default;
    };

    explicit EvidenceChip(QWidget* parent = nullptr);

    void show(const Content& content);
    using QWidget::show;
    [[nodiscard]] const Content& content() const { return m_content; }
    [[nodiscard]] QCheckBox& useSwitch() const { return *m_use; }
    [[nodiscard]] QToolButton& removeButton() const { return *m_remove; }

signals:
    void useToggled(bool use);
    void removed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_kind;
    QLabel* m_name;
    QLabel* m_finding;
    QCheckBox* m_use;
    QToolButton* m_remove;
    Content m_content;
};

} // namespace kneepoint
