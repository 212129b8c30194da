// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_constants.h"
#include "fit/fit_links.h"
#include "fit/fit_memory.h"
#include "fit/held_out.h"
#include "fit/report.h"
#include "fit/studies.h"
#include "fit/validation_page.h"
#include "model/constants/left_out_constants.h"
#include "model/validation/validation.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <future>
#include <map>
#include <set>
#include <string>

/// Fits the constants to the published measurements, once with everything, once without each series, source and
/// architecture, and writes presets/constants/fitted.json; of memory alone to memory.json: fit PRESETS [--held-out |
/// --links | --memory | --page | --sizes | --choices]. With --held-out, fits to halves of every series only, and prints
/// how well the other halves are predicted. With --links it fits links to the measured collectives and writes
/// links.json instead; that comes first, and the program must be built again before the fit to runs. With --page it
/// fits nothing and prints docs/validation.md without its section of measured layouts. With --sizes it predicts the
/// largest size of every series from its smallest ones, and with --choices compares published layouts with those of
/// automatic planning.
namespace {

using namespace kneepoint;
using namespace kneepoint::fit;

/// The names of all counted runs in one respect: their series, source or architecture.
template <class NameOf> std::vector<std::string> namesOf(const Corpus& corpus, NameOf nameOf)
{
    std::set<std::string> names;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate)
            names.insert(nameOf(run));
    names.erase("");
    return {names.begin(), names.end()};
}

/// The constants without the runs of each of these names.
template <class NameOf>
std::map<std::string, ConstantSet> fitWithoutEach(const Priors& priors, const Corpus& corpus, NameOf nameOf)
{
    const std::vector<std::string> names = namesOf(corpus, nameOf);
    std::map<std::string, ConstantSet> sets;
    constexpr std::size_t together = 2;
    for (std::size_t i = 0; i < names.size(); i += together) {
        std::vector<std::future<ConstantSet>> running;
        for (std::size_t k = i; k < std::min(i + together, names.size()); ++k)
            running.push_back(std::async(std::launch::async, [&priors, &corpus, &nameOf, &name = names[k]] {
                return fittedSet(priors, corpus, [&](const MeasuredRun& run) { return nameOf(run) != name; });
            }));
        for (std::size_t k = 0; k < running.size(); ++k)
            sets[names[i + k]] = running[k].get();
    }
    return sets;
}

/// The series of a run whose source has measured other series too; else empty.
std::string seriesOf(const MeasuredRun& run)
{
    return run.series != run.group ? run.series : std::string();
}
std::string sourceOf(const MeasuredRun& run)
{
    return run.group;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        fmt::print(
            stderr, "usage: fit PRESETS_FOLDER [--held-out | --links | --memory | --page | --sizes | --choices]\n");
        return EXIT_FAILURE;
    }
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / "constants";
    const std::string_view option = argc > 2 ? argv[2] : "";
    if (option == "--page") {
        const Result<std::string> page = validationPage(publishedMeasurements(), shippedCalibration());
        fmt::print(page ? stdout : stderr, "{}", page ? *page : page.error().message + '\n');
        return page ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (option == "--sizes" || option == "--choices") {
        if (const Result<void> loaded = loadLeftOutConstants(); !loaded) {
            fmt::print(stderr, "{}\n", loaded.error().message);
            return EXIT_FAILURE;
        }
        const std::vector<MeasuredRun> runs = questionsOf(publishedMeasurements(), shippedCalibration()).runs;
        fmt::print("{}", (option == "--sizes" ? sizesText : choicesText)(runs, shippedCalibration()));
        return EXIT_SUCCESS;
    }
    if (option == "--links") {
        const MeasuredCollectives curves = collectiveQuestionsOf(publishedMeasurements(), shippedCalibration());
        const LinkFit fit = fitAllLinks(readLinkPriors(folder / "link_priors.json"), curves);
        printLinkErrors(fit, curves);
        writeLinks(fit, folder);
        return EXIT_SUCCESS;
    }
    fitMemoryConstants(folder);
    if (option == "--memory")
        return EXIT_SUCCESS;
    const Priors priors = readPriors(folder / "priors.json");
    const Corpus corpus = publishedCorpus();
    if (option == "--held-out") {
        printHeldOut(holdOutHalves(priors, corpus));
        return EXIT_SUCCESS;
    }
    FitResult result;
    result.all = fittedSet(priors, corpus, [](const MeasuredRun&) { return true; });
    result.series = fitWithoutEach(priors, corpus, seriesOf);
    result.others.sources = fitWithoutEach(priors, corpus, sourceOf);
    result.others.architectures = fitWithoutEach(priors, corpus, architectureOf);
    result.held_out = holdOutHalves(priors, corpus);
    judge(result, corpus);
    printErrors(result);
    printHeldOut(result.held_out);
    writeFitted(result, folder);
    return EXIT_SUCCESS;
}
