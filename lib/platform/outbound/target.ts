import { lookup, Resolver, type LookupAddress } from "node:dns";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import ipaddr from "ipaddr.js";
import { DomainError } from "@/lib/platform/errors";

/** A URL that may be called as far as its text shows. */
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
 * Parses a URL once, as WHATWG does: the parsed parts that are checked are those connected to, so no second parser can
 * disagree. White space, control characters and backslashes, which parsers treat differently, are refused. Throws
 * `url_not_allowed`.
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

/** This machine by name (RFC 6761 section 6.3), regardless of how a resolver treats it. */
function isLocalName(hostname: string): boolean {
  return isIP(hostname) === 0 && /(^|\.)localhost\.?$/.test(hostname);
}

/** No connection was attempted. */
function urlNotAllowed(cause?: unknown): DomainError {
  const detail =
    "The URL is not allowed. Use http or https on port 80 or 443, without credentials, and a host with public addresses only.";
  return new DomainError("url_not_allowed", { detail, cause });
}

/** One text for every failure, because a closed port, a silent one and an odd response must look the same. */
export function urlUnreachable(cause?: unknown): DomainError {
  return new DomainError("url_unreachable", {
    detail: "The URL must respond with 200, in time, uncompressed and within the size limit.",
    cause,
  });
}

/** ipaddr.js treats these documentation addresses (RFC 9637) as ordinary ones. */
const unlisted = [ipaddr.IPv6.parseCIDR("3fff::/20")];
/** All allocated public addresses (RFC 4291 section 2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for a public Internet address. Everything in the special-purpose registries (RFC 6890) is excluded: loopback,
 * private, link-local, CGNAT, documentation, benchmarks, multicast, reserved. So are IPv6 addresses that embed an IPv4
 * one (mapped, NAT64, 6to4, Teredo), because their destination depends on this machine's network.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(globalUnicast) && !unlisted.some((range) => parsed.match(range));
}

/** Every address of a name. Rejects if there is none, and if `signal` aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/** How this server looks up the addresses of a name. */
export interface Resolvers {
  /**
   * For names that an operator lists in `OUTBOUND_ALLOW`: resolved like any name on this machine, including hosts file
   * and search list.
   */
  bySystem: Resolve;
  /** For names chosen by an outsider. */
  byQuery: Resolve;
}

const queryTimes = { timeout: 2_000, tries: 2 };

const resolveBySystem: Resolve = (hostname) => promisify(lookup)(hostname, { all: true, verbatim: true });

/**
 * Queries this machine's name servers, or `servers`, over separate sockets. Node's `lookup` would occupy one of four
 * threads per name, which it shares with files and hashes, until the name server times out. A few silent names would
 * block every other call.
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
 * The addresses that the connection may use. A single non-global address rejects all of them, because the owner of the
 * name controls their order. Throws `url_not_allowed`, and what the resolver throws.
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
  /** Ends everything, including the body of the response. */
  signal: AbortSignal;
  /** A certificate authority trusted in addition to those of this machine. */
  ca: string | undefined;
}

const largestHeaderBytes = 16 * 1024;

/** A request to exactly the checked addresses, on a separate connection. The caller ends it. */
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
  // Set explicitly, so that no environment variable can turn off the certificate check.
  const request = target.isSecure
    ? https.request({ ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca: [ca] }) })
    : http.request(options);
  boundFraming(request);
  return request;
}

const freeFramingBytes = 128 * 1024;
/** Chunks of 96 bytes are just within this. */
const bodyBytesForOneOfFraming = 16;

/**
 * Ends a call once far more framing than content has arrived. Endless interim responses, one-byte chunks or long chunk
 * extensions keep the parsing thread busy for as long as a call may take, at no cost to the sender.
 */
function boundFraming(request: ClientRequest): void {
  let answer: IncomingMessage | null = null;
  let [received, content, unread] = [0, 0, 0];
  request.on("response", (incoming) => (answer = incoming));
  request.on("socket", (socket) => {
    // Node parses the data between these two listeners, and adds the content to the unread bytes.
    socket.prependListener("data", () => (unread = answer?.readableLength ?? 0));
    socket.on("data", (bytes: Buffer) => {
      received += bytes.length;
      content += (answer?.readableLength ?? 0) - unread;
      if (received - content > freeFramingBytes + content / bodyBytesForOneOfFraming)
        request.destroy(new Error("the answer is mostly framing"));
    });
  });
}

/** The head of the response. Later errors are those of its body. */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", resolve);
    // Also without an error: after an unrequested 101, Node only closes the connection.
    request.on("close", () => reject(new Error("closed without an answer")));
  });
}

function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    // Deferred, as in Node: an address without a route fails at once, before the socket has an error listener, and the
    // unhandled error would end the process.
    process.nextTick(() => {
      if (options.all) callback(null, [...addresses]);
      else if (first) callback(null, first.address, first.family);
      else callback(new Error("no address"), "");
    });
  };
}
