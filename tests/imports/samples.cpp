// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"

#include "tests/support/source_path.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <zlib.h>

namespace kneepoint::test {

std::filesystem::path samplePath(const std::string& name)
{
    return std::filesystem::path(sourcePath("tests/imports/samples").toStdString()) / name;
}

std::string sampleText(const std::string& name)
{
    std::ifstream file(samplePath(name), std::ios::binary);
    return {std::istreambuf_iterator(file), {}};
}

std::string gzipped(const std::string& text)
{
    z_stream stream{};
    constexpr int gzip_window = 15 + 16;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string out(text.size() + 1000, '\0');
    stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<unsigned>(text.size());
    stream.next_out = reinterpret_cast<unsigned char*>(out.data());
    stream.avail_out = static_cast<unsigned>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string database(const std::string& statements)
{
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> owner(opened, sqlite3_close);
    if (sqlite3_exec(opened, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqlite3_errmsg(opened);
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(opened, "main", &size, 0);
    std::string text(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    return text;
}

Evidence imported(std::string_view text, const std::string& name)
{
    Result<Evidence> evidence = importBytes(text, name);
    if (!evidence) {
        QTest::qFail(evidence.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return std::move(*evidence);
}

std::string refusalOf(std::string_view text)
{
    const Result<Evidence> evidence = importBytes(text, "file");
    return evidence ? std::string() : evidence.error().message;
}

bool skips(const Evidence& evidence, std::string_view reason)
{
    return std::ranges::any_of(
        evidence.skipped, [&](const SkippedItem& item) { return item.reason.find(reason) != std::string::npos; });
}

} // namespace kneepoint::test
