// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/logged_progress.h"
#include "model/imports/training_log.h"
#include "model/units/text_fields.h"

#include <array>
#include <cctype>

namespace kneepoint {
namespace {

constexpr double gibibyte = 1 << 30;

/// A number that may end in K, M, B or T: "1.2K".
std::optional<double> scaledNumber(std::string_view text)
{
    text = trimmed(text);
    const auto value = leadingNumber(text);
    if (!value)
        return {};
    const std::size_t suffix = text.find_first_not_of("0123456789.,+-eE \t");
    switch (suffix == std::string_view::npos ? ' ' : text[suffix]) {
    case 'K':
        return *value * 1e3;
    case 'M':
        return *value * 1e6;
    case 'B':
    case 'G':
        return *value * 1e9;
    case 'T':
        return *value * 1e12;
    default:
        return value;
    }
}

/// Seconds of the day of the first "hh:mm:ss", with fractions after a dot or a comma.
std::optional<double> clockOf(std::string_view line)
{
    const auto digit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(line[i])) != 0; };
    for (std::size_t at = 2; at + 6 <= line.size(); ++at) {
        if (line[at] != ':' || line[at + 3] != ':' || !digit(at - 2) || !digit(at - 1) || !digit(at + 1)
            || !digit(at + 2) || !digit(at + 4) || !digit(at + 5))
            continue;
        const auto two = [&](std::size_t i) { return (line[i] - '0') * 10 + line[i + 1] - '0'; };
        double seconds = two(at - 2) * 3600 + two(at + 1) * 60 + two(at + 4);
        double digit_value = 0.1;
        for (std::size_t i = at + 7; i < line.size() && (line[at + 6] == '.' || line[at + 6] == ',') && digit(i); ++i) {
            seconds += digit_value * (line[i] - '0');
            digit_value /= 10;
        }
        return seconds;
    }
    return {};
}

/// Fields of lines "key: value | key: value" (Megatron-LM and its relatives, nanotron). Units as printed by
/// Megatron-LM's training_log, Megatron-DeepSpeed, GPT-NeoX and nanotron.
void readField(std::string_view key, std::string_view value, LoggedStep& step)
{
    const auto number = [&] { return scaledNumber(value); };
    if (key == "elapsed time per iteration (ms)" || key == "time_per_iteration_ms"
        || key == "elapsed_time_per_iteration_ms")
        step.seconds = times(number(), 1e-3);
    else if (key == "elapsed time per iteration (s)" || key == "train_step_timing in s")
        step.seconds = number();
    else if (key == "throughput per GPU (TFLOP/s/GPU)" || key == "TFLOPs" || key == "model_tflops_per_gpu"
        || key == "TFLOPS_per_GPU")
        step.flops_per_gpu = times(number(), 1e12);
    else if (key == "approx flops per GPU")
        step.flops_per_gpu = times(leadingNumber(value), 1e12); // "123.4TFLOPS"
    else if (key == "max_memory_reserved")
        step.memory_bytes = leadingNumber(value);
    else if (key == "samples per second" || key == "samples/sec")
        step.examples_per_s = number();
    else if (key == "tokens_per_sec")
        step.tokens_per_s = number();
    else if (key == "tokens_per_sec_per_gpu" || key == "tokens per gpu per second (tgs)")
        step.tokens_per_s_per_gpu = number();
    else if (key == "global batch size" || key == "global_batch_size")
        step.global_batch = number();
    else if (key == "MFU")
        step.mfu = contains(value, "%") ? times(number(), 0.01) : number();
}

std::optional<LoggedStep> pipedStep(std::string_view line)
{
    const std::size_t at = line.find("iteration");
    if (at == std::string_view::npos || !contains(line, "|"))
        return {};
    std::string_view rest = line.substr(at + std::string_view("iteration").size());
    rest.remove_prefix(std::min(rest.find_first_not_of(": \t"), rest.size()));
    const std::size_t slash = rest.find('/');
    const auto number = leadingNumber(rest.substr(0, slash));
    if (slash == std::string_view::npos || slash > rest.find('|') || !number)
        return {};
    LoggedStep step;
    const bool nanotron = contains(line, "time_per_iteration_ms");
    step.program = nanotron                    ? "nanotron"
        : contains(line, "train_step_timing")  ? "NeMo"
        : contains(line, "samples per second") ? "Megatron-DeepSpeed"
        : contains(line, "samples/sec")        ? "GPT-NeoX"
                                               : "Megatron-LM";
    step.number = *number;
    for (const std::string_view field : split(line, '|'))
        if (const std::size_t colon = field.rfind(':'); colon != std::string_view::npos)
            readField(trimmed(field.substr(0, colon)), field.substr(colon + 1), step);
    return step;
}

