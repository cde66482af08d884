import { DomainError } from "@/lib/errors";
import { makeCallGate, type CallGate } from "./call-gate";
import { download } from "./download";
import { startClock, unlessAborted, type Guard, type OutboundTimes } from "./guard";
import type { Outbound } from "./outbound";
import { post } from "./post";
import { readTarget } from "./read-target";
import { resolveTarget, standardResolvers, type Resolve } from "./resolve-target";

export interface OutboundSettings {
  /** `OUTBOUND_ALLOW`: `host:port` as a URL writes them. */
  allow: readonly string[];
  /** Instead of name servers and the system. */
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
    post: (url, headers, body) => post(guard, url, headers, body),
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
    yield* download(guard, url, options);
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
