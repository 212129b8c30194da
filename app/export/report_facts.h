// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/prices.h"
#include "model/catalogue/scenario_file.h"
#include "model/diagnosis/diagnosis.h"

#include <QList>
#include <QString>
#include <QStringList>

/// What a report says, as plain texts, for paper and for the screen.
namespace kneepoint {

struct ReportFigure {
    QString caption;
    QString value;
    QString interval; ///< "12.8–17.7"; empty without one
    QString mark;     ///< why the figure does not hold; empty if it does
};

/// A cause, or a loss that no cause names.
struct ReportBottleneck {
    QString name;
    QString share;
    QString text; ///< the finding, then its best fix
    QStringList fixes;
};

struct ReportAssumption {
    QString label;
    QString value;
    int source = -1; ///< index into ReportFacts::sources; -1: as entered
};

struct ReportFacts {
    QString title;
    QString layout; ///< "TP 4 · PP 4 · DP 16 · NeMo 2025 · BF16"
    QString about;
    QList<ReportFigure> figures;
    QString interval;    ///< where the intervals come from
    QString claim;       ///< "The job scales."
    QString verdict;     ///< two sentences on why
    QStringList remarks; ///< warnings
    QList<ReportBottleneck> bottlenecks;
    QList<ReportAssumption> main;   ///< the assumptions that everybody asks for
    QList<ReportAssumption> differ; ///< all that differ from their defaults
    QList<ReportAssumption> prices;
    QString price_note;
    QStringList sources;
    QString origin;   ///< of the scenario; may be empty
    QString measured; ///< the section about imported files, as HTML; empty without any
};
[[nodiscard]] ReportFacts reportFacts(
    const ScenarioFile& file, const Analysis& a, const Diagnosis& d, const PriceList& prices);

/// The address of a source, if it has one that a browser opens: an address in it, an arXiv number or a DOI.
[[nodiscard]] QString addressOf(const QString& source);

} // namespace kneepoint