/// "step: 54  loss:  2.77350  memory:  9.46GiB(64.99%)  tps: 7,084  tflops: 0.51  mfu: 0.16%"
std::optional<LoggedStep> torchTitanStep(std::string_view line)
{
    const bool words_per_s = contains(line, "wps:");
    if (!contains(line, "step:") || !contains(line, "loss:") || !(contains(line, "tps:") || words_per_s))
        return {};
    LoggedStep step;
    step.program = "TorchTitan";
    step.number = numberAfter(line, "step:").value_or(-1);
    step.clock_s = clockOf(line);
    step.tokens_per_s_per_gpu = numberAfter(line, words_per_s ? "wps:" : "tps:");
    step.flops_per_gpu = times(numberAfter(line, "tflops:"), 1e12);
    step.mfu = times(numberAfter(line, "mfu:"), 0.01);
    step.memory_bytes = times(numberAfter(line, "memory:"), gibibyte);
    return step;
}

/// "Train throughput/device/tokens_per_sec: 10643.1", a line for each figure.
std::optional<LoggedStep> composerStep(std::string_view line)
{
    if (!contains(line, "throughput/"))
        return {};
    LoggedStep step;
    step.program = "Composer";
    step.tokens_per_s_per_gpu = numberAfter(line, "throughput/device/tokens_per_sec");
    if (!step.tokens_per_s_per_gpu)
        step.tokens_per_s = numberAfter(line, "throughput/tokens_per_sec");
    auto of_olmo = numberAfter(line, "throughput/device/tokens_per_second");
    of_olmo = of_olmo ? of_olmo : numberAfter(line, "throughput/device/TPS"); // of OLMo-core, as are the next ones
    auto steps_of_olmo = numberAfter(line, "throughput/device/batches_per_second");
    steps_of_olmo = steps_of_olmo ? steps_of_olmo : numberAfter(line, "throughput/device/BPS");
    if (of_olmo || steps_of_olmo) {
        step.program = "OLMo";
        step.tokens_per_s_per_gpu = of_olmo;
        if (steps_of_olmo && *steps_of_olmo > 0)
            step.seconds = 1 / *steps_of_olmo;
    }
    step.mfu = numberAfter(line, "throughput/device/mfu");
    if (const auto percent = numberAfter(line, "throughput/device/MFU")) {
        step.program = "OLMo";
        step.mfu = *percent / 100;
    }
    const auto batches = numberAfter(line, "throughput/batches_per_sec");
    if (batches && *batches > 0)
        step.seconds = 1 / *batches;
    return step.tokens_per_s_per_gpu || step.tokens_per_s || step.mfu || step.seconds ? std::optional(step)
                                                                                      : std::nullopt;
}

/// "train_step_timing in s=2.200, global_step=12", and Megatron-Bridge's "Step Time : 2.20s GPU utilization:
/// 489.1MODEL_TFLOP/s/GPU".
std::optional<LoggedStep> nemoStep(std::string_view line)
{
    LoggedStep step;
    step.program = "NeMo";
    if (const auto seconds = numberAfter(line, "train_step_timing in s")) {
        step.seconds = seconds;
        step.number = numberAfter(line, "global_step").value_or(-1);
    } else if (contains(line, "Step Time") && contains(line, "GPU utilization")) {
        step.program = "Megatron-Bridge";
        step.seconds = numberAfter(line, "Step Time");
        step.flops_per_gpu = times(numberAfter(line, "GPU utilization"), 1e12);
    }
    return step.seconds ? std::optional(step) : std::nullopt;
}

} // namespace

std::optional<LoggedStep> loggedStep(std::string_view line)
{
    constexpr std::array programs{pipedStep, torchTitanStep, composerStep, nemoStep};
    for (const auto program : programs)
        if (auto step = program(line))
            return step;
    return loggedProgress(line);
}

} // namespace kneepoint
