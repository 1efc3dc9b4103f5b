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
    scrollTo: () => undefined,
  };
  Object.assign(window, missing);
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
}
