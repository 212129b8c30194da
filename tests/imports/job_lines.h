// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/import.h"

#include <QStringList>

#include <functional>
#include <string>

namespace kneepoint::test {

/// What a job is told as: "cluster.gpus=32 (line 1)" a setting, with "assumed" where it is a default; "asked
/// cluster.gpus: How many GPUs?" a question; "skipped line 1: why" what is not used.
[[nodiscard]] QStringList jobLines(const Evidence& evidence);

/// What is wrong with these lines: those that should begin one of the job's and do not, or, after "no ", that do. A
/// line that ends with a bracket is all of it. Empty if nothing is.
[[nodiscard]] QString wrongLines(const Evidence& evidence, const QString& expected);

using JobRow = std::function<void(const char* name, const char* text, const char* expected)>;

/// Adds rows of a file's text and of what it is expected to be told as.
[[nodiscard]] JobRow jobRows();

/// A command of Megatron-LM with these words before the program and these flags behind it.
[[nodiscard]] std::string megatronCommand(const QByteArray& launcher, const QByteArray& flags);

} // namespace kneepoint::test
