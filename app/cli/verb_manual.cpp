// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"
#include "app/document/version.h"
#include "widgets/save_file.h"

#include <QByteArray>
#include <QString>

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace kneepoint {
namespace {

/// Text that roff prints as it is.
std::string roff(std::string_view text)
{
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '`')
            out += "\\(ga";
        else
            out += c;
    }
    return out;
}

std::string bold(std::string_view text)
{
    return "\\fB" + roff(text) + "\\fR";
}

std::string italic(std::string_view text)
{
    return "\\fI" + roff(text) + "\\fR";
}

std::string heading(std::string_view page)
{
    std::string title(page);
    std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return fmt::format(".\\\" Written by: kneepoint manual\n.TH {} 1 {} \"Kneepoint {}\" \"User Commands\"\n",
        roff(title), releaseDate(), programVersion());
}

std::string item(const std::string& tag, std::string_view text)
{
    return fmt::format(".TP\n{}\n{}\n", tag, roff(text));
}

std::string exitStatus()
{
    return ".SH EXIT STATUS\n" + item(bold("0"), "Done.")
        + item(bold("1"),
            "Done, and the answer is no: the job does not fit in memory or cannot run, or no plan keeps the limits.")
        + item(bold("2"), "Wrong usage, or no display for the window.")
        + item(bold("3"),
            "Bad input: unknown preset, broken file, invalid value, or output that cannot be written. Errors are one "
            "sentence on standard error.");
}

std::string examples(const std::vector<Example>& shown)
{
    std::string text = shown.empty() ? "" : ".SH EXAMPLES\n";
    for (const Example& example : shown)
        text += fmt::format(".TP\n{}\n{}.\n", bold(example.command), roff(example.shows));
    return text;
}

std::string valueName(const VerbOption& option)
{
    if (!option.rules.choices.empty()) {
        std::string all = fmt::format("{}", fmt::join(option.rules.choices, "|"));
        return all.size() > 40 ? "CHOICE" : all;
    }
    const bool flag =
        std::holds_alternative<bool*>(option.target) || std::holds_alternative<std::function<void()>>(option.target);
    return option.type_name.empty() && !flag ? "VALUE" : option.type_name;
}

bool isArgument(const VerbOption& option)
{
    return !option.name.starts_with('-');
}

/// "-o, --output FILE" in bold and italics.
std::string tag(const VerbOption& option)
{
    if (isArgument(option))
        return italic(option.name);
    std::string names = option.name;
    if (const auto comma = names.find(','); comma != std::string::npos)
        names.insert(comma + 1, " ");
    const std::string value = valueName(option);
    return bold(names) + (value.empty() ? "" : " " + italic(value));
}

/// The value of an option that has a default worth showing.
std::string defaultText(const OptionTarget& target)
{
    if (const auto* text = std::get_if<std::string*>(&target))
        return **text;
    if (const auto* number = std::get_if<double*>(&target))
        return fmt::format("{}", **number);
    if (const auto* count = std::get_if<int*>(&target))
        return fmt::format("{}", **count);
    return {};
}

std::string explanation(const VerbOption& option)
{
    std::string text = option.help + ".";
    if (!option.rules.choices.empty() && valueName(option) == "CHOICE")
        text += fmt::format(" One of {}.", fmt::join(option.rules.choices, ", "));
    if (option.rules.range)
        text += fmt::format(" From {} to {}.", option.rules.range->first, option.rules.range->second);
    if (const std::string value = defaultText(option.target); option.rules.show_default && !value.empty())
        text += fmt::format(" Default: {}.", value);
    if (option.rules.required && !isArgument(option))
        text += " Required.";
    return text;
}

std::string synopsis(const Verb& verb, const VerbOptions& options)
{
    std::string text = ".SH SYNOPSIS\n" + bold(fmt::format("kneepoint {}", verb.name));
    for (const VerbOption& option : options)
        if (isArgument(option))
            text += option.rules.required ? " " + italic(option.name) : " [" + italic(option.name) + "]";
    for (const VerbOption& option : options)
        if (option.rules.required && !isArgument(option))
            text += " " + tag(option);
    return text + " [" + italic("OPTIONS") + "]\n";
}

/// kneepoint(1) in man(7) format.
std::string programManual(const std::vector<Verb>& verbs)
{
    std::string text = heading("kneepoint")
        + ".SH NAME\nkneepoint \\- explore where distributed deep\\-learning training stops scaling, and why\n"
          ".SH SYNOPSIS\n.B kneepoint\n[\\fISCENARIO\\fR]\n.br\n.B kneepoint\n\\fIVERB\\fR [\\fISCENARIO\\fR] "
          "[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n";
    text += roff("Without a verb, Kneepoint opens its window, on a shipped scenario or a file. A verb prints its "
                 "answer on standard output and needs no display; window and command line show the same figures. "
                 "SCENARIO is the id of a shipped scenario, which `kneepoint presets` lists, or a .kneepoint file.")
        + "\n.SH VERBS\n";
    for (const Verb& verb : verbs)
        text += item(fmt::format("\\fBkneepoint\\-{}\\fR(1)", verb.name), fmt::format("{}.", verb.help));
    text += ".SH OPTIONS\n" + item(bold("--help"), "Explain the verbs; after a verb, its options.")
        + item(bold("--version"), "Print the version.") + exitStatus();
    return text + ".SH EXAMPLES\n.TP\n" + bold("kneepoint knee-simulator")
        + "\nOpen the window on a shipped scenario.\n" + ".TP\n" + bold("kneepoint eval llama3-8b-64xh100")
        + "\nPrint step time, throughput, memory and cost.\n";
}

/// kneepoint-VERB(1).
std::string verbManual(const Verb& verb)
{
    VerbOptions options;
    const VerbAction keeps_targets = verb.prepare(options);
    const std::string page = fmt::format("kneepoint-{}", verb.name);
    std::string text = heading(page);
    text += fmt::format(".SH NAME\n{} \\- {}\n", roff(page), roff(verb.help)) + synopsis(verb, options)
        + fmt::format(".SH DESCRIPTION\n{}.\n", roff(verb.help)) + ".SH OPTIONS\n";
    for (const VerbOption& option : options)
        text += item(tag(option), explanation(option));
    text += item(bold("-h, --help"), "Explain the options.") + exitStatus() + examples(verb.examples);
    return text + ".SH SEE ALSO\n\\fBkneepoint\\fR(1)\n";
}

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
