// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/keys.h"
#include "model/imports/job_configuration/python_text.h"
#include "model/imports/job_configuration/records.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace kneepoint::job {
namespace {

using Kind = PythonValue::Kind;

/// Whose objects a file builds; nothing for any other.
using Program = std::optional<Software>;

bool mentions(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return contains(text, word); });
}

Program recipesIn(std::string_view text)
{
    return contains(text, "megatron.bridge") ? Program(Software::megatron_bridge)
        : contains(text, "nemo")             ? Program(Software::nemo)
                                             : std::nullopt;
}

Program programOf(std::string_view text)
{
    std::string imports;
    for (const std::string_view line : split(text, '\n'))
        if (line.starts_with("import ") || line.starts_with("from "))
            imports += fmt::format("{}\n", line);
    if (contains(imports, "olmo_core") || contains(text, "TransformerTrainModuleConfig("))
        return Software::olmo_core;
    if (contains(imports, "torchtitan"))
        return Software::torchtitan;
    if (const Program program = recipesIn(imports))
        return program;
    if (mentions(imports, {"transformers", "trl", "unsloth", "peft"})
        || mentions(text, {"TrainingArguments(", "SFTConfig("}))
        return Software::trainer;
    return recipesIn(text);
}

/// Without the variable that holds the whole configuration.
std::string_view withoutRoot(std::string_view path)
{
    constexpr std::array<std::string_view, 8> roots{
        "recipe.", "cfg.", "config.", "self.", "conf.", "args.", "training_args.", "training_arguments."};
    for (const std::string_view root : roots)
        if (path.starts_with(root))
            return path.substr(root.size());
    return path;
}

bool isClass(std::string_view callee)
{
    return !callee.empty() && std::isupper(static_cast<unsigned char>(lastName(callee).front())) != 0;
}

/// As a configuration's text would be: of a symbol its last name, of a list "[a,b]". False if Python works it out.
bool writeOut(const PythonValue& value, std::string& text)
{
    switch (value.kind) {
    case Kind::literal:
        text += value.text;
        return true;
    case Kind::symbol:
        text += lastName(value.text);
        return true;
    case Kind::list:
        text += '[';
        for (std::size_t i = 0; i < value.parts.size(); ++i) {
            text += i > 0 ? "," : "";
            if (!writeOut(value.parts[i], text))
                return false;
        }
        text += ']';
        return true;
    default:
        return false;
    }
}

/// The model of llama3_8b.pretrain_recipe() in NeMo, llama3_8b_pretrain_config() in Megatron-Bridge; empty if the
/// function does not name it.
std::string_view modelOfRecipe(std::string_view function)
{
    for (const std::string_view recipe :
        {"pretrain_recipe", "finetune_recipe", "pretrain_config", "finetune_config", "sft_config", "peft_config"})
        if (function.size() > recipe.size() && function.ends_with(recipe))
            return lastName(function.substr(0, function.size() - recipe.size() - 1));
    return {};
}

/// A record, and where in the file it is stated.
struct Stated {
    Record record;
    std::size_t scope = 0;
    bool conditional = false, replaces = false; ///< replaces: "recipe.x = 1" after a call that states x
};

class Collector {
public:
    explicit Collector(Program program)
        : m_program(program)
    {
    }

    void take(const PythonStatement& statement)
    {
        m_scope = statement.scope;
        m_conditional = statement.conditional;
        const bool is_attribute = statement.target.find('.') != std::string::npos;
        m_replaces = is_attribute;
        if (m_program == Software::trainer) {
            takeObjects(statement.value);
            if (statement.target.ends_with("requires_grad") && statement.value.text == "False")
                m_freezes = statement.line;
            const std::string_view key = withoutRoot(statement.target);
            const bool names_config = statement.target.size() != key.size();
            if (is_attribute && names_config && !isObject(statement.value))
                takeValue(key, statement.value);
            else if (statement.value.kind == Kind::dict && isOfDeepSpeed(statement.value))
                takeParts("", statement.value);
            return;
        }
        if ((isObject(statement.value) && !namesPrecision(statement.value)) || statement.value.kind == Kind::dict) {
            takeModel(statement.value);
            takeRecipe(statement.value);
            takeTuning(statement.target, statement.value);
            takeParts(is_attribute ? withoutRoot(statement.target) : "", statement.value);
        } else if (is_attribute || (!statement.target.empty() && (hasRecipes() || !m_program))) {
            takeValue(withoutRoot(statement.target), statement.value);
        }
    }

