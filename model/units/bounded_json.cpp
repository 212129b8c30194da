// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/bounded_json.h"

#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <unordered_set>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_path = 200; ///< that an error sentence repeats whole

/// Walks over the text without keeping its values, and stops at what the bounds do not allow. The parser that calls it
/// does not recurse, so depth costs no stack.
class BoundsCheck : public nlohmann::json_sax<Json> {
public:
    explicit BoundsCheck(const JsonBounds& bounds)
        : m_bounds(bounds)
    {
    }

    bool null() override { return value(); }
    bool boolean(bool /*value*/) override { return value(); }
    bool number_integer(number_integer_t /*value*/) override { return value(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return value(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return value(); }
    bool string(string_t& /*value*/) override { return value(); }
    bool binary(binary_t& /*value*/) override { return value(); }
    bool start_object(std::size_t /*elements*/) override { return open(); }
    bool start_array(std::size_t /*elements*/) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override
    {
        if (!m_keys.back().insert(key).second)
            return refuse(fmt::format("the key \"{}\" appears twice", excerpt(key)));
        return m_keys.back().size() <= m_bounds.members
            || refuse(fmt::format("an object with more than {} keys", m_bounds.members));
    }
    bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& /*problem*/) override
    {
        m_error_byte = position;
        return false;
    }

    /// Why the walk stopped; empty where the text is no JSON from errorByte() on.
    [[nodiscard]] const std::string& refusal() const { return m_refusal; }
    [[nodiscard]] std::size_t errorByte() const { return m_error_byte; }

private:
    bool refuse(std::string why)
    {
        m_refusal = std::move(why);
        return false;
    }
    bool value()
    {
        return ++m_values <= m_bounds.values
            || refuse(fmt::format("more than the {} values that {} may have", m_bounds.values, m_bounds.document));
    }
    bool open()
    {
        if (m_keys.size() == m_bounds.depth)
            return refuse(fmt::format("nested deeper than the {} levels of {}", m_bounds.depth, m_bounds.document));
        m_keys.emplace_back();
        return value();
    }
    bool close()
    {
        m_keys.pop_back();
        return true;
    }

    const JsonBounds& m_bounds;
    std::vector<std::unordered_set<std::string>> m_keys; ///< of the objects and lists that are open
    std::size_t m_values = 0;
    std::size_t m_error_byte = 0;
    std::string m_refusal;
};

std::string tooLarge(std::string_view place, const JsonBounds& bounds)
{
    return fmt::format("{}: larger than the {} bytes that {} may have", place, bounds.bytes, bounds.document);
}

} // namespace

Result<Json> parseBoundedJson(std::string_view text, std::string_view place, const JsonBounds& bounds)
{
    if (text.size() > bounds.bytes)
        return failure(tooLarge(place, bounds));
    BoundsCheck check(bounds);
    if (Json::sax_parse(text, &check))
        return Json::parse(text);
    if (!check.refusal().empty())
        return failure(fmt::format("{}: {}", place, check.refusal()));
    const std::string_view head = text.substr(0, std::max<std::size_t>(check.errorByte(), 1) - 1);
    return failure(fmt::format("{}:{}: not valid JSON from here on", place, std::ranges::count(head, '\n') + 1));
}

Result<std::string> readBoundedFile(const std::filesystem::path& path, const JsonBounds& bounds)
{
    const std::string place = excerpt(path.string(), longest_path);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb"), &std::fclose);
    if (!file)
        return failure(fmt::format("{}: cannot be opened for reading", place));
    struct stat kind { };
    if (::fstat(descriptor, &kind) != 0 || !S_ISREG(kind.st_mode))
        return failure(fmt::format("{}: not a regular file", place));
    if (static_cast<std::uintmax_t>(kind.st_size) > bounds.bytes)
        return failure(tooLarge(place, bounds));
    std::string text;
    // A file may grow while it is read, so its size alone bounds nothing.
    std::vector<char> block(1 << 16);
    while (text.size() <= bounds.bytes) {
        const std::size_t got = std::fread(block.data(), 1, block.size(), file.get());
        if (got == 0)
            break;
        text.append(block.data(), got);
    }
    if (std::ferror(file.get()) != 0)
        return failure(fmt::format("{}: cannot be read completely", place));
    if (text.size() > bounds.bytes)
        return failure(tooLarge(place, bounds));
    return text;
}

} // namespace kneepoint
