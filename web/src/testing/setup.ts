import { deserialize, serialize } from 'node:v8';
import { TextDecoder, TextEncoder } from 'node:util';

/** Adds what jsdom lacks and browsers have. */
if (typeof window !== 'undefined') {
  const missing = {
    TextDecoder,
    TextEncoder,
    structuredClone: (value: unknown): unknown => deserialize(serialize(value)),
    ResizeObserver: class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
    // The router creates a request for each navigation and reads only these.
    Request: class {
      method = 'GET';
      headers = new Map();
      signal: AbortSignal | undefined;
      constructor(
        readonly url: string,
        init: { signal?: AbortSignal } = {},
      ) {
        this.signal = init.signal;
      }
    },
    PointerEvent: MouseEvent,
    matchMedia: () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }),
    scrollTo: () => undefined,
  };
  Object.assign(window, missing);
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
}
