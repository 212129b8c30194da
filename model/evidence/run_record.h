// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kneepoint {

/// A figure about memory, by the name of its column: "measured.peak_memory_GB".
struct MemoryFigure {
    std::string name;
    double bytes = 0;
};

/// A training run as its source reports it: a published row, a run of the user's own, a row of a file of layouts. Texts
/// are as the source words them; empty if it does not state them.
struct RunRecord {
    std::string source; ///< title of the publication
    std::string id;
    std::string series;
    std::string quality;
    std::string kind;
    std::string model_kind;
    std::string attention;
    std::string attention_kernel;
    std::string gpu;
    std::string network;
    std::string recompute;
    std::string precision;
    std::string sharding;
    std::string mp_mode; ///< of mixed precision: "PURE"
    std::string master;  ///< format of the weights that the optimizer updates: "bf16"
    std::string sync;
    std::string schedule;
    std::string software;           ///< the program and its version
    std::string gradient_precision; ///< of gradients on the network
    std::string overlap;
    std::string notes;
    std::optional<bool> compiled;        ///< with torch.compile
    std::optional<bool> accumulates;     ///< whether the software could accumulate gradients over micro-batches
    std::optional<double> nvlink_domain; ///< GPUs
    std::optional<double> whole_layers;  ///< of the model, if the run has fewer
    std::optional<double> local_batch;   ///< examples per replica and step
    Evidence stated;                     ///< settings and measurements
    std::vector<MemoryFigure> memory;

    [[nodiscard]] std::optional<double> setting(std::string_view parameter) const
    {
        return settingOf(stated, parameter);
    }
    [[nodiscard]] double setting(std::string_view parameter, double otherwise) const
    {
        return setting(parameter).value_or(otherwise);
    }
};

/// The values of a row by the full name of their column ("layout.tp"), whatever short name the file uses.
class RowCells {
public:
    using Json = nlohmann::ordered_json;

    /// A value under its name; of two for one column, the later one counts. Null states nothing. The value must outlive
    /// this object.
    void add(std::string_view name, const Json& value);
    /// All values of a row: {"model": {...}, "cluster": {...}, "layout": {...}, "measured": {...}}, or without
    /// sections.
    void addObject(const Json& row);

    /// Null if the row does not state it.
    [[nodiscard]] const Json& at(std::string_view column) const;
    /// In the order of the row.
    [[nodiscard]] const std::vector<std::pair<std::string, const Json*>>& all() const { return m_cells; }

private:
    std::vector<std::pair<std::string, const Json*>> m_cells;
};

/// Unknown columns and values of a wrong type count as not stated; "2-like" counts as its leading digit.
[[nodiscard]] RunRecord runRecordOf(const RowCells& cells);

/// The parameter that a column states directly, for short and full names: "tp", "layout.tp"; empty if there is none.
[[nodiscard]] std::string_view parameterOfColumn(std::string_view name);

} // namespace kneepoint
