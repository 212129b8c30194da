// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/import.h"

#include "model/imports/byte_source.h"
#include "model/imports/reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

std::string inFile(const ByteSource& source, const std::string& reason)
{
    return reason.starts_with(source.name()) ? reason : fmt::format("{}: {}", source.name(), reason);
}

Result<Evidence> import(ByteSource source)
{
    const std::string_view head = source.head();
    const auto reader = std::ranges::find_if(readers(), [&](const Reader& r) { return r.recognizes(head); });
    if (source.isCancelled())
        return failure(std::string(import_cancelled));
    if (reader == readers().end())
        return failure(
            inFile(source, head.empty() && !source.damage().empty() ? std::string(source.damage()) : refusal(head)));
    Result<Evidence> evidence = reader->read(source);
    if (source.isCancelled())
        return failure(std::string(import_cancelled));
    if (!evidence)
        return failure(inFile(source, evidence.error().message));
    if (!source.damage().empty())
        evidence->skipped.push_back({"end of the file", fmt::format("{}; what came before was used", source.damage())});
    evidence->kind = reader->kind;
    evidence->source = source.finish();
    if (source.isCancelled())
        return failure(std::string(import_cancelled));
    return evidence;
}

} // namespace

Result<Evidence> importFile(const std::filesystem::path& path, const ImportOptions& options)
{
    Result<ByteSource> source = ByteSource::open(path, options);
    return source ? import(std::move(*source)) : tl::unexpected(source.error());
}

Result<Evidence> importBytes(std::string_view bytes, const std::string& name, const ImportOptions& options)
{
    return import(ByteSource::of(bytes, name, options));
}

} // namespace kneepoint
