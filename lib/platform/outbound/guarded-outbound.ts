import type { ClientRequest, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "@/lib/platform/errors";
import type { Outbound, OutboundAnswer, OutboundBody } from "@/lib/platform/outbound";
import { outgoing, outgoingStream } from "@/lib/platform/telemetry/outgoing";
import {
  answerOf,
  openRequest,
  readTarget,
  resolveTarget,
  standardResolvers,
  urlUnreachable,
  type RequestOptions,
  type Resolve,
  type Resolvers,
  type Target,
} from "./target";

export interface OutboundSettings {
  /** `OUTBOUND_ALLOW`: `host:port` in URL notation. */
  allow: readonly string[];
  /** Replaces name servers and the system's resolver. */
  resolve?: Resolve;
  times?: OutboundTimes;
  ca?: string;
}

/** Limits of docs/spec/api.md#outbound-calls. */
const standardTimes: OutboundTimes = { connect: 5_000, total: 30_000, answer: 15_000 };

export function guardedOutbound({ allow, resolve, times = standardTimes, ca }: OutboundSettings): Outbound {
  const guard: Guard = {
    allowed: new Set(allow),
    resolvers: resolve ? { bySystem: resolve, byQuery: resolve } : standardResolvers,
    times,
    ca,
  };
  const gate = makeCallGate();
  return {
    assertAllowed: (url, { account }) => assertAllowed(guard, gate, url, account),
    download: (url, options) => downloadInTurn(guard, gate, url, options),
    post: (url, headers, body) =>
      outgoing("webhook", "post", async (answered) => {
        const answer = await post(guard, url, headers, body);
        answered(answer.status);
        return answer;
      }),
  };
}

async function* downloadInTurn(
  guard: Guard,
  gate: CallGate,
  url: string,
  options: Parameters<Outbound["download"]>[1],
): AsyncGenerator<Uint8Array> {
  const leave = options.account === null ? null : gate.enter(options.account);
  try {
    const service = options.account === null ? "revocation" : "download";
    yield* outgoingStream(service, "get", download(guard, url, options));
  } finally {
    leave?.();
  }
}

async function assertAllowed(guard: Guard, gate: CallGate, url: string, account: number): Promise<void> {
  const target = readTarget(url, guard.allowed);
  const leave = gate.enter(account);
  const clock = startClock(guard.times.connect);
  try {
    await unlessAborted(resolveTarget(target, guard.resolvers, clock.abort.signal), clock.abort.signal);
  } catch (error) {
    if (error instanceof DomainError) throw error;
  } finally {
    clock.end();
    leave();
  }
}

/**
 * Calls that a request waits for, such as looking up a name or fetching a document. Webhook deliveries have a separate
 * limit.
 */
export const callsPerAccount = 4;
export const callsAtOnce = 32;

const retryAfterSeconds = 5;

interface CallGate {
  /**
   * Reserves a slot for a call of this account, and returns the function that releases it. Throws `rate_limited`,
   * `unavailable`.
   */
  enter(account: number): () => void;
}

/**
 * Limits the concurrent calls of this process, so that servers that never respond use up the slots of one account and
 * not those of others.
 */
function makeCallGate(): CallGate {
  const underWay = new Map<number, number>();
  let total = 0;
  return {
    enter(account) {
      const own = underWay.get(account) ?? 0;
      if (own >= callsPerAccount) {
        throw new DomainError("rate_limited", {
          retryAfterSeconds,
          detail: `At most ${callsPerAccount} calls to other servers at once are made for one account.`,
        });
      }
      if (total >= callsAtOnce)
        throw new DomainError("unavailable", { retryAfterSeconds, detail: "Too many calls to other servers at once." });
      underWay.set(account, own + 1);
      total += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        total -= 1;
        const left = (underWay.get(account) ?? 1) - 1;
        if (left > 0) underWay.set(account, left);
        else underWay.delete(account);
      };
    },
  };
}

const mostRead = 64 * 1024;
const maxStoredBytes = 1024;

/** Posts one body. See `Outbound.post`. */
async function post(
  guard: Guard,
  url: string,
  headers: Record<string, string>,
  body: OutboundBody,
): Promise<OutboundAnswer> {
  const clock = startClock(guard.times.total);
  let answerTimer: NodeJS.Timeout | undefined;
  try {
    const all = { ...headers, "content-type": body.contentType, "content-length": String(body.length) };
    const request = await openChecked(guard, readTarget(url, guard.allowed), { method: "POST", headers: all }, clock);
    request.on("finish", () => {
      answerTimer = setTimeout(() => clock.abort.abort(), guard.times.answer);
    });
    const answering = answerOf(request);
    // A receiver may respond before it has read the whole body. A failure to send the rest does not matter then.
    pipeline(Readable.from(body.chunks()), request).catch((error: unknown) =>
      request.destroy(error instanceof Error ? error : undefined),
    );
    const answer = await answering;
    const text = isEncoded(answer) ? "" : printable(await beginningOf(answer));
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] ?? null, text };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(answerTimer);
    clock.end();
  }
}

