// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/manual.h"
#include "widgets/save_file.h"

#include <QByteArray>
#include <QString>

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace kneepoint {

namespace {

struct ManualOptions {
    std::string verb;
    std::string folder;
};

/// NAME.1 for the program and each verb, in an existing folder.
Result<void> writeManuals(const std::vector<Verb>& all, const std::string& folder)
{
    const auto write = [&](const std::string& name, const std::string& text) {
        return saveFile(QString::fromStdString(fmt::format("{}/{}.1", folder, name)), QByteArray::fromStdString(text));
    };
    Result<void> written = write("kneepoint", programManual(all));
    for (const Verb& verb : all)
        if (written)
            written = write(fmt::format("kneepoint-{}", verb.name), verbManual(verb));
    return written;
}

ExitCode manual(const ManualOptions& options, Streams streams, const MakeWindow& make_window)
{
    const std::vector<Verb> all = verbs(make_window);
    if (!options.folder.empty()) {
        const Result<void> written = writeManuals(all, options.folder);
        return written ? ExitCode::done : complain(streams, ExitCode::bad_input, written.error().message);
    }
    if (options.verb.empty()) {
        streams.out << programManual(all);
        return ExitCode::done;
    }
    const auto verb = std::ranges::find(all, options.verb, &Verb::name);
    if (verb == all.end())
        return complain(
            streams, ExitCode::usage, fmt::format("\"{}\" is no verb; see `kneepoint --help`", options.verb));
    streams.out << verbManual(*verb);
    return ExitCode::done;
}

void addManualOptions(VerbOptions& options, ManualOptions& read)
{
    options.push_back({"VERB", &read.verb, "The verb; without it, the page of the program"});
    options.push_back(
        {"-o,--output", &read.folder, "Write all pages into this folder instead", "FOLDER", {.excludes = {"VERB"}}});
}

} // namespace

Verb manualVerb(const MakeWindow& make_window)
{
    return makeVerb("manual", "The manual page of the program or of a verb, for man", addManualOptions,
        [make_window](const ManualOptions& options, Streams streams) { return manual(options, streams, make_window); },
        {
            {"kneepoint manual search > kneepoint-search.1", "The page that man -l kneepoint-search.1 shows"},
            {"kneepoint manual -o .", "All pages, as files"},
        });
}

} // namespace kneepoint
