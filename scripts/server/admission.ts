import type { IncomingMessage, ServerResponse } from "node:http";
import { performance as nodePerformance } from "node:perf_hooks";
import { networkOf, siteOf } from "@/lib/context/rates/request-rates";
import { Turns } from "@/lib/engine/lines/waiting-line";

export interface Admission {
  /**
   * Waits for the request's turn, which lasts until it is answered. False: refuse the request, because the server is
   * overloaded.
   */
  admits(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<boolean>;
  close(): void;
}

interface Caller {
  address: string;
  /** Next renders pages on this thread. Other requests need it briefly, or wait for the engine. */
  isPage: boolean;
}

export interface AdmissionOptions {
  pages?: Partial<LineOptions>;
  others?: Partial<LineOptions>;
  /**
   * Maximum duration of a turn in which the request is being received or answered, and maximum idle time of this thread
   * during any turn: then the request is waiting for the database, or for work that is queued elsewhere.
   */
  turnMs?: number;
  /**
   * Requests of one network whose turn has expired while they wait for the server and not for their client. Above this
   * number the network's next requests are refused.
   */
  mostOverduePerNetwork?: number;
  /** Whether the event loop has been late for a while. */
  isLate?: () => boolean;
  /** How long this thread has waited for events since its start, in milliseconds. */
  idleMs?: () => number;
}

interface LineOptions {
  /** Requests that are processed concurrently. */
  atOnce: number;
  /**
   * Of one network. Requests that run at once share the processor, so the first request of another network is delayed
   * by this many.
   */
  atOncePerNetwork: number;
  maxWaiting: number;
  maxWaitingPerNetwork: number;
  mostWaitMs: number;
  /** Maximum duration of a turn while this thread is busy. */
  mostTurnMs: number;
}

/** Requests of one network, other than pages, that run at once. */
export const requestsPerNetwork = 16;
/** Pages of one network that run at once. Four keep this thread busy while others wait for the database. */
export const pagesPerNetwork = 4;
/** Less than the 60 s after which many proxies give up. */
export const pageWaitSeconds = 50;

/** With 64 requests of 15 ms each, the last one is answered within a second. */
const otherLine: LineOptions = {
  atOnce: 64,
  atOncePerNetwork: requestsPerNetwork,
  maxWaiting: 256,
  maxWaitingPerNetwork: 128,
  mostWaitMs: 5_000,
  mostTurnMs: 2_000,
};
/** A page takes many times as long, and its reader would rather wait than be refused. */
const pageLine: LineOptions = {
  atOnce: 16,
  atOncePerNetwork: pagesPerNetwork,
  maxWaiting: 256,
  maxWaitingPerNetwork: 128,
  mostWaitMs: pageWaitSeconds * 1000,
  mostTurnMs: 10_000,
};

/**
 * Schedules requests by network (`siteOf`): a few run, some wait, and the rest are refused immediately, so that accepted requests
 * are answered soon and a burst does not exhaust the memory.
 */
export function makeAdmission(options: AdmissionOptions = {}): Admission {
  const { turnMs = 2_000, mostOverduePerNetwork = 64, idleMs = idleOfThread } = options;
  const pages = openLine({ ...pageLine, ...options.pages });
  const others = openLine({ ...otherLine, ...options.others });
  const overdue = new Map<string, number>();
  const count = (site: string, change: number): void => {
    const now = (overdue.get(site) ?? 0) + change;
    if (now > 0) overdue.set(site, now);
    else overdue.delete(site);
  };
  const watch = options.isLate ? { isLate: options.isLate, stop: () => undefined } : watchLateness();
  const mayWait = (site: string): boolean => {
    const late = overdue.get(site) ?? 0;
    if (late >= mostOverduePerNetwork) return false;
    return !watch.isLate() || (late === 0 && ![pages, others].some(({ turns }) => turns.isBusyWith(site)));
  };
  return {
    async admits(request, response, { address, isPage }) {
      const site = siteOf(address);
      const { turns, mostWaitMs, mostTurnMs } = isPage ? pages : others;
      if (!mayWait(site)) return false;
      const left = new AbortController();
      const leave = (): void => left.abort();
      response.once("close", leave);
      // The networks of a site take turns as the files of a caller do.
      const turn = { caller: site, file: networkOf(address), left: left.signal, mostWaitMs };
      const end = await turns.begin(turn).catch(() => null);
      response.off("close", leave);
      if (!end) return false;
      const state = followTurn(request, response, { turnMs, mostTurnMs, idleMs });
      const timer = setInterval(() => {
        const waitsFor = state();
        if (waitsFor === null) return;
        clearInterval(timer);
        end();
        if (waitsFor === "client") return;
        count(site, 1);
        response.once("close", () => count(site, -1));
      }, checkEveryMs).unref();
      response.once("close", () => {
        clearInterval(timer);
        end();
      });
      return true;
    },
    close: () => watch.stop(),
  };
}

/** First requests of networks that may wait although the line is full. */
const mostFirst = 64;

interface Line {
  turns: Turns;
  mostWaitMs: number;
  mostTurnMs: number;
}

function openLine(options: LineOptions): Line {
  const { atOnce, atOncePerNetwork, maxWaiting, maxWaitingPerNetwork, mostWaitMs, mostTurnMs } = options;
  const turns = new Turns(atOnce, {
    maxWaiting,
    maxWaitingPerCaller: maxWaitingPerNetwork,
    maxFirst: mostFirst,
    maxRunningPerCaller: atOncePerNetwork,
  });
  return { turns, mostWaitMs, mostTurnMs };
}

type TurnLimits = Required<Pick<AdmissionOptions, "turnMs" | "idleMs">> & Pick<LineOptions, "mostTurnMs">;

/** Returns whom a request is waiting for, when its turn has to end. Null: it may still need this thread. */
function followTurn(
  request: IncomingMessage,
  response: ServerResponse,
  { turnMs, mostTurnMs, idleMs }: TurnLimits,
): () => "client" | "server" | null {
  const [startedMs, startedIdleMs] = [performance.now(), idleMs()];
  return () => {
    // Nothing is left to do but to send what the client has not read yet.
    if (response.writableEnded || response.writableLength > 0) return "client";
    const ranMs = performance.now() - startedMs;
    if (!request.complete || response.headersSent) return ranMs >= turnMs ? "client" : null;
    return ranMs >= mostTurnMs || idleMs() - startedIdleMs >= turnMs ? "server" : null;
  };
}

const checkEveryMs = 250;
const idleOfThread = (): number => nodePerformance.eventLoopUtilization().idle;

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
