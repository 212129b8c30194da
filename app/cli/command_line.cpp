// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/plain_stream.h"
#include "app/cli/verbs.h"
#include "app/document/version.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/units/excerpt.h"
#include "model/units/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>

namespace kneepoint {

namespace {

constexpr const char* description =
    "Kneepoint, an explorer for the scaling of distributed training.\n"
    "Without a verb it opens its window, on the file or shipped scenario that is named.";

/// Adds a value to `app` with the options that depend on its type.
struct AddTarget {
    CLI::App& app;
    const VerbOption& option;

    CLI::Option* operator()(bool* flag) const
    {
        return app.add_flag(option.name, *flag, option.help)->disable_flag_override();
    }
    CLI::Option* operator()(const std::function<void()>& call) const
    {
        return app.add_flag_callback(option.name, call, option.help)->disable_flag_override();
    }
    template <typename T> CLI::Option* operator()(std::vector<T>* values) const
    {
        CLI::Option* added = app.add_option(option.name, *values, option.help);
        added->allow_extra_args(!option.name.starts_with('-'));
        return option.rules.delimiter ? added->delimiter(option.rules.delimiter) : added;
    }
    template <typename T> CLI::Option* operator()(T* value) const
    {
        return app.add_option(option.name, *value, option.help);
    }
};

/// CLI11's own range takes NaN.
std::string outOfRange(const std::string& text, std::pair<double, double> range)
{
    const auto value = parseQuantity(text, Unit::none);
    if (value && *value >= range.first && *value <= range.second)
        return {};
    return fmt::format("must be a number from {} to {}, not {}", range.first, range.second, excerpt(text));
}

void addOption(CLI::App& app, const VerbOption& option)
{
    CLI::Option* added = std::visit(AddTarget{app, option}, option.target)->required(option.rules.required);
    if (!option.rules.choices.empty())
        added->check(CLI::IsMember(option.rules.choices));
    if (option.rules.range)
        added->check([range = *option.rules.range](const std::string& text) { return outOfRange(text, range); },
            fmt::format("{} … {}", option.rules.range->first, option.rules.range->second));
    if (option.rules.check)
        added->check(option.rules.check, "");
    if (!option.type_name.empty())
        added->type_name(option.type_name);
    if (option.rules.show_default)
        added->capture_default_str();
    for (const std::string& other : option.rules.excludes)
        added->excludes(app.get_option(other));
}

std::string footer(const Verb& verb)
{
    std::string text = verb.examples.empty() ? "" : "\nExamples:\n";
    for (const Example& example : verb.examples)
        text += fmt::format("  {}\n      {}\n", example.command, example.shows);
    return text + "\n" + std::string(exit_code_help);
}

/// When the line names the verb, `chosen` becomes its action.
void addVerb(CLI::App& app, const Verb& verb, VerbAction& chosen)
{
    CLI::App* added = app.add_subcommand(std::string(verb.name), std::string(verb.help));
    VerbOptions options;
    added->callback([&chosen, action = verb.prepare(options)] { chosen = action; });
    for (const VerbOption& option : options)
        addOption(*added, option);
    added->footer(footer(verb));
}

std::string sentence(const CLI::Error& error)
{
    std::string text = error.what();
    constexpr std::string_view unread = "Could not convert: "; // "--k = 1,2,x"
    if (const std::size_t equals = text.find(" = "); text.starts_with(unread) && equals != std::string::npos)
        text = fmt::format("{}: {} cannot be read as numbers", text.substr(unread.size(), equals - unread.size()),
            text.substr(equals + 3));
    std::replace(text.begin(), text.end(), '\n', ' ');
    text.erase(text.find_last_not_of(" .") + 1);
    return text + "; see `kneepoint --help`";
}

/// A first word that is no verb, which CLI11 would only report as a verb that is missing.
bool namesNoVerb(CLI::App& app, std::span<const std::string> args)
{
    if (args.empty() || args[0].starts_with('-'))
        return false;
    const auto verbs = app.get_subcommands({});
    return std::none_of(verbs.begin(), verbs.end(), [&](CLI::App* verb) { return verb->get_name() == args[0]; });
}

/// CLI11 takes an empty value as if the option were not given, and drops empty items of a list. Empty: nothing wrong.
std::string emptyValue(CLI::App& app, std::span<const std::string> args)
{
    const auto hasEmptyItem = [](const std::string& list) {
        return list.starts_with(',') || list.ends_with(',') || list.find(",,") != std::string::npos;
    };
    const auto verbs = app.get_subcommands({});
    const auto named =
        std::ranges::find_if(verbs, [&](CLI::App* verb) { return !args.empty() && verb->get_name() == args[0]; });
    CLI::App* verb = named == verbs.end() ? nullptr : *named;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& word = args[i];
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const std::string value = equals != std::string::npos ? word.substr(equals + 1)
            : i + 1 < args.size()                             ? args[i + 1]
                                                              : "-";
        if (word.empty() || (equals != std::string::npos && value.empty()))
            return i > 0 && word.empty() ? fmt::format("{} is followed by an empty value", excerpt(args[i - 1]))
                                         : fmt::format("{} has an empty value", excerpt(name));
        const CLI::Option* option = verb && word.starts_with("--") ? verb->get_option_no_throw(name) : nullptr;
        if (option && option->get_delimiter() == ',' && hasEmptyItem(value))
            return fmt::format("{}: the list \"{}\" has an empty item", excerpt(name), excerpt(value));
    }
    return {};
}

bool isSet(const char* variable)
{
    const char* value = std::getenv(variable);
    return value && *value;
}

} // namespace