    /// What is stated once, or everywhere alike. Several functions that differ are several jobs, and what a condition
    /// decides is not known.
    std::vector<Record> records()
    {
        if (m_program == Software::trainer && !m_has_arguments && !m_stated.empty())
            add({std::string(more_flags), {}, m_stated.front().record.place, "arguments are not in the file"});
        if (m_freezes > 0 && !m_adapts)
            add({"requires_grad", "False", fmt::format("line {}", m_freezes), {}});
        std::vector<Record> all;
        std::vector<bool> done(m_stated.size());
        for (std::size_t i = 0; i < m_stated.size(); ++i) {
            if (done[i])
                continue;
            const Stated* last = &m_stated[i];
            std::size_t count = 0;
            std::string others;
            for (std::size_t j = i; j < m_stated.size(); ++j) {
                const Stated& other = m_stated[j];
                if (other.record.key != m_stated[i].record.key)
                    continue;
                done[j] = true;
                ++count;
                const bool differs =
                    other.record.value != last->record.value || other.record.open.empty() != last->record.open.empty();
                if (differs && other.scope != last->scope)
                    m_unlike.push_back(other.record.key);
                if (differs && (other.scope != last->scope || other.conditional || !other.replaces))
                    others = fmt::format("{} states another value", other.record.place);
                last = &other;
            }
            Record record = last->record;
            if (!others.empty())
                record.open = others;
            else if (count == 1 && last->conditional && record.open.empty())
                record.open = "a condition decides whether it is set";
            if (!record.open.empty())
                record.value.clear();
            all.push_back(std::move(record));
        }
        return all;
    }

    [[nodiscard]] bool usesTrl() const { return m_trl; }
    /// Keys that functions state differently.
    [[nodiscard]] const std::vector<std::string>& unlike() const { return m_unlike; }

private:
    [[nodiscard]] bool hasRecipes() const
    {
        return m_program == Software::nemo || m_program == Software::megatron_bridge;
    }
    /// bf16_with_fp8_current_scaling_mixed()
    [[nodiscard]] bool namesPrecision(const PythonValue& value) const
    {
        return hasRecipes() && value.kind == Kind::call && value.text.ends_with("_mixed");
    }
    static bool isObject(const PythonValue& value) { return value.kind == Kind::call; }

    static bool isOfDeepSpeed(const PythonValue& dict)
    {
        return std::ranges::any_of(dict.parts, [](const PythonValue& part) {
            return part.key == "zero_optimization" || part.key == "train_micro_batch_size_per_gpu";
        });
    }

    void add(Record record)
    {
        record.value = record.value.substr(0, longest_value);
        record.open = record.open.substr(0, longest_value);
        if (m_stated.size() < most_records)
            m_stated.push_back({std::move(record), m_scope, m_conditional, m_replaces});
    }

    void takeValue(std::string_view path, const PythonValue& value)
    {
        takeTuning(path, value);
        if (value.kind == Kind::dict || (value.kind == Kind::call && isClass(value.text))) {
            if (m_program == Software::olmo_core)
                takeClass(path, value);
            return takeParts(path, value);
        }
        std::string key(path);
        if (hasRecipes() && key.find('.') == std::string::npos)
            key = "trainer.strategy." + key;
        Record record{std::move(key), {}, fmt::format("line {}", value.line), {}};
        if (namesPrecision(value)) // in NeMo among the plugins of its trainer
            record = {"mixed_precision", std::string(lastName(value.text)), record.place, {}};
        else if (!writeOut(value, record.value))
            record.open = value.kind == Kind::open ? value.text : "Python works it out";
        add(std::move(record));
        if (isObject(value))
            takeParts(path, value);
    }

    /// NeMo's adapters are an object, whose class may be worked out.
    void takeTuning(std::string_view path, const PythonValue& value)
    {
        if (hasRecipes() && lastName(path) == "peft" && value.text != "None")
            add({"peft_scheme", {}, fmt::format("line {}", value.line), "adapters are set by an object"});
    }

    /// The keywords of a call or the entries of a dictionary, under the name of what they belong to.
    void takeParts(std::string_view path, const PythonValue& whole)
    {
        for (const PythonValue& part : whole.parts) {
            if (part.key == "**") {
                takeUnpacked(path, part);
            } else if (!part.key.empty() && !(part.borrowed && isObject(part) && isClass(part.text))) {
                takeValue(path.empty() ? part.key : fmt::format("{}.{}", path, part.key), part);
            } else if (part.kind == Kind::call || part.kind == Kind::list) {
                takeParts(path, part);
            }
        }
    }

    void takeUnpacked(std::string_view path, const PythonValue& value)
    {
        if (value.kind == Kind::dict)
            return takeParts(path, value);
        add({std::string(more_flags), {}, fmt::format("line {}", value.line),
            value.kind == Kind::open ? value.text : "Python works it out"});
    }

