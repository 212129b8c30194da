// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The engine: one function from JSON to JSON, compiled to WebAssembly. */
const engine = { module: null, exports: null };

/** The module asks its host for little: everything but the clock and the environment is refused. */
function hostFunctions(module, memory) {
  const refused = () => 52; // ENOSYS
  const words = () => new DataView(memory().buffer);
  const known = {
    clock_time_get: (id, precision, at) => (words().setBigUint64(at, 0n, true), 0),
    environ_sizes_get: (count, bytes) => (words().setUint32(count, 0, true), words().setUint32(bytes, 0, true), 0),
    environ_get: () => 0,
    proc_exit: () => { throw new Error("the engine stopped"); },
  };
  const host = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (host[from] ??= {})[name] = known[name] ?? refused;
  return host;
}

function startEngine() {
  const host = hostFunctions(engine.module, () => engine.exports.memory);
  engine.exports = new WebAssembly.Instance(engine.module, host).exports;
  engine.exports._initialize();
}

/** Compiles the engine while it is still being unpacked. */
async function loadEngine(base64) {
  const unpacked = new Blob([bytesOfBase64(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  engine.module = await WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
  startEngine();
}

function bytesOfBase64(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const packed = atob(base64);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  return bytes;
}

/** Asks the engine; an answer with `error` is a sentence for the reader. */
function ask(question, fields = {}) {
  const request = new TextEncoder().encode(JSON.stringify({ question, ...fields }));
  try {
    const { room, answer, reply, memory } = engine.exports;
    const start = room(request.length); // may grow the memory, which replaces its buffer
    new Uint8Array(memory.buffer, start, request.length).set(request);
    const length = answer();
    const text = reply();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text, length)));
  } catch (stopped) {
    startEngine();
    return { error: "The engine could not compute this; the page shows the last figures." };
  }
}

const knownTexts = new Map();

/** Values as the program writes them: of a figure ("step_s") or of a parameter ("cluster.gpus"). */
function textOf(kind, id, value) {
  const key = `${id} ${value}`;
  if (!knownTexts.has(key)) {
    if (knownTexts.size > 20000) knownTexts.clear();
    knownTexts.set(key, ask("texts", { [kind]: id, values: [value] }).texts?.[0] ?? String(value));
  }
  return knownTexts.get(key);
}
const figureText = (id, value) => textOf("metric", id, value);
