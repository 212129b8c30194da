// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/json_text.h"
#include "model/imports/reader.h"
#include "model/imports/table_run.h"

#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

using namespace std::string_view_literals;

/// Content that cannot be read, by how it begins.
struct UnreadableContent {
    std::string_view beginning;
    std::string_view reason;
};

constexpr std::string_view pickle = "is a Python pickle, as PyTorch Flight Recorder dumps and memory snapshots are; "
                                    "reading a pickle can run any code in it, so it is refused: export it as JSON";

constexpr std::array unreadable{
    UnreadableContent{"\x80\x02"sv, pickle},
    UnreadableContent{"\x80\x03"sv, pickle},
    UnreadableContent{"\x80\x04"sv, pickle},
    UnreadableContent{"\x80\x05"sv, pickle},
    UnreadableContent{
        "PK\x03\x04"sv, "is a ZIP archive (a PyTorch checkpoint is one too); unpack it and import the files in it"},
    UnreadableContent{"\xd0\xcf\x11\xe0"sv, "is a document of an old Office program; save a spreadsheet as CSV"},
    UnreadableContent{"\x28\xb5\x2f\xfd"sv, "is compressed with Zstandard; decompress it first (zstd -d)"},
    UnreadableContent{"\xfd"
                      "7zXZ"sv,
        "is compressed with xz; decompress it first (xz -d)"},
    UnreadableContent{"BZh"sv, "is compressed with bzip2; decompress it first (bzip2 -d)"},
    UnreadableContent{"\x7f"
                      "ELF"sv,
        "is a program, not a measurement"},
    UnreadableContent{"%PDF"sv, "is a PDF document; import the table or log it was made from"},
    UnreadableContent{"\x89PNG"sv, "is a picture; import the data it was drawn from"},
    UnreadableContent{"\xff\xd8\xff"sv, "is a picture; import the data it was drawn from"},
    UnreadableContent{"PAR1"sv, "is a Parquet file; export the table as CSV"},
    UnreadableContent{"\x89HDF"sv, "is an HDF5 file; export the table as CSV"},
    UnreadableContent{"\xff\xfe"sv, "is text in UTF-16; save it as UTF-8"},
    UnreadableContent{"\xfe\xff"sv, "is text in UTF-16; save it as UTF-8"},
    UnreadableContent{
        "NSYS"sv, "is an Nsight Systems report; export it with nsys export --type sqlite and import that"},
};

bool isBinary(std::string_view head)
{
    const std::string_view start = head.substr(0, 4096);
    const auto odd = std::ranges::count_if(
        start, [](unsigned char c) { return c == 0 || (c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 27); });
    return odd * 50 > static_cast<std::ptrdiff_t>(start.size());
}

/// A trace or a profile in the protobuf format of TensorFlow, JAX and Perfetto begins with a field tag.
std::string jsonRefusal(std::string_view head)
{
    if (mentionsKey(head, "kneepoint"))
        return "is a scenario; open it instead of importing it";
    if (mentionsKey(head, "rows") && head.find("step_time_s") != std::string_view::npos)
        return "is a list of measured runs; use it with kneepoint calibrate --runs, or Ctrl+B";
    const std::vector<std::string> keys = firstKeys(head, 4);
    return keys.empty() ? "is JSON without keys that any reader knows"
                        : fmt::format("is JSON of an unknown kind (it begins with the keys {})", fmt::join(keys, ", "));
}

/// Why a table is none of runs, by its headings; empty if nothing tells that it is one.
std::string tableRefusal(std::string_view text)
{
    for (const TextTable& table : tablesOf(text)) {
        bool size = false, measure = false;
        std::string headings;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const ColumnKind kind = meaningIn(table, i).meaning;
            size = size || isSize(kind);
            measure = measure || isMeasure(kind);
            headings += (i > 0 ? ", " : "") + excerpt(table.columns[i]);
        }
        constexpr std::size_t longest = 200;
        if (size != measure && table.columns.size() > 1 && headings.size() < longest)
            return fmt::format("is a table without {}: its headings are {}",
                size ? "a throughput, a time of a step or MFU" : "a number of GPUs or nodes", headings);
    }
    return {};
}

} // namespace

std::string refusal(std::string_view head)
{
    if (head.empty())
        return "is empty";
    if (head.starts_with("PK\x03\x04") && head.find("[Content_Types].xml") != std::string_view::npos)
        return "is a spreadsheet or another Office document (.xlsx); save the sheet as CSV and import that";
    const auto found =
        std::ranges::find_if(unreadable, [&](const UnreadableContent& u) { return head.starts_with(u.beginning); });
    if (found != unreadable.end())
        return std::string(found->reason);
    if (isBinary(head))
        return "is a binary file in an unknown format";
    const std::string_view text = withoutMark(head);
    if (beginsJson(text))
        return jsonRefusal(text);
    if (std::string reason = tableRefusal(text); !reason.empty())
        return reason;
    return "is text in no known format: no trace, no nccl-tests output, no config.json, no job configuration, no "
           "training "
           "log with step times, no table with GPUs and throughput and no output of nvidia-smi topo -m";
}

} // namespace kneepoint
