import type { BrowserContext, Response } from "@playwright/test";
import { complaintAboutRefusal } from "@/e2e/problem-documents";

/** Errors that no page may cause, collected from all pages of a browser context. */
export interface Complaints {
  /** Collects all errors from now on, including those of pages opened later. */
  listen(context: BrowserContext): Promise<void>;
  /** Allows an error that the test provokes, such as `/status of 422/`, which the browser reports on the console. */
  expect(pattern: RegExp): void;
  /** All unexpected errors in order, after pending reads have finished. */
  all(): Promise<string[]>;
}

/** A polling page may request something once more after it was deleted, or after its user was logged out elsewhere. */
const lastLook =
  /status of (401|404) .*\/api\/v1\/(file\/list\/mark|file\/[\w-]+\/(progress|deliveries)|webhooks\/\d+\/deliveries|account\/requests)\b/;

/** A busy server may refuse a page image, which the page then requests again. Tests that need the image wait for it. */
const pictureAskedAgain = /status of 503 .*\/pages\/\d+\/image/;

/**
 * The init script of `listen` in the sandboxed frame that shows an e-mail: nothing may run there, and Chromium reports
 * each attempt.
 */
const blockedInitScript = /^console: Blocked script execution in 'about:srcdoc'/;

/**
 * Collects console errors (including violations of the content security policy), uncaught errors, requests to any host
 * other than `origin`, and API errors that are not problem documents.
 */
export function gatherComplaints(origin: string): Complaints {
  const complaints: string[] = [];
  const expected: RegExp[] = [lastLook, pictureAskedAgain, blockedInitScript];
  const reading: Promise<void>[] = [];
  return {
    listen: async (context) => {
      context.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      context.on("request", (request) => {
        if (!isOurs(request.url(), origin)) complaints.push(`request: ${request.method()} ${request.url()}`);
      });
      context.on("response", (response) => {
        if (response.status() >= 400 && response.url().startsWith(`${origin}/api/`))
          reading.push(readRefusal(response));
      });
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) =>
          console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
        );
      });
    },
    expect: (pattern) => void expected.push(pattern),
    all: async () => {
      await Promise.all(reading);
      return complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    },
  };

  async function readRefusal(response: Response): Promise<void> {
    const complaint = await complaintAboutRefusal(
      response.headers()["content-type"] ?? null,
      await response.text().then(
        (text) => text || null,
        () => null,
      ),
    );
    if (complaint)
      complaints.push(`${response.request().method()} ${response.url()} answered ${response.status()}: ${complaint}`);
  }
}

function isOurs(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || /^(data|blob|about):/.test(url);
}