    /// What the class of an object says by itself, in OLMo-core.
    void takeClass(std::string_view path, const PythonValue& object)
    {
        const std::string place = fmt::format("line {}", object.line);
        if (lastName(path) == "optim")
            add({fmt::format("{}.class", path), std::string(lastName(object.text)), place, {}});
        const bool states =
            std::ranges::find(object.parts, std::string_view("enabled"), &PythonValue::key) != object.parts.end();
        if (lastName(object.text) == "Float8Config" && !states)
            add({fmt::format("{}.enabled", path), "True", place, {}});
    }

    /// OLMo-core names a model by the function that makes its configuration.
    void takeModel(const PythonValue& call)
    {
        if (m_program != Software::olmo_core || !call.text.starts_with("TransformerConfig."))
            return;
        constexpr std::array<std::string_view, 8> harmless{
            "vocab_size", "dtype", "fused_ops", "use_flash", "attn_backend", "init_device", "init_seed", "n_kv_heads"};
        const auto changed = std::ranges::find_if(call.parts, [&](const PythonValue& part) {
            return std::ranges::find(harmless, std::string_view(part.key)) == harmless.end()
                || part.key == "n_kv_heads";
        });
        add({"model.factory", std::string(lastName(call.text)), fmt::format("line {}", call.line),
            changed == call.parts.end() ? std::string() : fmt::format("{} changes the model", changed->key)});
    }

    /// A recipe of NeMo or Megatron-Bridge is named after its model, and states what the file does not.
    void takeRecipe(const PythonValue& call)
    {
        const std::string_view name = lastName(call.text);
        if (!hasRecipes() || isClass(name) || !(name.ends_with("_recipe") || name.ends_with("_config")))
            return;
        const std::string place = fmt::format("line {}", call.line);
        if (const std::string_view model = modelOfRecipe(call.text); !model.empty())
            add({"model.recipe", std::string(model), place, {}});
        if (mentions(name, {"finetune", "peft"})
            && std::ranges::find(call.parts, std::string_view("peft_scheme"), &PythonValue::key) == call.parts.end())
            add({"peft_scheme", {}, place, "the recipe decides"});
        add({std::string(more_flags), {}, place, "recipe states the rest"});
    }

    /// Objects of transformers, TRL, PEFT and Unsloth, wherever they are built.
    void takeObjects(const PythonValue& value)
    {
        if (value.borrowed)
            return;
        if (value.kind == Kind::call)
            takeObject(value);
        for (const PythonValue& part : value.parts)
            takeObjects(part);
    }

    void takeObject(const PythonValue& call)
    {
        const std::string_view name = lastName(call.text);
        constexpr std::array<std::string_view, 3> plain{
            "TrainingArguments", "Seq2SeqTrainingArguments", "UnslothTrainingArguments"};
        constexpr std::array<std::pair<std::string_view, std::string_view>, 9> of_trl{{{"SFTConfig", ""},
            {"DPOConfig", "dpo"}, {"ORPOConfig", "orpo"}, {"KTOConfig", "kto"}, {"CPOConfig", "cpo"},
            {"RewardConfig", "rm"}, {"PPOConfig", "ppo"}, {"GRPOConfig", "grpo"}, {"RLOOConfig", "rloo"}}};
        const auto* const trl = std::ranges::find(of_trl, name, &std::pair<std::string_view, std::string_view>::first);
        const std::string place = fmt::format("line {}", call.line);
        m_has_arguments = m_has_arguments || trl != of_trl.end() || std::ranges::find(plain, name) != plain.end();
        if (trl != of_trl.end()) {
            m_trl = true;
            PythonValue plain_call = call;
            if (!trl->second.empty()) {
                add({"rlhf_type", std::string(trl->second), place, {}});
                std::erase_if(plain_call.parts, [](const PythonValue& part) { // told by the class
                    return part.key == "beta" || part.key == "max_prompt_length" || part.key == "max_completion_length";
                });
            }
            takeParts("", plain_call);
        } else if (std::ranges::find(plain, name) != plain.end()) {
            takeParts("", call);
        } else if (name.ends_with("Trainer")) {
            takeKeys(call, {"max_seq_length", "packing"});
            constexpr std::array<std::string_view, 3> other_goals{"DPOTrainer", "GRPOTrainer", "PPOTrainer"};
            if (std::ranges::find(other_goals, name) != other_goals.end())
                add({"rlhf_type", name == "DPOTrainer" ? "dpo" : name == "PPOTrainer" ? "ppo" : "grpo", place, {}});
            for (const PythonValue& part : call.parts)
                if (part.key == "model" && part.kind == Kind::literal)
                    takeValue("model_name_or_path", part);
        } else if (name == "LoraConfig") {
            takeAdapters(call);
        } else if (name == "BitsAndBytesConfig") {
            takeKeys(call, {"load_in_4bit", "load_in_8bit"});
        } else if (name == "from_pretrained") {
            takeLoadedModel(call);
        } else if (name == "get_peft_model" && contains(call.text, "Fast")) {
            takeAdapters(call);
            const auto recomputes =
                std::ranges::find(call.parts, std::string_view("use_gradient_checkpointing"), &PythonValue::key);
            if (recomputes != call.parts.end() && recomputes->text == "False")
                add({"gradient_checkpointing", "False", place, {}});
            else
                add({"gradient_checkpointing", {}, place, "Unsloth recomputes in a way of its own"});
        } else if (name == "gradient_checkpointing_enable") {
            add({"gradient_checkpointing", "True", place, {}});
        } else if (name == "prepare_model_for_kbit_training" || name == "prepare_model_for_int8_training") {
            const auto recomputes =
                std::ranges::find(call.parts, std::string_view("use_gradient_checkpointing"), &PythonValue::key);
            if (recomputes == call.parts.end() || recomputes->text == "True")
                add({"gradient_checkpointing", "True", place, {}});
        } else if (name == "requires_grad_" && !call.parts.empty() && call.parts.front().text == "False") {
            m_freezes = call.line;
        }
    }

