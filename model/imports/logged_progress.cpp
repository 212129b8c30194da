// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/logged_progress.h"

#include "model/units/text_fields.h"

#include <array>

namespace kneepoint {
namespace {

constexpr double of_a_mib = 1 << 20, of_a_gib = 1 << 30;

std::optional<double> inverted(std::optional<double> value)
{
    return value && *value > 0 ? std::optional(1 / *value) : std::nullopt;
}

/// The number after a label that no letter precedes: "time: 0.6" but not "data_time: 0.6".
std::optional<double> numberOfField(std::string_view line, std::string_view label)
{
    for (std::size_t at = line.find(label); at != std::string_view::npos; at = line.find(label, at + 1))
        if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == ',')
            return numberAfter(line.substr(at), label);
    return {};
}

std::optional<LoggedStep> named(LoggedStep step, std::string_view program)
{
    step.program = program;
    return step.seconds || step.examples_per_s || step.tokens_per_s || step.tokens_per_s_per_gpu ? std::optional(step)
                                                                                                 : std::nullopt;
}

/// "0/40, RunningAvgSamplesPerSec=61.2, CurrSamplesPerSec=62.0, MemAllocated=1.40GB, MaxMemAllocated=18.50GB", of newer
/// ones with "epoch=0/micro_step=80/global_step=40" before it.
std::optional<LoggedStep> deepspeedStep(std::string_view line)
{
    const bool is_old = !contains(line, "RunningAvgSamplesPerSec"); // before 0.5.4: "0/40, SamplesPerSec=83.4, …"
    if (is_old && !contains(line, ", SamplesPerSec="))
        return {};
    LoggedStep step;
    step.examples_per_s = numberAfter(line, is_old ? "SamplesPerSec=" : "CurrSamplesPerSec");
    step.memory_bytes = times(numberAfter(line, "MaxMemAllocated"), of_a_gib);
    const std::size_t comma = line.rfind(',', line.find(is_old ? "SamplesPerSec" : "RunningAvgSamplesPerSec"));
    const std::size_t slash = line.rfind('/', comma);
    if (const auto stated = numberAfter(line, "global_step="))
        step.number = *stated;
    else if (comma != std::string_view::npos && slash != std::string_view::npos)
        step.number = leadingNumber(line.substr(slash + 1)).value_or(-1);
    return named(step, "DeepSpeed");
}

/// "iter 700: loss 3.5012, time 412.40ms, mfu 31.20%"
std::optional<LoggedStep> nanoGptStep(std::string_view line)
{
    if (!line.starts_with("iter ") || !contains(line, "ms") || !contains(line, "time "))
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "iter").value_or(-1);
    step.seconds = times(numberAfter(line, "time "), 1e-3);
    if (const auto mfu = numberAfter(line, "mfu "); mfu && *mfu > 0) // -100 before it is known
        step.mfu = *mfu / 100;
    return named(step, "nanoGPT");
}

/// "step 00210/09000 (2.33%) | loss: 4.1 | dt: 640.00ms | tok/sec: 819,200 | mfu: 31.40"
std::optional<LoggedStep> nanochatStep(std::string_view line)
{
    if (!line.starts_with("step ") || !contains(line, "dt: ") || !contains(line, "tok/sec:"))
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "step").value_or(-1);
    step.seconds = times(numberAfter(line, "dt:"), 1e-3);
    step.tokens_per_s = numberAfter(line, "tok/sec:");
    step.mfu = times(numberAfter(line, "mfu:"), 0.01);
    return named(step, "nanochat");
}