bool asksForWindow(std::span<const std::string> args)
{
    if (args.empty())
        return true;
    std::error_code error;
    return args.size() == 1 && (findScenarioPreset(args[0]) || std::filesystem::is_regular_file(args[0], error));
}

bool hasDisplay()
{
    return isSet("QT_QPA_PLATFORM") || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

int explainMissingDisplay(std::ostream& err)
{
    err << "kneepoint: no display can be opened for a window; "
           "`kneepoint render knee-simulator --chart window -o window.png` writes a picture of it.\n";
    return static_cast<int>(ExitCode::usage);
}

namespace {

int parseAndRun(std::span<const std::string> args, Streams streams, const MakeWindow& make_window)
{
    CLI::App app(description, "kneepoint");
    VerbAction chosen;
    app.set_version_flag("--version", fmt::format("kneepoint {}", programVersion()));
    for (const Verb& verb : verbs(make_window))
        addVerb(app, verb, chosen);
    app.footer("\n" + std::string(exit_code_help));
    app.require_subcommand(1);
    if (namesNoVerb(app, args))
        return static_cast<int>(complain(streams, ExitCode::usage,
            fmt::format(
                "\"{}\" is neither a verb, a shipped scenario nor a file; see `kneepoint --help`", excerpt(args[0]))));
    if (const std::string empty = emptyValue(app, args); !empty.empty())
        return static_cast<int>(
            complain(streams, ExitCode::usage, empty + "; leave the option out or give it a value"));
    try {
        app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    } catch (const CLI::Success& help) {
        return app.exit(help, streams.out, streams.err);
    } catch (const CLI::Error& error) {
        return static_cast<int>(complain(streams, ExitCode::usage, sentence(error)));
    }
    return static_cast<int>(chosen(streams));
}

} // namespace

int runCommandLine(
    std::span<const std::string> args, std::ostream& out, std::ostream& err, const MakeWindow& make_window)
{
    PlainStream plain_out(out);
    PlainStream plain_err(err);
    const int code = parseAndRun(args, {plain_out, plain_err}, make_window);
    if (!plain_out.flush())
        return static_cast<int>(complain(
            {plain_out, plain_err}, ExitCode::bad_input, "the output could not be written to standard output"));
    return code;
}

} // namespace kneepoint
