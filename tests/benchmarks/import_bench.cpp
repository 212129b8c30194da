// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/import.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

/// Throughput of the import of profiler traces as a ratio to simdjson alone on the same bytes, and of gzip to zlib's
/// inflate; peak memory of importing the same files until 2 GB have been read. People judge the figures.
///
///     kneepoint_import_bench TRACE… [--gigabytes N]
using namespace kneepoint;

namespace {

using Clock = std::chrono::steady_clock;

double secondsOf(const auto& work)
{
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Visits every value of a document, as a reader of all of it would.
std::size_t visit(simdjson::ondemand::value value)
{
    std::size_t values = 1;
    switch (value.type()) {
    case simdjson::ondemand::json_type::object:
        for (auto field : value.get_object())
            values += visit(field.value());
        break;
    case simdjson::ondemand::json_type::array:
        for (auto item : value.get_array())
            values += visit(item.value());
        break;
    default:
        (void)value.raw_json_token();
    }
    return values;
}

double simdjsonSeconds(const std::string& text)
{
    const simdjson::padded_string padded(text);
    simdjson::ondemand::parser parser;
    return secondsOf([&] {
        auto document = parser.iterate(padded);
        std::size_t values = 0;
        if (simdjson::ondemand::object object; document.get_object().get(object) == simdjson::SUCCESS)
            for (auto field : object)
                values += visit(field.value());
        if (values == 0)
            std::puts("  (simdjson read nothing)");
    });
}

/// The decompressed bytes, empty if it is no gzip.
std::string inflated(const std::string& packed)
{
    std::string out;
    z_stream stream{};
    constexpr int gzip_window = 15 + 16;
    if (!packed.starts_with("\x1f\x8b") || inflateInit2(&stream, gzip_window) != Z_OK)
        return out;
    stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<unsigned>(packed.size());
    std::vector<char> space(1 << 20);
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<unsigned char*>(space.data());
        stream.avail_out = static_cast<unsigned>(space.size());
        state = inflate(&stream, Z_NO_FLUSH);
        out.append(space.data(), space.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return out;
}

double megabytesInUse()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The median of several timings.
double median(const auto& timing)
{
    constexpr int times = 7;
    std::vector<double> all;
    all.reserve(times);
    for (int i = 0; i < times; ++i)
        all.push_back(timing());
    std::ranges::sort(all);
    return all[times / 2];
}

void compare(const std::filesystem::path& path)
{
    const std::string stored = contentOf(path);
    const std::string unpacked = inflated(stored);
    const std::string& text = unpacked.empty() ? stored : unpacked;
    const double json = median([&] { return simdjsonSeconds(text); });
    const double gzip = unpacked.empty() ? 0 : median([&] { return secondsOf([&] { (void)inflated(stored); }); });
    const double import =
        median([&] { return secondsOf([&] { (void)importBytes(stored, path.filename().string()); }); });
    std::fputs(fmt::format("{}: {:.1f} MB, import {:.0f} MB/s, {:.2f} x simdjson{}\n", path.filename().string(),
                   static_cast<double>(text.size()) / 1e6, static_cast<double>(text.size()) / 1e6 / import,
                   import / (json + gzip), gzip > 0 ? " with inflate" : "")
                   .c_str(),
        stdout);
}

} // namespace

int main(int count, char** words)
{
    double gigabytes = 2;
    std::vector<std::filesystem::path> paths;
    const std::span arguments(words, static_cast<std::size_t>(count));
    for (std::size_t i = 1; i < arguments.size(); ++i)
        if (std::string_view(arguments[i]) == "--gigabytes" && i + 1 < arguments.size())
            gigabytes = std::stod(arguments[++i]);
        else
            paths.emplace_back(arguments[i]);
    if (paths.empty()) {
        std::puts("usage: kneepoint_import_bench TRACE... [--gigabytes N]");
        return 2;
    }
    double read = 0;
    const double seconds = secondsOf([&] {
        while (read < gigabytes * 1e9)
            for (const auto& path : paths) {
                if (!importFile(path))
                    std::puts("  (not read)");
                read += static_cast<double>(std::filesystem::file_size(path));
            }
    });
    std::fputs(fmt::format("{:.1f} GB in {:.1f} s ({:.0f} MB/s), peak memory {:.0f} MB\n", read / 1e9, seconds,
                   read / 1e6 / seconds, megabytesInUse())
                   .c_str(),
        stdout);
    for (const auto& path : paths)
        compare(path);
    return 0;
}
