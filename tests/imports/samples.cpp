// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"

#include "tests/support/source_path.h"

#include <QTest>

#include <algorithm>
#include <fstream>

namespace kneepoint::test {

std::filesystem::path evidenceFolder()
{
    return qEnvironmentVariable("KNEEPOINT_EVIDENCE", sourcePath("../shared/evidence")).toStdString();
}

bool hasSamples()
{
    return std::filesystem::is_directory(evidenceFolder() / "golden");
}

nlohmann::json golden(const std::string& name)
{
    std::ifstream file(evidenceFolder() / "golden" / name);
    return nlohmann::json::parse(file);
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
