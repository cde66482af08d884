import { existsSync, readFileSync } from "node:fs";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import path from "node:path";
import type { ErrorCode } from "@/lib/platform/errors";
import { withoutParameters } from "@/lib/platform/log";

// The workarounds of our server for hosting Next (decision 2). e2e/next-hosting.test.ts fails if one is no longer
// needed or no longer works. lib/platform/next/README.md lists all, also those in other modules, with Next's issues.

/**
 * The built server runs in production mode unless `npm run dev` sets another one. Started without NODE_ENV, Next would
 * otherwise serve its development tools to everyone. scripts/serve.ts imports this module before any that reads the
 * variable.
 */
const environment: Record<string, string | undefined> = process.env;
environment["NODE_ENV"] ??= "production";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface NextSettings {
  isProduction: boolean;
  host: string;
  port: number;
}

/** Loads Next for the checkout in `root` and returns the function that answers requests for pages. */
export async function openNext(root: string, { isProduction, host, port }: NextSettings): Promise<Handle> {
  if (isProduction) {
    await loadBuiltConfig(root);
    printErrorsWithoutParameters();
  }
  const { default: next } = await import("next");
  // Next listens for upgrades, through which browsers receive changes in development, and Node answers no request with
  // `Upgrade` while there is a listener (vercel/next.js#49334). In production Next listens on a server that receives no
  // requests.
  const upgrades = isProduction ? { httpServer: createServer() } : {};
  const app = next({ dev: !isProduction, dir: root, hostname: host, port, ...upgrades });
  await app.prepare();
  const handle = app.getRequestHandler();
  const readRouterState = await loadRouterStateReader();
  return async (request, response) => {
    dropUnreadableState(request, readRouterState);
    await handle(request, response);
  };
}

/**
 * Next prints the errors of pages itself. Those of queries have their parameters in them, among others addresses and
 * hashes of links (docs/spec/guarantees.md#under-attack).
 */
function printErrorsWithoutParameters(): void {
  // Next has no other way to print errors.
  const print = console.error;
  console.error = (...printed: unknown[]) =>
    print(...printed.map((one) => (one instanceof Error ? withoutParameters(one) : one)));
}

/** The variable in which Next expects the configuration resolved by a build; its own standalone server uses it too. */
const builtConfigVariable = "__NEXT_PRIVATE_STANDALONE_CONFIG";

/**
 * Puts the configuration resolved by the build into Next's cache: the file need not be compiled again (25 ms, 15 MB for
 * the compiler), and Next does not log that it did so.
 */
export async function loadBuiltConfig(root: string): Promise<void> {
  const built = JSON.parse(readFileSync(path.join(root, ".next", "required-server-files.json"), "utf8")) as {
    config: unknown;
  };
  const { default: loadConfig } = (await import("next/dist/server/config.js")).default as unknown as {
    default: (phase: string, dir: string) => Promise<unknown>;
  };
  process.env[builtConfigVariable] = JSON.stringify(built.config);
  await loadConfig("phase-production-server", root);
  delete process.env[builtConfigVariable];
}

type ReadRouterState = (header: string) => unknown;

async function loadRouterStateReader(): Promise<ReadRouterState> {
  const { default: state } =
    (await import("next/dist/server/app-render/parse-and-validate-flight-router-state.js")) as unknown as {
      default: { parseAndValidateFlightRouterState: ReadRouterState };
    };
  return state.parseAndValidateFlightRouterState;
}

/**
 * Next answers 500 for a state of its router that it cannot read, which any stranger can send and a tab of an earlier
 * version may send (vercel/next.js#92907). Without the header it renders the whole page.
 */
function dropUnreadableState({ headers }: IncomingMessage, read: ReadRouterState): void {
  const state = headers["next-router-state-tree"];
  if (state === undefined) return;
  try {
    read(String(state));
  } catch {
    delete headers["next-router-state-tree"];
  }
}

/** A built script, style or font, whose path begins like this in every build of Next. */
export function isBuiltFile(url: string): boolean {
  return url.startsWith("/_next/static/");
}

/**
 * Paths that Next serves itself in addition to pages: only built scripts and styles are needed. The others
 * (`/_next/image`, `/_next/data`, error pages under their own names) would be served without our checks. In development
 * Next's tools need them.
 */
export function isInternalToNext(path: string): boolean {
  return /^\/(?:_|404$|500$)/.test(path) && !isBuiltFile(path);
}

/**
 * The icons and the manifest, which Next serves from files of `app`, as routes that can only be read. Like the files of
 * `public`, they are no pages.
 */
