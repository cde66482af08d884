import { lookup, Resolver, type LookupAddress } from "node:dns";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import ipaddr from "ipaddr.js";
import { DomainError } from "@/lib/platform/errors";

/** A URL that may be called as far as its text tells. */
export interface Target {
  url: URL;
  isSecure: boolean;
  /** Lower case, without the brackets of an IPv6 address. */
  hostname: string;
  port: number;
  /** Whether `OUTBOUND_ALLOW` lists the target: any port and private addresses are then allowed. */
  isExempt: boolean;
}

const longestUrl = 2048;

/**
 * Reads a URL as WHATWG does, once: what is checked here is what is connected to, so that no second reading can differ. White space,
 * control characters and backslashes, about which readings do differ, are refused. Throws `url_not_allowed`.
 */
export function readTarget(given: string, allowed: ReadonlySet<string>): Target {
  if (given.length > longestUrl || /[\s\p{Cc}\\]/u.test(given) || !URL.canParse(given)) throw urlNotAllowed();
  const url = new URL(given);
  const isSecure = url.protocol === "https:";
  if ((!isSecure && url.protocol !== "http:") || url.username !== "" || url.password !== "") throw urlNotAllowed();
  const standardPort = isSecure ? 443 : 80;
  const port = url.port === "" ? standardPort : Number(url.port);
  const isExempt = allowed.has(`${url.hostname}:${port}`);
  if (!isExempt && ((port !== 80 && port !== 443) || isLocalName(url.hostname))) throw urlNotAllowed();
  return { url, isSecure, hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, isExempt };
}

/** This machine by name (RFC 6761 section 6.3), whatever a resolver makes of it. */
function isLocalName(hostname: string): boolean {
  return isIP(hostname) === 0 && /(^|\.)localhost\.?$/.test(hostname);
}

/** Nothing was connected to. */
function urlNotAllowed(cause?: unknown): DomainError {
  const detail =
    "This URL may not be called: it must be http or https on port 80 or 443, hold no credentials, and lead to public addresses only.";
  return new DomainError("url_not_allowed", { detail, cause });
}

/** One text whatever happened, because a closed port, a silent one and an odd answer must look the same. */
export function urlUnreachable(cause?: unknown): DomainError {
  return new DomainError("url_unreachable", {
    detail: "The URL did not answer as needed: with 200, in time, uncompressed and not too large.",
    cause,
  });
}

/** ipaddr.js does not distinguish these from ordinary addresses: documentation (RFC 9637). */
const unlisted = [ipaddr.IPv6.parseCIDR("3fff::/20")];
/** All that is handed out to the public (RFC 4291 section 2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for an address that anybody on the Internet may be behind. Everything of the special-purpose registries (RFC 6890) is not: loopback,
 * private, link-local, CGNAT, documentation, benchmarks, multicast, reserved. Nor is an IPv6 address that carries an IPv4 one (mapped,
 * NAT64, 6to4, Teredo): where it leads depends on this machine's network.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(globalUnicast) && !unlisted.some((range) => parsed.match(range));
}

/** Every address of a name; rejects when there is none, and when `signal` aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/** How this server asks for the addresses of a name. */
export interface Resolvers {
  /** For names that an operator lists in `OUTBOUND_ALLOW`: as this machine resolves them, its hosts file and search list included. */
  bySystem: Resolve;
  /** For names that somebody outside chose. */
  byQuery: Resolve;
}

const queryTimes = { timeout: 2_000, tries: 2 };

const resolveBySystem: Resolve = (hostname) => promisify(lookup)(hostname, { all: true, verbatim: true });

/**
 * Asks the name servers of this machine, or `servers`, over sockets of its own. `lookup` of Node would take one of four threads for each
 * name, which files and hashes share, and would keep it until the name server times out: a few silent names would block every other call.
 */
