// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_constants.h"
#include "fit/fit_links.h"
#include "fit/fit_memory.h"
#include "fit/held_out.h"
#include "fit/report.h"
#include "model/validation/validation.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <future>
#include <map>
#include <string>

/// Fits the constants to the published measurements, once with everything and once without each series, and writes
/// presets/constants/fitted.json; of memory alone to memory.json: fit PRESETS [--all-only | --held-out | --links |
/// --memory]. With --held-out, fits to halves of every series only, and prints how well the other halves are predicted.
/// With --links it fits links to the measured collectives and writes links.json instead; that comes first, and the
/// program must be built again before the fit to runs.
namespace {

using namespace kneepoint;
using namespace kneepoint::fit;

std::vector<std::string> seriesOf(const Corpus& corpus)
{
    std::map<std::string, int> rows;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate)
            ++rows[run.series];
    std::vector<std::string> names;
    names.reserve(rows.size());
    for (const auto& [name, count] : rows)
        names.push_back(name);
    return names;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        fmt::print(stderr, "usage: fit PRESETS_FOLDER [--all-only | --held-out | --links | --memory]\n");
        return EXIT_FAILURE;
    }
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / "constants";
    if (argc > 2 && std::string(argv[2]) == "--links") {
        const MeasuredCollectives curves = collectiveQuestionsOf(publishedMeasurements(), shippedCalibration());
        const LinkFit fit = fitAllLinks(readLinkPriors(folder / "link_priors.json"), curves);
        printLinkErrors(fit, curves);
        writeLinks(fit, folder / "links.json");
        return EXIT_SUCCESS;
    }
    fitMemoryConstants(folder);
    if (argc > 2 && std::string(argv[2]) == "--memory")
        return EXIT_SUCCESS;
    const bool all_only = argc > 2 && std::string(argv[2]) == "--all-only";
    const Priors priors = readPriors(folder / "priors.json");
    const Corpus corpus = publishedCorpus();
    if (argc > 2 && std::string(argv[2]) == "--held-out") {
        printHeldOut(holdOutHalves(priors, corpus));
        return EXIT_SUCCESS;
    }
    FitResult result;
    result.all = constantSet(fitConstants(priors, corpus, ""));
    if (!all_only) {
        const std::vector<std::string> series = seriesOf(corpus);
        constexpr std::size_t together = 2;
        for (std::size_t i = 0; i < series.size(); i += together) {
            std::vector<std::future<ConstantSet>> running;
            for (std::size_t k = i; k < std::min(i + together, series.size()); ++k)
                running.push_back(std::async(std::launch::async,
                    [&priors, &corpus, &name = series[k]] { return constantSet(fitConstants(priors, corpus, name)); }));
            for (std::size_t k = 0; k < running.size(); ++k)
                result.without.emplace_back(series[i + k], running[k].get());
        }
        result.held_out = holdOutHalves(priors, corpus);
    }
    judge(result, corpus);
    printErrors(result);
    printHeldOut(result.held_out);
    writeFitted(result, folder / "fitted.json");
    return EXIT_SUCCESS;
}
