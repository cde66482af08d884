import { DomainError } from "@/lib/errors";
import { download } from "./download";
import { startClock, unlessAborted, type Guard, type OutboundTimes } from "./guard";
import type { Outbound } from "./outbound";
import { post } from "./post";
import { readTarget } from "./read-target";
import { resolveBySystem, resolveTarget, type Resolve } from "./resolve-target";

export interface OutboundSettings {
  /** `OUTBOUND_ALLOW`: `host:port` as a URL writes them. */
  allow: readonly string[];
  resolve?: Resolve;
  times?: OutboundTimes;
  ca?: string;
}

/** Limits of docs/spec/api.md#outbound-calls. */
const standardTimes: OutboundTimes = { connect: 5_000, total: 30_000, answer: 15_000 };

export function guardedOutbound({ allow, resolve = resolveBySystem, times = standardTimes, ca }: OutboundSettings): Outbound {
  const guard: Guard = { allowed: new Set(allow), resolve, times, ca };
  return {
    assertAllowed: (url) => assertAllowed(guard, url),
    download: (url, options) => download(guard, url, options),
    post: (url, headers, body) => post(guard, url, headers, body),
  };
}

async function assertAllowed(guard: Guard, url: string): Promise<void> {
  const target = readTarget(url, guard.allowed);
  const clock = startClock(guard.times.connect);
  try {
    await unlessAborted(resolveTarget(target, guard.resolve), clock.abort.signal);
  } catch (error) {
    if (error instanceof DomainError) throw error;
  } finally {
    clock.end();
  }
}
