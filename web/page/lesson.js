// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** A lesson: it asks before it shows. Charts and controls of a step stay hidden until its question is answered. */
function startLesson() {
  state.lesson = { id: state.data.lesson.id, text: state.data.lesson.text, step: 0, steps: 1, charts: [], answers: [], verdicts: {} };
  for (const id of ["choose", "save", "open", "link", "diagnosis", "reset"]) byId(id).hidden = true;
  byId("lesson").hidden = false;
  goTo(0);
  tellReady();
}

const askLesson = (question, more = {}) => ask(question, { lesson: state.lesson.text, step: state.lesson.step, ...more });

function goTo(index) {
  const lesson = state.lesson;
  lesson.step = index;
  const step = askLesson("lesson_step");
  if (step.error) return complain(step.error);
  lesson.steps = step.steps;
  say(byId("title"), step.lesson);
  say(byId("about"), index === 0 ? step.teaches.map((line) => `• ${line}`).join("\n") : "");
  document.title = step.lesson;
  lesson.shown = step;
  lesson.charts = step.charts;
  showStep();
}

function showStep() {
  const { shown: step, step: index, steps, verdicts } = state.lesson;
  const place = byId("lesson");
  place.replaceChildren(element("h2", { tabindex: "-1" }, `${index + 1} of ${steps}: ${step.title}`), ...prose(step.text));
  const verdict = verdicts[index];
  if (step.question) place.append(verdict ? answered(step.question, verdict) : questionForm(step.question));
  if (!step.question) place.append(...prose(step.explanation));
  place.append(navigation());
  reveal(!step.question || Boolean(verdict));
}

const prose = (text) => text.split("\n\n").filter(Boolean).map((paragraph) => element("p", { class: "prose" }, paragraph.trim()));

/** Shows the board of a step, or keeps it back while its question is open. */
function reveal(shown) {
  byId("results").hidden = !shown;
  byId("controls").hidden = !shown || !state.lesson.shown.controls.length;
  if (!shown) return;
  state.controls = state.lesson.shown.controls;
  buildControls(state.controls, change);
  const { shown: step } = state.lesson;
  setA(step.frozen.length ? analyze(step.before) : null);
  openScenario(step.scenario);
}

function questionForm(question) {
  const fault = element("p", { class: "fault", role: "alert" });
  const hint = element("p", { class: "said", "aria-live": "polite" });
  const input = { number: numberInput, choice: choiceInput, curve: curveInput }[question.kind](question);
  const lock = () => {
    const verdict = askLesson("verdict", { answer: input.answer() });
    if (verdict.error) return say(fault, verdict.error);
    verdict.mine = input.answer();
    state.lesson.verdicts[state.lesson.step] = verdict;
    state.lesson.answers.push(verdict.given);
    showStep();
    byId("lesson").querySelector(".verdict").focus();
  };
  const form = element("form", { onsubmit: (event) => { event.preventDefault(); lock(); } },
    element("p", { class: "question", id: "question" }, question.text), input.body, fault, hint,
    element("div", { class: "bar" }, element("button", { class: "primary", id: "lock" }, "Lock my answer"),
      element("button", { type: "button", id: "hint", onclick: () => say(hint, `Hint: ${question.hint}`) }, "Hint")));
  return form;
}

function numberInput(question) {
  const box = element("input", { type: "text", id: "number", autocomplete: "off", "aria-labelledby": "question",
    placeholder: "A number", title: "With or without a unit" });
  return { body: box, answer: () => ({ text: box.value }) };
}

function choiceInput(question) {
  const body = element("fieldset", { class: "answers", "aria-labelledby": "question" });
  question.choices.forEach(({ text, index }, i) =>
    body.append(element("label", {}, element("input", { type: "radio", name: "choice", value: index }), ` ${i + 1}. ${text}`)));
  document.onkeydown = (event) => {
    const radio = /^[1-9]$/.test(event.key) && event.target.type !== "text" && document.querySelectorAll("[name=choice]")[Number(event.key) - 1];
    if (radio) { radio.checked = true; radio.focus(); }
  };
  return { body, answer: () => ({ choice: Number(body.querySelector(":checked")?.value ?? -1) }) };
}

function answered(question, verdict) {
  const place = element("div", {}, element("p", { class: "question" }, question.text));
  if (verdict.answer) place.append(element("p", {}, `The engine's answer: ${verdict.answer}`));
  if (verdict.choice != null)
    place.append(element("p", {}, `The engine's answer: ${question.choices.find(({ index }) => index === verdict.choice).text}`));
  if (verdict.curve) place.append(sketchPicture(question.sketch, verdict.mine.curve, verdict.curve).node());
  place.append(element("p", { class: "verdict", tabindex: "-1", role: "status" }, verdict.sentence), ...prose(verdict.explanation));
  return place;
}

function navigation() {
  const { step, steps, verdicts, answers } = state.lesson;
  const last = step + 1 === steps;
  const bar = element("div", { class: "bar" },
    element("button", { type: "button", id: "previous", disabled: step === 0, onclick: () => turn(step - 1) }, "Previous"),
    element("button", { type: "button", id: "next", disabled: last, onclick: () => turn(step + 1) }, "Next"));
  if (answers.length) bar.append(...resultsForm());
  return bar;
}

function turn(index) {
  goTo(index);
  byId("lesson").querySelector("h2").focus();
}

/** The answers as the small file that `kneepoint lesson results` sums up; with a name only if the reader writes one. */
function resultsForm() {
  const name = element("input", { type: "text", id: "student", "aria-label": "My name, if I want it in the results", placeholder: "My name (optional)" });
  const save = () => {
    const { id, answers } = state.lesson;
    const results = ask("results", { lesson: id, student: name.value.trim(), answers });
    if (results.error) return complain(results.error);
    saveText(`${id}-results.json`, results.text);
  };
  return [name, element("button", { type: "button", id: "results-file", onclick: save }, "Save my results")];
}
