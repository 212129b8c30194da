// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The state of the page and its one road: every change asks the engine and draws its answer. */
const state = { data: null, start: null, text: "", answer: null, a: null, fix: null, own: true, controls: [], lesson: null };

const startValue = (id) => state.start?.controls.find((control) => control.id === id)?.value;

function analyze(text, more = {}) {
  return ask("analysis", { scenario: text, controls: state.controls, ...more });
}

/** A change by a control: {id, position | value | text}. While a slider is dragged, one picture per frame is enough. */
function change(setting, isDrag = false) {
  const answer = analyze(state.text, { set: [setting] });
  if (answer.error) return showFault(setting.id, answer.error);
  show(answer, isDrag ? drawSoon : draw);
}

/** A scenario of the page or, with its file's name, from outside: on an error, the page keeps what it has. */
function openScenario(text, place = "") {
  const answer = analyze(text, { place });
  if (answer.error) return complain(answer.error);
  begin(answer, place === "");
}

/** The author's title and text are about the page's own scenarios. */
function begin(answer, own) {
  complain("");
  state.own = own;
  state.start = answer;
  state.fix = null;
  show(answer);
}

function show(answer, drawIt = draw) {
  state.answer = answer;
  state.text = answer.scenario;
  if (!state.lesson) {
    say(byId("title"), (state.own && state.data.title) || answer.title || "Kneepoint");
    say(byId("about"), (state.own && state.data.about) || answer.about);
  }
  showControls(answer);
  drawIt();
  settle();
}

/** What the charts show beside the present: A, and the preview of a fix. */
function others() {
  const list = [];
  if (state.a) list.push({ name: "A", answer: state.a, dashes: "7 4" });
  if (state.fix) list.push({ name: "fix", answer: state.fix, dashes: "2 3" });
  return list;
}

let awaited = 0;
function drawSoon() {
  awaited ||= requestAnimationFrame(draw);
}

function draw() {
  cancelAnimationFrame(awaited);
  awaited = 0;
  if (!state.answer || byId("results").hidden) return;
  const shown = state.lesson ? state.lesson.charts : ["scaling", "roofline", "breakdown"];
  for (const [id, drawChart] of [["scaling", drawScaling], ["roofline", drawRoofline], ["breakdown", drawBreakdown]]) {
    byId(id).hidden = !shown.includes(id);
    if (shown.includes(id)) drawChart(state.answer, others());
  }
  showHeadline(state.answer, state.a);
}

/** What can wait until a drag rests: the spoken headline and the diagnosis. */
let settling = 0;
function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => {
    say(byId("live"), state.answer.headline_sentence);
    if (byId("diagnosis").hidden) return;
    const diagnosis = ask("diagnosis", { scenario: state.text });
    if (!diagnosis.error) showDiagnosis(diagnosis, { preview: previewFix, apply: applyFix });
  }, 150);
}

function previewFix(remedy) {
  const answer = remedy && analyze(state.text, { edit: remedy.edit });
  state.fix = answer && !answer.error ? answer : null;
  draw();
}

function applyFix(remedy) {
  const answer = analyze(state.text, { edit: remedy.edit });
  state.fix = null;
  if (answer.error) return complain(answer.error);
  show(answer);
}

/** Keeps an answer as A, or none; the button says which. */
function setA(answer) {
  state.a = answer;
  byId("pin").setAttribute("aria-pressed", String(Boolean(answer)));
  say(byId("pin"), answer ? "Unpin A" : "Pin as A");
}

function pin() {
  setA(state.a ? null : state.answer);
  draw();
}

async function shareLink() {
  const fragment = await fragmentOf(state.text);
  if (!fragment) return complain("The scenario is too large for a link. Save writes it into a file, which Open reads.");
  history.replaceState(null, "", fragment);
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  say(byId("status"), "The address now holds this scenario; it was copied where the browser allows.");
}

function chooseScenario() {
  if (state.data.scenarios.length < 2) return;
  const box = element("select", { id: "scenario", onchange: () => openScenario(state.data.scenarios[box.selectedIndex].text) });
  for (const { title } of state.data.scenarios) box.append(element("option", {}, title));
  byId("choose").append(element("label", { for: "scenario" }, "Scenario "), box);
  byId("choose").hidden = false;
}

function wireButtons() {
  byId("pin").addEventListener("click", pin);
  byId("reset").addEventListener("click", () => { setA(null); begin(state.start, state.own); });
  byId("save").addEventListener("click", () => saveText("scenario.kneepoint", state.text));
  byId("link").addEventListener("click", shareLink);
  byId("print").addEventListener("click", () => print());
  byId("theme").addEventListener("click", () => { setTheme(theme.mode === "dark" ? "light" : "dark"); draw(); });
  takeFiles(openScenario);
  addEventListener("hashchange", async () => { const text = await textOfFragment(location.hash); if (text) openScenario(text, "link"); });
  let before = null;
  const drawFor = (paper, mode) => { printing = paper; setTheme(mode); draw(); };
  addEventListener("beforeprint", () => { before ??= theme.mode; drawFor(true, "light"); });
  addEventListener("afterprint", () => { drawFor(false, before ?? theme.mode); before = null; });
}

async function main() {
  state.data = JSON.parse(byId("data").textContent);
  theme.all = state.data.theme;
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  await loadEngine(JSON.parse(byId("engine").textContent));
  byId("engine").remove();
  catalogues = ask("catalogues");
  byId("main").hidden = false;
  wireButtons();
  if (state.data.lesson) return startLesson();
  state.controls = state.data.controls;
  buildControls(state.controls, change);
  chooseScenario();
  openScenario(state.data.scenarios[0].text);
  const linked = await textOfFragment(location.hash);
  if (linked) openScenario(linked, "link");
  tellReady();
}

/** The first picture is there: for tests and benchmarks. */
function tellReady() {
  document.documentElement.dataset.ready = "yes";
  requestAnimationFrame(() => setTimeout(() => performance.mark("kneepoint-ready")));
}

/** For scripts and tests: the engine, and what the page shows. */
globalThis.kneepoint = { ask, answer: () => state.answer };

main().catch((problem) => {
  console.error(problem);
  complain("This page needs a browser of 2023 or later with WebAssembly.");
});
