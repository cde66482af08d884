import type { ClientRequest, IncomingMessage } from "node:http";
import { DomainError } from "@/lib/errors";
import { openRequest, type RequestOptions } from "./open-request";
import type { Target } from "./read-target";
import { urlUnreachable } from "./refusals";
import { resolveTarget, type Resolvers } from "./resolve-target";

/** Milliseconds. */
export interface OutboundTimes {
  /** Resolving the name and connecting, handshake included. */
  connect: number;
  total: number;
  /** From the last byte sent to the last byte read, for what is posted. */
  answer: number;
}

/** What every call is held to. */
export interface Guard {
  /** `host:port` as a URL writes them. */
  allowed: ReadonlySet<string>;
  resolvers: Resolvers;
  times: OutboundTimes;
  /** An authority beside those of this machine. */
  ca: string | undefined;
}

/** The time of one call; ending it closes whatever is still open. */
export interface Clock {
  abort: AbortController;
  end(): void;
}

/** Runs out after so many milliseconds, or with `signal`. */
export function startClock(milliseconds: number, signal?: AbortSignal): Clock {
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

/** Resolves, checks and starts to connect; the caller sends. Throws `url_not_allowed`, and whatever else stops it. */
export async function openChecked(
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

/** The system's own look-up of a name cannot be stopped, only be left. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("out of time")), { once: true });
    work.then(resolve, reject);
  });
}

/** Nothing is decompressed here, and nothing compressed was asked for. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  return !["", "identity"].includes((headers["content-encoding"] ?? "").trim().toLowerCase());
}

/** Whatever went wrong, as one of the two refusals. */
export function asRefusal(error: unknown): DomainError {
  return error instanceof DomainError ? error : urlUnreachable(error);
}