/// The number that ends before this text: 171545 of "… | 171545 tok/s".
std::optional<double> numberBefore(std::string_view line, std::string_view text)
{
    const std::size_t end = line.find(text);
    if (end == std::string_view::npos)
        return {};
    const std::string_view before = trimmed(line.substr(0, end));
    const std::size_t begin = before.find_last_not_of("0123456789.-");
    return plainNumber(before.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

/// llm.c: "step 1/19560 | loss 11.0 (+nanz)| norm 15.3 (+nanz)| lr 8.57e-07 | 3056.36 ms | 42.6% bf16 MFU | 171545
/// tok/s"
std::optional<LoggedStep> llmCStep(std::string_view line)
{
    const auto tokens = numberBefore(line, "tok/s"), milliseconds = numberBefore(line, "ms |");
    if (!line.starts_with("step ") || !tokens || !milliseconds)
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "step").value_or(-1);
    step.seconds = *milliseconds * 1e-3;
    step.tokens_per_s = tokens;
    if (const auto mfu = numberBefore(line, "% bf16 MFU"); mfu && *mfu > 0) // -100 where the GPU is not known
        step.mfu = *mfu / 100;
    return named(step, "llm.c");
}

/// "Epoch 1 | iter 8 step 2 | loss train: 1.210 | iter time: 251.32 ms (step)": time of one micro-batch.
std::optional<LoggedStep> litgptStep(std::string_view line)
{
    const auto time = numberAfter(line, "iter time:");
    const auto iteration = numberAfter(line, "iter "), number = numberAfter(line, " step ");
    if (!time || !iteration || !number || *number < 1 || *iteration < *number)
        return {};
    LoggedStep step;
    step.number = *number;
    step.microbatches = *iteration / *number;
    step.seconds = *time * 1e-3 * step.microbatches;
    return named(step, "LitGPT");
}

/// "Step 1 | loss:1.55 lr:2e-05 tokens_per_second_per_gpu:3100.5 peak_memory_active:44.0", and Axolotl's
/// "{'loss': 1.55, 'memory/max_mem_active(gib)': 44.0, 'tokens_per_second_per_gpu': 3100.5}"
std::optional<LoggedStep> torchtuneStep(std::string_view line)
{
    const auto rate = numberAfter(line, "tokens_per_second_per_gpu");
    if (!rate)
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "Step ").value_or(-1);
    step.tokens_per_s_per_gpu = rate;
    const bool axolotl = contains(line, "'loss'");
    step.memory_bytes = times(numberAfter(line, axolotl ? "max_mem_active(gib)" : "peak_memory_active"), of_a_gib);
    return named(step, axolotl ? "Axolotl" : "torchtune");
}

/// "completed step: 40, seconds: 2.500, TFLOP/s/device: 180.200, Tokens/s/device: 13107.200"
std::optional<LoggedStep> maxTextStep(std::string_view line)
{
    if (!contains(line, "completed step:"))
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "completed step:").value_or(-1);
    step.seconds = numberAfter(line, "seconds:");
    step.flops_per_gpu = times(numberAfter(line, "TFLOP/s/device:"), 1e12);
    step.tokens_per_s_per_gpu = numberAfter(line, "Tokens/s/device:");
    return named(step, "MaxText");
}

/// "train_inner | epoch 002: 1200 / 9000 loss=4.2, wps=120000, ups=0.5, wpb=240000, bsz=8000, num_updates=1200"
std::optional<LoggedStep> fairseqStep(std::string_view line)
{
    const bool is_old = contains(line, "| epoch ") && contains(line, "wps="); // before 0.9
    if ((!contains(line, "train_inner") && !is_old) || !contains(line, "ups="))
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "num_updates=").value_or(-1);
    step.seconds = inverted(numberAfter(line, "ups="));
    step.tokens_per_s = numberAfter(line, "wps=");
    return named(step, "fairseq");
}

/// "d2.utils.events]: eta: 3:12:01 iter: 19 total_loss: 2.1 time: 0.6411 data_time: 0.0301 max_mem: 5120M", and
/// MMEngine's "Epoch(train) [1][50/1000] lr: 1e-4 eta: 1:00:00 time: 0.6411 data_time: 0.03 memory: 5120 loss: 1.2".
std::optional<LoggedStep> visionStep(std::string_view line)
{
    const bool detectron = contains(line, "eta:") && contains(line, " iter:");
    const bool mmengine = contains(line, "(train)") && contains(line, "data_time:");
    if (!detectron && !mmengine)
        return {};
    LoggedStep step;
    step.seconds = numberOfField(line, "time:");
    step.memory_bytes = times(numberOfField(line, detectron ? "max_mem:" : "memory:"), of_a_mib);
    if (detectron)
        step.number = numberOfField(line, "iter:").value_or(-1);
    else if (const std::size_t slash = line.find('/', line.find("(train)")); slash != std::string_view::npos) {
        const std::string_view counts = line.substr(line.find("(train)"), slash - line.find("(train)"));
        const bool counts_epochs = contains(counts, "][");
        step.number = numberAfter(counts, counts_epochs ? "][" : "[").value_or(-1);
        if (const auto epoch = numberAfter(counts, "["); counts_epochs && epoch && step.number >= 0)
            step.number += (*epoch - 1) * leadingNumber(line.substr(slash + 1)).value_or(0);
    }
    return named(step, detectron ? "Detectron2" : "MMEngine");
}

