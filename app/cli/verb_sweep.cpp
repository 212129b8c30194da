// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/scenario_request.h"
#include "app/cli/table.h"
#include "model/answers/option_range.h"
#include "model/answers/sweep_answer.h"
#include "model/constants/calibration.h"
#include "model/search/shard.h"

#include <ostream>

namespace kneepoint {

namespace {

struct SweepOptions {
    std::string spec, shard = "1/1";
    OutputFormat format = OutputFormat::text;
    int threads = 0;
};

std::string csvLines(const Sweep& sweep, const SweepRow& row, bool with_header)
{
    const std::string csv = tableCsv(sweepTable(sweep, row));
    return with_header ? csv : csv.substr(csv.find('\n') + 1);
}

ExitCode sweepCommand(const SweepOptions& options, Streams streams)
{
    const Result<Shard> shard = parseShard(options.shard);
    if (!shard)
        return complain(streams, ExitCode::usage, shard.error().message);
    const Result<Sweep> sweep = loadSweep(options.spec, shippedCalibration());
    if (!sweep)
        return complain(streams, ExitCode::bad_input, sweep.error().message);
    const double points = pointCount(*sweep);
    for (std::size_t i = shard->first(); static_cast<double>(i) < points && streams.out; i += shard->count) {
        const SweepRow row =
            sweepRow(*sweep, static_cast<double>(i), static_cast<unsigned>(options.threads), shippedCalibration());
        if (options.format == OutputFormat::json)
            streams.out << sweepRowJson(*sweep, row).dump() << '\n';
        else
            streams.out << csvLines(*sweep, row, i == shard->first());
        streams.out.flush();
    }
    return ExitCode::done;
}

void addSweepOptions(VerbOptions& options, SweepOptions& read)
{
    options.push_back({"SPEC", &read.spec, "File of the sweep, see docs/sweeps.md", "FILE", {.required = true}});
    addShardOption(options, read.shard, "point");
    options.push_back({"--threads", &read.threads, "Threads of a search; 0 means one per CPU", "N",
        {.range = std::pair{0.0, most_threads}}});
    addFormatOptions(options, read.format);
}

} // namespace

Verb sweepVerb()
{
    return makeVerb("sweep",
        "A grid or a random sample over parameters, one row per point: CSV, or JSON lines with --json", addSweepOptions,
        sweepCommand,
        {
            {"kneepoint sweep sweep.json --csv > points.csv", "All points of a sweep as a table"},
            {"kneepoint sweep sweep.json --shard 1/2 --json > first-half.jsonl",
                "Half of them, for one of two machines"},
        });
}

} // namespace kneepoint
