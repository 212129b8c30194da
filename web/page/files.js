// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** A scenario in and out: by button, by drop, and in the address's fragment. Nothing else is kept. */
const mostBytes = 1 << 20;
const mostLinkedBytes = 1 << 16;

function saveText(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function readFile(file, open) {
  if (file.size > mostBytes) return complain(`${file.name}: larger than the ${mostBytes} bytes that a scenario may have`);
  open(await file.text(), file.name);
}

function takeFiles(open) {
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    if (byId("file").files[0]) readFile(byId("file").files[0], open);
    byId("file").value = "";
  });
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files[0]) readFile(event.dataTransfer.files[0], open);
  });
}

const bytesOf = async (readable) => new Uint8Array(await new Response(readable).arrayBuffer());

/** A scenario as a fragment: deflated, in the base64 of addresses; null if it is too large for an address. */
async function fragmentOf(text) {
  const packed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate")));
  if (packed.length > mostLinkedBytes) return null;
  return "#s=" + btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The scenario of a fragment, read up to the size that a scenario may have; null if it is none. */
async function textOfFragment(fragment) {
  if (!fragment.startsWith("#s=")) return null;
  try {
    const packed = bytesOfBase64(fragment.slice(3).replace(/-/g, "+").replace(/_/g, "/"));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > mostBytes) throw new Error("too large");
    }
    return text;
  } catch (broken) {
    complain("The link's scenario cannot be read; it may have been cut off.");
    return null;
  }
}
