// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Browsers start no worker for a page opened from a file. There, the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.inside = frame.contentWindow;
      const worker = this;
      this.inside.postMessage = data => worker.answer(data);
      this.inside.importScripts = (...urls) =>
        Promise.all(urls.map(source => new Promise((resolve, reject) => {
          const script = frame.contentDocument.createElement("script");
          script.src = source;
          script.onload = resolve;
          script.onerror = reject;
          frame.contentDocument.head.appendChild(script);
        })));
      this.inside.importScripts(url).then(() => {
        this.ready = true;
        this.waiting.splice(0).forEach(data => this.deliver(data));
      });
    }
    postMessage(data) { this.ready ? this.deliver(data) : this.waiting.push(data); }
    deliver(data) { this.inside.dispatchEvent(new this.inside.MessageEvent("message", {data})); }
    answer(data) {
      const event = new MessageEvent("message", {data});
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
    terminate() {}
  };
}