/// "step:1 - timing_s/gen:40.1 - timing_s/update_actor:30.2 - timing_s/step:95.4 - perf/throughput:5210.3"
std::optional<LoggedStep> verlStep(std::string_view line)
{
    if (!contains(line, "timing_s/step:"))
        return {};
    LoggedStep step;
    step.number = numberAfter(line, "step:").value_or(-1);
    step.seconds = numberAfter(line, "timing_s/step:");
    step.update_s = numberAfter(line, "timing_s/update_actor:");
    return named(step, "verl");
}

/// "{'train_runtime': 3600.0, 'train_samples_per_second': 0.5, 'train_steps_per_second': 0.125}"
std::optional<LoggedStep> trainerSummary(std::string_view line)
{
    if (!contains(line, "train_runtime") || !contains(line, "train_steps_per_second"))
        return {};
    LoggedStep step;
    step.seconds = inverted(numberAfter(line, "train_steps_per_second"));
    step.examples_per_s = numberAfter(line, "train_samples_per_second");
    step.is_average = true;
    return named(step, "Hugging Face Trainer");
}

/// ms-swift, since its start: "{'loss': 0.7, 'memory(GiB)': 40.1, 'train_speed(iter/s)': 0.125, 'epoch': 0.1}", and
/// 'train_speed(s/it)' of newer ones.
std::optional<LoggedStep> swiftStep(std::string_view line)
{
    if (!contains(line, "'train_speed("))
        return {};
    LoggedStep step;
    step.seconds = numberAfter(line, "'train_speed(s/it)");
    if (!step.seconds)
        step.seconds = inverted(numberAfter(line, "'train_speed(iter/s)"));
    step.memory_bytes = times(numberAfter(line, "'memory(GiB)"), of_a_gib);
    step.number = numberAfter(line, "'global_step/max_steps").value_or(-1);
    step.is_average = true;
    return named(step, "ms-swift");
}

/// Seconds of "01:20<59:00" and "1:02:03<?".
double elapsedOf(std::string_view text)
{
    double seconds = 0;
    for (const std::string_view part : split(text.substr(0, text.find('<')), ':'))
        seconds = seconds * 60 + plainNumber(part).value_or(0);
    return seconds;
}

/// " 2%|▏         | 10/450 [01:20<59:00, 8.05s/it]", of Lightning with "Epoch 0: " before it. A bar with another
/// description is of something else.
std::optional<LoggedStep> progressBar(std::string_view line)
{
    std::string_view text = trimmed(line);
    const bool lightning = text.starts_with("Epoch ");
    if (lightning)
        text = trimmed(text.substr(std::min(text.find(':') + 1, text.size())));
    const std::size_t percent = text.find("%|"), bracket = text.find('['), close = text.find(']');
    if (percent > 3 || bracket == std::string_view::npos || close < bracket)
        return {};
    const std::string_view counts = text.substr(percent + 2, bracket - percent - 2);
    const std::size_t bar = counts.rfind('|');
    const std::vector<std::string_view> parts = split(counts.substr(bar + 1), '/');
    const std::string_view inside = text.substr(bracket, close - bracket);
    const std::size_t comma = inside.find(", ");
    if (bar == std::string_view::npos || parts.size() != 2 || comma == std::string_view::npos)
        return {};
    const auto number = plainNumber(parts[0]), total = plainNumber(parts[1]),
               rate = leadingNumber(inside.substr(comma + 2));
    if (!number || !total || !rate)
        return {};
    LoggedStep step;
    step.number = *number;
    step.total = *total;
    step.elapsed_s = elapsedOf(inside.substr(1, comma - 1));
    step.seconds = contains(inside, "s/it") ? rate : contains(inside, "it/s") ? inverted(rate) : std::nullopt;
    return named(step, lightning ? "Lightning" : "Hugging Face Trainer");
}

} // namespace

std::optional<LoggedStep> loggedProgress(std::string_view line)
{
    constexpr std::array programs{deepspeedStep, nanoGptStep, nanochatStep, llmCStep, litgptStep, torchtuneStep,
        maxTextStep, fairseqStep, visionStep, verlStep, trainerSummary, swiftStep, progressBar};
    for (const auto program : programs)
        if (auto step = program(line))
            return step;
    return {};
}

} // namespace kneepoint
