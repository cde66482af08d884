import type { IncomingMessage, ServerResponse } from "node:http";
import { Turns } from "@/lib/engine/lines/waiting-line";
import { networkOf } from "@/lib/platform/rates/request-rates";

export interface Admission {
  /** Waits for the request's turn, which lasts until it is answered. False: refuse the request, because the server is overloaded. */
  admits(request: IncomingMessage, response: ServerResponse, address: string): Promise<boolean>;
  close(): void;
}

export interface AdmissionOptions {
  /** Requests that are worked on at once. With 64 of 15 ms each, the last one is answered within a second. */
  atOnce?: number;
  maxWaiting?: number;
  maxWaitingPerNetwork?: number;
  mostWaitMs?: number;
  /** A turn ends after this in any case: a request that takes longer waits for its client, or for work that has a line of its own. */
  turnMs?: number;
  /** Requests of one network whose turn is over and that wait for us, not for their client; above this the network's next ones are refused. */
  mostOverduePerNetwork?: number;
  /** Whether the event loop has been late for a while. */
  isLate?: () => boolean;
}

/**
 * Requests take turns by network, a few wait for a short time, and the rest are refused at once, so that accepted requests are answered
 * soon and a crowd does not fill the memory.
 */
export function makeAdmission(options: AdmissionOptions = {}): Admission {
  const { atOnce = 64, maxWaiting = 256, maxWaitingPerNetwork = 128, mostWaitMs = 5_000, turnMs = 2_000 } = options;
  const { mostOverduePerNetwork = 64 } = options;
  const overdue = new Map<string, number>();
  const count = (network: string, change: number): void => {
    const now = (overdue.get(network) ?? 0) + change;
    if (now > 0) overdue.set(network, now);
    else overdue.delete(network);
  };
  const turns = new Turns(atOnce, { maxWaiting, maxWaitingPerCaller: maxWaitingPerNetwork });
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
        // It has been received and not been answered: what it waits for is a line of the engine.
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
/** One long piece of work, such as a collection of garbage, is not a reason to reject requests. */
const timesInRow = 3;

interface LatenessWatch {
  /** Whether the event loop came round late several times in a row. */
  isLate(): boolean;
  stop(): void;
}

/** Watches how late timers of this thread fire: what is queued before them has to be done first. `now` counts milliseconds. */
export function watchLateness(now: () => number = () => performance.now()): LatenessWatch {
  let [startedAt, late] = [now(), 0];
  const timer = setInterval(() => {
    late = now() - startedAt - everyMs > lateMs ? late + 1 : 0;
    startedAt = now();
  }, everyMs).unref();
  return { isLate: () => late >= timesInRow, stop: () => clearInterval(timer) };
}