    void takeKeys(const PythonValue& call, std::initializer_list<std::string_view> keys)
    {
        for (const PythonValue& part : call.parts)
            if (std::ranges::find(keys, std::string_view(part.key)) != keys.end())
                takeValue(part.key, part);
    }

    void takeAdapters(const PythonValue& call)
    {
        m_adapts = true;
        add({"use_peft", "True", fmt::format("line {}", call.line), {}});
        for (const PythonValue& part : call.parts)
            if (part.key == "r")
                takeValue("lora_r", part);
            else if (part.key == "target_modules")
                takeValue("lora_target_modules", part);
            else if (part.key == "use_dora")
                takeValue("use_dora", part);
            else if (part.key == "**")
                takeUnpacked("", part);
    }

    /// "AutoModelForCausalLM.from_pretrained(name, …)"; of tokenizers and datasets nothing is taken.
    void takeLoadedModel(const PythonValue& call)
    {
        const std::string_view of = std::string_view(call.text).substr(0, call.text.rfind('.'));
        if (!mentions(lastName(of),
                {"ForCausalLM", "ForSequenceClassification", "ForConditionalGeneration", "ForMaskedLM", "ForSeq2SeqLM",
                    "ForTokenClassification", "ForQuestionAnswering", "FastLanguageModel", "FastModel",
                    "FastVisionModel", "AutoLigerKernel"}))
            return;
        for (const PythonValue& part : call.parts) {
            const bool is_first = &part == &call.parts.front() && part.key.empty();
            if (is_first || part.key == "model_name" || part.key == "pretrained_model_name_or_path")
                takeValue("model_name_or_path", part);
            else if (part.key == "dtype" || part.key == "torch_dtype")
                takeValue("torch_dtype", part);
            else if (part.key == "load_in_4bit" || part.key == "load_in_8bit" || part.key == "max_seq_length"
                || part.key == "attn_implementation")
                takeValue(part.key, part);
        }
    }

    Program m_program;
    std::vector<Stated> m_stated;
    std::size_t m_scope = 0, m_freezes = 0;
    std::vector<std::string> m_unlike;
    bool m_conditional = false, m_replaces = false, m_trl = false, m_adapts = false, m_has_arguments = false;
};

} // namespace

Records pythonRecords(std::string_view text)
{
    const Program program = programOf(text);
    Collector collector(program);
    for (const PythonStatement& statement : pythonStatements(text))
        collector.take(statement);
    std::vector<Record> records = collector.records();
    if (records.empty())
        return std::nullopt;
    if (program)
        records.push_back({std::string(of_program), softwareRow(*program).name, {}, {}});
    const auto unlike = std::ranges::count_if(collector.unlike(), [&](const std::string& key) {
        const KeyRow* row = program ? rowOf(*program, key) : nullptr;
        return row && !row->target.empty();
    });
    if (unlike >= 2)
        records.push_back({std::string(several_jobs), collector.unlike().front(), {}, {}});
    if (collector.usesTrl())
        records.push_back({std::string(uses_trl), "true", "SFTConfig", {}});
    return records;
}

} // namespace kneepoint::job
