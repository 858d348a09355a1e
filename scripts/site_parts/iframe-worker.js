// Workers for pages that are opened from disk, where browsers refuse to start one: the search of the site runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onload = () => { for (const data of this.waiting.splice(0)) this.send(data); this.isReady = true; };
      script.onerror = () => this.dispatchEvent(new Event("error"));
      inside.document.body.append(script);
    }
    postMessage(data) {
      if (this.isReady) this.send(data);
      else this.waiting.push(data);
    }
    // Later, as a worker would get it.
    send(data) {
      const inside = this.frame.contentWindow;
      setTimeout(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }
    terminate() { this.frame.remove(); }
  };
}
