import { type BrowserContext, expect } from '@playwright/test';

const failedLoad = (reason: string) => `console error: Failed to load resource: ${reason}`;

/** The browser's message for a request that a test aborts. */
export const ABORTED = failedLoad('net::ERR_FAILED');
/** The browser's message for a request while it is offline. */
export const OFFLINE = failedLoad('net::ERR_INTERNET_DISCONNECTED');
/** The browser's message for a response with an error status, such as `404 (Not Found)`. */
export const statusError = (status: string) => failedLoad(`the server responded with a status of ${status}`);

/** What a test's pages must not do: console errors and warnings, uncaught errors, and requests to other sites. */
export class PageErrors {
  /** Each error counts once, because their number depends on the machine's speed. */
  readonly logged = new Set<string>();
  private readonly expected = new Set<string>();
  private readonly allowed: RegExp[] = [];

  constructor(private readonly origin: string) {}

  /** Collects the errors of all pages of a browser context. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        this.logged.add(`console ${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (webError) => this.logged.add(`uncaught: ${webError.error().message}`));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.origin) this.logged.add(`request to ${origin}`);
    });
  }

  /** Declares errors that this test must cause. */
  expect(...errors: string[]): void {
    for (const error of errors) this.expected.add(error);
  }

  /** Declares errors that this test may cause. */
  allow(errors: RegExp): void {
    this.allowed.push(errors);
  }

  /** Fails if an error was not declared, or if an expected one is missing. */
  check(): void {
    const counted = [...this.logged].filter((error) => !this.allowed.some((pattern) => pattern.test(error)));
    expect(counted.sort(), 'errors of the pages').toEqual([...this.expected].sort());
  }
}
