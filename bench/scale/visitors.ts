import { setTimeout as delay } from 'node:timers/promises';

/** A landing page that visitors use. */
export interface VisitedPage {
  /** The URL of its form. */
  submitUrl: string;
  /** The URL of its HTML. */
  url: string;
}

const PAUSE_MS = 10;
let lastNumber = 9_000_000;

/** Reads a landing page up to 100 times a second until `isOver`. Returns the 95th percentile of the times in ms. */
export async function readPages(
  { url }: VisitedPage,
  isOver: () => boolean,
): Promise<{ p95: number; failures: number }> {
  const times: number[] = [];
  let failures = 0;
  while (!isOver()) {
    const startedAt = performance.now();
    const isOk = await fetch(url).then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    );
    times.push(performance.now() - startedAt);
    if (!isOk) failures += 1;
    await delay(PAUSE_MS);
  }
  return { p95: p95(times), failures };
}

/** Returns the 95th percentile. */
export function p95(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Submits forms over four connections as fast as they are answered until `isOver`. */
export async function submitForms(
  { submitUrl }: VisitedPage,
  isOver: () => boolean,
): Promise<{ perSecond: number; failures: number }> {
  const startedAt = performance.now();
  let [submitted, failures] = [0, 0];
  const visit = async () => {
    while (!isOver()) {
      const response = await fetch(submitUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ phone: `+1415${(lastNumber += 1)}` }),
      }).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok) submitted += 1;
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, visit));
  return { perSecond: (submitted * 1_000) / (performance.now() - startedAt), failures };
}

/** Returns a function that is true after `ms`. */
export function after(ms: number): () => boolean {
  const deadline = performance.now() + ms;
  return () => performance.now() >= deadline;
}
