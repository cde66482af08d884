import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "@/lib/context/rates/request-rates";
import { Turns } from "@/lib/engine/lines/waiting-line";

export interface Admission {
  /**
   * Waits for the request's turn, which lasts until it is answered. False: refuse the request, because the server is
   * overloaded.
   */
  admits(request: IncomingMessage, response: ServerResponse, address: string): Promise<boolean>;
  close(): void;
}

export interface AdmissionOptions {
  /** Requests that are processed concurrently. With 64 of 15 ms each, the last one is answered within a second. */
  atOnce?: number;
  /**
   * Of one network. Requests that run at once share the processor, so the first request of another network is delayed
   * by this many.
   */
  atOncePerNetwork?: number;
  maxWaiting?: number;
  maxWaitingPerNetwork?: number;
  mostWaitMs?: number;
  /**
   * Maximum duration of a turn: a request that takes longer is waiting for its client, or for work that is queued
   * elsewhere.
   */
  turnMs?: number;
  /**
   * Requests of one network whose turn has expired while they wait for the server and not for their client. Above this
   * number the network's next requests are refused.
   */
  mostOverduePerNetwork?: number;
  /** Whether the event loop has been late for a while. */
  isLate?: () => boolean;
}

/** Requests of one network that run at once. */
export const requestsPerNetwork = 16;

/**
 * Schedules requests by network: a few wait for a short time, and the rest are refused immediately, so that accepted
 * requests are answered soon and a burst does not exhaust the memory.
 */
export function makeAdmission(options: AdmissionOptions = {}): Admission {
  const { atOnce = 64, maxWaiting = 256, maxWaitingPerNetwork = 128, mostWaitMs = 5_000, turnMs = 2_000 } = options;
  const { atOncePerNetwork = requestsPerNetwork, mostOverduePerNetwork = 64 } = options;
  const overdue = new Map<string, number>();
  const count = (network: string, change: number): void => {
    const now = (overdue.get(network) ?? 0) + change;
    if (now > 0) overdue.set(network, now);
    else overdue.delete(network);
  };
  const turns = new Turns(atOnce, {
    maxWaiting,
    maxWaitingPerCaller: maxWaitingPerNetwork,
    maxRunningPerCaller: atOncePerNetwork,
  });
  const watch = options.isLate ? { isLate: options.isLate, stop: () => undefined } : watchLateness();
  return {
    async admits(request, response, address) {
      const network = networkOf(address);
      if (watch.isLate() || (overdue.get(network) ?? 0) >= mostOverduePerNetwork) return false;
      const left = new AbortController();
      const leave = (): void => left.abort();
      response.once("close", leave);
      const end = await turns.begin({ caller: network, file: "", left: left.signal, mostWaitMs }).catch(() => null);
      response.off("close", leave);
      if (!end) return false;
      const timer = setTimeout(() => {
        end();
        // It has been received but not answered, so it is waiting for a queue of the engine.
        if (!request.complete || response.headersSent) return;
        count(network, 1);
        response.once("close", () => count(network, -1));
      }, turnMs).unref();
      response.once("close", () => {
        clearTimeout(timer);
        end();
      });
      return true;
    },
    close: () => watch.stop(),
  };
}

const everyMs = 100;
const lateMs = 2_500;
/** A single long task, such as a garbage collection, is not a reason to reject requests. */
const timesInRow = 3;

interface LatenessWatch {
  /** Whether the event loop was late several times in a row. */
  isLate(): boolean;
  stop(): void;
}

/**
 * Measures how late timers of this thread fire, which is the time needed for the tasks queued before them. `now` counts
 * milliseconds.
 */
export function watchLateness(now: () => number = () => performance.now()): LatenessWatch {
  let [startedAt, late] = [now(), 0];
  const timer = setInterval(() => {
    late = now() - startedAt - everyMs > lateMs ? late + 1 : 0;
    startedAt = now();
  }, everyMs).unref();
  return { isLate: () => late >= timesInRow, stop: () => clearInterval(timer) };
}
