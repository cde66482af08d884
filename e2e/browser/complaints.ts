import type { BrowserContext } from "@playwright/test";

/** What no page may do, gathered from every page of a browser context. */
export interface Complaints {
  /** Hears everything from here on, of pages that are opened later too. */
  listen(context: BrowserContext): Promise<void>;
  /** A refusal that the test provokes, such as `/status of 422/`: the browser reports it as an error. */
  expect(pattern: RegExp): void;
  /** All but the expected, in the order they came. */
  all(): string[];
}

/** Errors on the console (breaches of the content policy are among them), uncaught errors, and requests to anybody but `origin`. */
export function gatherComplaints(origin: string): Complaints {
  const heard: string[] = [];
  const expected: RegExp[] = [];
  return {
    listen: async (context) => {
      context.on("console", (message) => {
        if (message.type() === "error") heard.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => heard.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      context.on("request", (request) => {
        if (!isOurs(request.url(), origin)) heard.push(`request: ${request.method()} ${request.url()}`);
      });
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
      });
    },
    expect: (pattern) => void expected.push(pattern),
    all: () => heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
  };
}

function isOurs(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || /^(data|blob|about):/.test(url);
}