/**
 * Reads up to 64 KiB, so that a receiver can finish its response, and keeps 1 KiB. The status is already valid, even if
 * the body fails.
 */
async function beginningOf(answer: IncomingMessage): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (size < maxStoredBytes) kept.push(chunk.subarray(0, maxStoredBytes - size));
      size += chunk.length;
      if (size >= mostRead) break;
    }
  } catch {
    return Buffer.concat(kept);
  }
  return Buffer.concat(kept);
}

/**
 * Foreign bytes as text that is safe for any log, page or database column: no control characters except line breaks and
 * tabs.
 */
function printable(bytes: Buffer): string {
  return new TextDecoder("utf-8").decode(bytes).replace(/[^\P{C}\n\t]/gu, "\uFFFD");
}

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const headers = { accept: "application/pdf, */*;q=0.1" };

/** The bytes behind a URL, as they arrive. See `Outbound.download`. The connection is closed when the reader stops. */
async function* download(
  guard: Guard,
  url: string,
  { maxBytes, signal }: Parameters<Outbound["download"]>[1],
): AsyncGenerator<Uint8Array> {
  const clock = startClock(guard.times.total, signal);
  try {
    const answer = await follow(guard, readTarget(url, guard.allowed), clock);
    if (answer.statusCode !== 200 || isEncoded(answer))
      throw urlUnreachable(new Error(`answered ${answer.statusCode}`));
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw urlUnreachable(new Error("too large"));
      yield chunk;
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clock.end();
  }
}

/** The first response that is not a redirect. */
async function follow(guard: Guard, first: Target, clock: Clock): Promise<IncomingMessage> {
  let answer = await get(guard, first, clock);
  let target = first;
  for (let hop = 1; hop <= mostRedirects; hop++) {
    const { location } = answer.headers;
    if (!redirects.has(answer.statusCode ?? 0) || location === undefined) return answer;
    answer.destroy();
    const base = target.url;
    [target, answer] = await afterFirst(async () => {
      const next = readTarget(new URL(location, base).href, guard.allowed);
      return [next, await get(guard, next, clock)] as const;
    });
  }
  return answer;
}

async function get(guard: Guard, target: Target, clock: Clock): Promise<IncomingMessage> {
  const request = await openChecked(guard, target, { method: "GET", headers }, clock);
  return answerOf(request.end());
}

/**
 * A forbidden redirect is reported like any other useless response, so that the caller cannot learn anything from it.
 */
async function afterFirst<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw urlUnreachable(error);
  }
}

/** Milliseconds. */
interface OutboundTimes {
  /** Name lookup and connecting, including the handshake. */
  connect: number;
  total: number;
  /** From the last byte sent to the last byte read, for posts. */
  answer: number;
}

/** Limits of every call. */
interface Guard {
  /** `host:port` in URL notation. */
  allowed: ReadonlySet<string>;
  resolvers: Resolvers;
  times: OutboundTimes;
  ca: string | undefined;
}

/** The time limit of one call. Ending it closes everything still open. */
interface Clock {
  abort: AbortController;
  end(): void;
}

/** Aborts after this many milliseconds, or with `signal`. */
function startClock(milliseconds: number, signal?: AbortSignal): Clock {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  const timer = setTimeout(stop, milliseconds);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  return {
    abort,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      stop();
    },
  };
}

/**
 * Resolves, checks and starts to connect. The caller sends. Throws `url_not_allowed`, and the error of any other
 * failure.
 */
async function openChecked(
  guard: Guard,
  target: Target,
  what: Pick<RequestOptions, "method" | "headers">,
  { abort }: Clock,
): Promise<ClientRequest> {
  const connecting = setTimeout(() => abort.abort(), guard.times.connect);
  try {
    const addresses = await unlessAborted(resolveTarget(target, guard.resolvers, abort.signal), abort.signal);
    const request = openRequest(target, { ...what, addresses, signal: abort.signal, ca: guard.ca });
    request.on("socket", (socket) =>
      socket.once(target.isSecure ? "secureConnect" : "connect", () => clearTimeout(connecting)),
    );
    request.on("close", () => clearTimeout(connecting));
    return request;
  } catch (error) {
    clearTimeout(connecting);
    throw error;
  }
}

/** The system's name lookup cannot be cancelled, only abandoned. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("out of time")), { once: true });
    work.then(resolve, reject);
  });
}

/** No compression was requested, and nothing is decompressed here. */
function isEncoded({ headers }: IncomingMessage): boolean {
  return !["", "identity"].includes((headers["content-encoding"] ?? "").trim().toLowerCase());
}

/** Maps any failure to one of the two errors. */
function asRefusal(error: unknown): DomainError {
  return error instanceof DomainError ? error : urlUnreachable(error);
}
