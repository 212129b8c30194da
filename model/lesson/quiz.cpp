// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/quiz.h"

#include "model/catalogue/shipped_scenarios.h"
#include "model/diagnosis/diagnosis.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

namespace kneepoint {
namespace {

/// Each has a shipped scenario. The suspects come first, with names like "suspect-straggler"; the others are named like
/// "cause-failures".
constexpr std::array cases{Cause::exposed_communication, Cause::starved_input, Cause::straggler, Cause::tiny_batch,
    Cause::large_batch, Cause::protocol_overhead, Cause::contention, Cause::pipeline_bubble,
    Cause::tensor_parallel_slow_link, Cause::expert_all_to_all, Cause::out_of_memory, Cause::failures};
constexpr std::size_t suspect_count = 5;

/// The same sequence on every platform, which the distributions of the standard library do not promise.
class Dice {
public:
    explicit Dice(std::uint32_t seed)
        : m_state(seed + 0x9e3779b97f4a7c15ULL)
    {
    }
    /// 0 … below − 1 (SplitMix64).
    std::size_t roll(std::size_t below)
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return static_cast<std::size_t>((z ^ (z >> 31)) % below);
    }
    template <class T> void shuffle(std::vector<T>& values)
    {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[roll(i)]);
    }

private:
    std::uint64_t m_state;
};

/// What everyone knows of a job before looking at a profile.
std::string premise(const Scenario& s)
{
    const std::string batch = s.workload.kind == ModelKind::generic
        ? "{count:global_batch example}"
        : "{count:global_batch sequence} of {parameter:workload.sequence_length} tokens";
    // All of these in every case, so that none points to its cause by being there.
    return "{parameter:cluster.gpus} GPUs take {metric:step_s} for a step of " + batch
        + ". They are together {metric:speedup} as fast as one replica would be, at an MFU of {metric:mfu}. "
          "{metric:memory_bytes} of {metric:memory_capacity_bytes} of memory are needed; "
          "{metric:statistical_efficiency} of the examples help, and {metric:goodput} of the time is kept.";
}

/// What a cause would look like, beside what is the case here.
constexpr std::pair<Cause, std::string_view> replies[] = {
    {Cause::exposed_communication,
        "The network would be busy long after the kernels end. Here {metric:exposed_comm_s} of {metric:step_s} is "
        "exposed communication."},
    {Cause::starved_input,
        "The next batch would be late. Here the GPUs wait {metric:exposed_load_s} of {metric:step_s} for it."},
    {Cause::straggler,
        "One rank would arrive late at every synchronization. Here that costs {metric:straggler_s} of "
        "{metric:step_s}."},
    {Cause::tiny_batch,
        "Kernels would be short and launching them would take as long. Here kernels are busy {metric:compute_s} of "
        "{metric:step_s}, with {count:workload.batch_per_gpu example} at a time."},
    {Cause::large_batch,
        "Steps would be fast and the loss slow to fall. Here {metric:statistical_efficiency} of the examples help."},
    {Cause::protocol_overhead,
        "Messages would take long before their first byte. Here latency is {metric:latency_s} of {metric:comm_s} of "
        "communication."},
    {Cause::contention,
        "The same collective would be much faster on an idle fabric. Here {count:cluster.nics_per_node NIC} for "
        "{count:cluster.gpus_per_node GPU} and an oversubscription of {parameter:cluster.oversubscription} slow it "
        "down."},
    {Cause::pipeline_bubble,
        "Stages would have nothing to work on. Here that is {metric:bubble_s} of {metric:step_s}."},
    {Cause::tensor_parallel_slow_link,
        "Activations would cross the slow link in every layer. Here the tensor-parallel degree is "
        "{parameter:plan.tensor_parallel}, on nodes of {parameter:cluster.gpus_per_node}."},
    {Cause::over_sharding,
        "A replica would be spread over more GPUs than it needs. Here it needs {metric:memory_bytes} on each."},
    {Cause::expert_all_to_all,
        "Tokens would be on the network in every layer. Here the model has {parameter:workload.experts} in a layer, "
        "where 1 means that it is dense."},
    {Cause::out_of_memory,
        "More memory would be needed than there is. Here it is {metric:memory_bytes} of "
        "{metric:memory_capacity_bytes}."},
    {Cause::failures, "Steps would be fine and the run long. Here {metric:goodput} of the time is kept."},
    {Cause::offload_link,
        "The host would hold state or activations, and its link or its CPUs would keep the GPUs waiting."},
    {Cause::dequantization, "Frozen weights would have 4 bits, and every pass would restore them to 16."},
    {Cause::expert_imbalance,
        "One expert-parallel rank would get more tokens than the others. Here it gets "
        "{parameter:workload.expert_imbalance} of the mean."},
    {Cause::padding,
        "Sequences would be longer than the examples in them. Here a sequence has {parameter:workload.sequence_length} "
        "tokens, and the mean example {parameter:workload.length_mean}, where 0 means as many."},
    {Cause::adapter_bound,
        "Small matrices would be trained beside the large ones, and adding them would take longer than it saves. Here "
        "their rank is {parameter:workload.lora_rank}, if there are any."},
    {Cause::optimizer_gathers,
        "The optimizer would need whole matrices: GPUs would gather and multiply them after the last backward pass."}};