export function metadataFiles(root: string): { method: string; path: string }[] {
  const manifest = path.join(root, ".next", "app-path-routes-manifest.json");
  if (!existsSync(manifest)) return [];
  return Object.entries(JSON.parse(readFileSync(manifest, "utf8")) as Record<string, string>)
    .filter(([file, served]) => file.endsWith("/route") && /\.\w+$/.test(served))
    .map(([, served]) => ({ method: "GET", path: served }));
}

/**
 * Sends the first request, whose route creates the runtime in the routes' copy of our modules. Otherwise the first page
 * would create it in Next's copy, and `instanceof` fails between the two, except for a `sharedError`.
 */
export function sendFirstRequest(
  server: Server,
  target: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  // `fetch` would also work, but loading it takes 45 ms.
  return new Promise((resolve, reject) => {
    get(`${ownOrigin(server)}${target}`, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("error", reject).on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    }).on("error", reject);
  });
}

/** The address at which this machine reaches the server, whatever HOST it listens on. */
function ownOrigin(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen on a port.");
  const host = address.address === "0.0.0.0" ? "127.0.0.1" : address.address === "::" ? "[::1]" : address.address;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${String(address.port)}`;
}

/** Headers dropped together with the body; those of every response, such as the security headers, remain. */
const headersOfBody = [
  "content-encoding",
  "content-length",
  "content-type",
  "etag",
  "last-modified",
  "accept-ranges",
  "transfer-encoding",
];

/** An error response of Next's in our terms. */
interface ForeignRefusal {
  code: ErrorCode;
  /** Replaces the code's status. */
  status?: number;
}

/**
 * Replaces error responses that are not in our shape by `answer` (docs/spec/api.md#errors: one shape everywhere),
 * because Next has no setting for the errors that it answers itself, and answers some before any code of ours. Error
 * pages remain for clients that requested a page, except those of an error that `expected` returns for this status:
 * Next answers any error of a page with 500, or with 200 if the page had begun for its own parts. Must be called before
 * anything writes to the response.
 */
export function replaceForeignRefusals(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (refusal: ForeignRefusal) => void,
  expected: (status: number) => ForeignRefusal | null,
): void {
  const own = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
    flushHeaders: response.flushHeaders.bind(response),
  };
  const refusalOf = (status: number): ForeignRefusal | null =>
    expected(status) ?? foreignRefusal(request, response, status);
  let isDropped = false;
  const drops = (status: number): boolean => {
    const refusal = isDropped || response.headersSent ? null : refusalOf(status);
    if (refusal === null) return isDropped;
    for (const name of headersOfBody) response.removeHeader(name);
    // Other code that handles the request, such as Next's compression, may have wrapped these methods since; that
    // wrapping is removed.
    Object.assign(response, own);
    answer(refusal);
    isDropped = true;
    Object.assign(response, watched);
    return true;
  };
  const watched = {
    writeHead: (...args: unknown[]) =>
      drops(Number(args[0])) ? response : (Reflect.apply(own.writeHead, response, args) as ServerResponse),
    write: (...args: unknown[]) => drops(response.statusCode) || (Reflect.apply(own.write, response, args) as boolean),
    end: (...args: unknown[]) =>
      drops(response.statusCode) ? response : (Reflect.apply(own.end, response, args) as ServerResponse),
    flushHeaders: () => {
      if (!drops(response.statusCode)) own.flushHeaders();
    },
  };
  Object.assign(response, watched);
}

/** Error responses that Next creates itself, for requests without a route of ours. */
function foreignRefusal(request: IncomingMessage, response: ServerResponse, status: number): ForeignRefusal | null {
  if (status < 400) return null;
  const mediaType = String(response.getHeader("content-type") ?? "");
  if (mediaType.startsWith("application/problem+json") || wantsHtml(request, mediaType)) return null;
  if (status >= 500) return { code: "internal" };
  if (status === 404) return { code: "not_found" };
  if (status === 405) return { code: "method_not_allowed" };
  return mediaType === "" || mediaType.startsWith("text/plain") ? { code: "malformed_request", status } : null;
}

/** Whether the client expects HTML, or is Next's own script in a browser that requests data to show the page. */
function wantsHtml({ headers }: IncomingMessage, mediaType: string): boolean {
  if (mediaType.startsWith("text/html")) return (headers.accept ?? "").includes("text/html");
  return mediaType.startsWith("text/x-component") && headers["rsc"] !== undefined;
}