export function resolveByQuery(servers?: readonly string[]): Resolve {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver(queryTimes);
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const ask = (family: 4 | 6) =>
      new Promise<LookupAddress[]>((resolve, reject) => {
        const answer = (error: Error | null, addresses: string[]): void =>
          error ? reject(error) : resolve(addresses.map((address) => ({ address, family })));
        if (family === 4) resolver.resolve4(hostname, answer);
        else resolver.resolve6(hostname, answer);
      });
    try {
      const answers = await Promise.allSettled([ask(4), ask(6)]);
      const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      const [failure] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as Error] : []));
      if (found.length === 0) throw failure ?? new Error("the name has no address");
      return found;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

export const standardResolvers: Resolvers = { bySystem: resolveBySystem, byQuery: resolveByQuery() };

/**
 * The addresses that the connection may go to. One that is not global refuses them all: whoever answers for the name decides which is
 * tried first. Throws `url_not_allowed`, and what the resolver throws.
 */
export async function resolveTarget(
  { hostname, isExempt }: Target,
  { bySystem, byQuery }: Resolvers,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  const addresses =
    family === 0 ? await (isExempt ? bySystem : byQuery)(hostname, signal) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new Error("the name has no address");
  if (!isExempt && !addresses.every(({ address }) => isGlobalAddress(address))) throw urlNotAllowed();
  return addresses;
}

export interface RequestOptions {
  method: "GET" | "POST";
  headers: Record<string, string>;
  addresses: readonly LookupAddress[];
  /** Ends everything, the body of the answer included. */
  signal: AbortSignal;
  /** An authority beside those of this machine. */
  ca: string | undefined;
}

const largestHeaderBytes = 16 * 1024;

/** A request to exactly the addresses that were checked, on a connection of its own. The caller ends it. */
export function openRequest(target: Target, { method, headers, addresses, signal, ca }: RequestOptions): ClientRequest {
  const options = {
    method,
    host: target.hostname,
    port: target.port,
    path: `${target.url.pathname}${target.url.search}`,
    headers: {
      host: target.url.host,
      "accept-encoding": "identity",
      "user-agent": "Paraph",
      connection: "close",
      ...headers,
    },
    agent: false as const,
    lookup: pinnedTo(addresses),
    maxHeaderSize: largestHeaderBytes,
    signal,
  };
  // Said here, so that no variable of the environment can turn the check of certificates off.
  const request = target.isSecure
    ? https.request({ ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca: [ca] }) })
    : http.request(options);
  boundFraming(request);
  return request;
}

const freeFramingBytes = 128 * 1024;
/** Chunks of 96 bytes just pass. */
const bodyBytesForOneOfFraming = 16;

/**
 * Ends a call once far more has arrived than content: endless interim answers, chunks of one byte, or long extensions of chunks keep the
 * thread that parses them busy for as long as a call may take, and cost the sender nothing.
 */
function boundFraming(request: ClientRequest): void {
  let answer: IncomingMessage | null = null;
  let [received, content, unread] = [0, 0, 0];
  request.on("response", (incoming) => (answer = incoming));
  request.on("socket", (socket) => {
    // Node parses what arrived between these two, and adds the content to what is not read yet.
    socket.prependListener("data", () => (unread = answer?.readableLength ?? 0));
    socket.on("data", (bytes: Buffer) => {
      received += bytes.length;
      content += (answer?.readableLength ?? 0) - unread;
      if (received - content > freeFramingBytes + content / bodyBytesForOneOfFraming)
        request.destroy(new Error("the answer is mostly framing"));
    });
  });
}

/** The head of the answer. Errors after it are those of its body. */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", resolve);
    // Also without an error: after a 101 that nobody asked for, Node only closes.
    request.on("close", () => reject(new Error("closed without an answer")));
  });
}

function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    // Later, as Node does: an address without a route fails at once, and nobody listens to the socket yet, which would end the process.
    process.nextTick(() => {
      if (options.all) callback(null, [...addresses]);
      else if (first) callback(null, first.address, first.family);
      else callback(new Error("no address"), "");
    });
  };
}