static_assert(std::size(replies) == cause_count - 1); // without `none`

std::string replyTo(Cause taken)
{
    const auto* const reply = std::ranges::find(replies, taken, &std::pair<Cause, std::string_view>::first);
    return std::string(reply == std::end(replies) ? "Look again at the longest lane." : reply->second);
}

AnswerChoice choiceOf(Cause cause, Cause right)
{
    AnswerChoice choice;
    choice.text = causeLabel(cause);
    choice.from = -1e300;
    choice.to = 1e300;
    choice.cause = cause;
    choice.right = cause == right;
    if (!choice.right)
        choice.misconception =
            Misconception{fmt::format("{} taken for {}", causeLabel(right), causeLabel(cause)), replyTo(cause)};
    return choice;
}

LessonStep stepOf(const Scenario& s, Cause cause, std::size_t number, std::size_t among, Dice& dice)
{
    LessonStep step;
    step.title = fmt::format("Case {}", number);
    step.text = premise(s);
    step.scenario = s;
    step.opens_scenario = true;
    Question q;
    q.kind = Question::Kind::choice;
    q.text = "Which of these is it?";
    q.hint = "Which lane is long while the kernels are not running? If none is, look at memory, batch and restarts.";
    q.shows_profile = true;
    q.scenario = step.scenario;
    std::vector<Cause> others;
    for (std::size_t i = 0; i < among; ++i)
        if (cases[i] != cause)
            others.push_back(cases[i]);
    dice.shuffle(others);
    constexpr std::size_t most_others = 4;
    others.resize(std::min(most_others, others.size()));
    for (const Cause other : others)
        q.choices.push_back(choiceOf(other, cause));
    q.choices.push_back(choiceOf(cause, cause));
    dice.shuffle(q.choices);
    step.question = std::move(q);
    step.explanation = "It is {cause}.";
    return step;
}

} // namespace

Lesson makeQuiz(QuizCases which, std::uint32_t seed)
{
    Dice dice(seed);
    const std::size_t among = which == QuizCases::suspects ? suspect_count : cases.size();
    std::vector<std::size_t> order(among);
    std::iota(order.begin(), order.end(), 0);
    dice.shuffle(order);
    Lesson lesson;
    lesson.id = fmt::format("quiz-{}-{}", which == QuizCases::suspects ? "suspects" : "causes", seed);
    lesson.title = fmt::format("Quiz {}", seed);
    lesson.minutes = 3 * static_cast<double>(among);
    lesson.teaches = {"Find the cause from a job's numbers"};
    for (std::size_t i = 0; i < among; ++i) {
        const Cause cause = cases[order[i]];
        const ScenarioFile* preset =
            findScenarioPreset(fmt::format("{}-{}", order[i] < suspect_count ? "suspect" : "cause", causeId(cause)));
        lesson.steps.push_back(stepOf(preset ? preset->scenario : Scenario{}, cause, i + 1, among, dice));
    }
    return lesson;
}

std::optional<Lesson> blindCase(const Scenario& s, std::uint32_t seed)
{
    const Diagnosis diagnosis = diagnose(analyze(s));
    if (diagnosis.causes.empty())
        return {};
    Dice dice(seed);
    Lesson lesson;
    lesson.id = "blind";
    lesson.title = "A blind case";
    lesson.minutes = 3;
    lesson.teaches = {"Find the cause from a job's numbers"};
    lesson.steps.push_back(stepOf(s, diagnosis.causes.front().cause, 1, cases.size(), dice));
    return lesson;
}

/// FNV-1a over the name, begun with the number.
std::uint32_t quizSeed(std::uint32_t number, std::string_view student)
{
    if (student.empty())
        return number;
    constexpr std::uint32_t prime = 16777619U;
    std::uint32_t hash = (2166136261U ^ number) * prime;
    for (const char c : student)
        hash = (hash ^ static_cast<unsigned char>(c)) * prime;
    return hash;
}

} // namespace kneepoint
