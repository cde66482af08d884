import { processWide } from "@/lib/platform/next/process-wide";
import { traced } from "./tracing";

/** Counts of this process since its start, for `/metrics`. Cheap enough to keep even if they are never read. */
interface CountedCall {
  service: OutgoingService;
  outcome: "ok" | "failed";
  count: number;
  seconds: number;
}

/** The kinds of service that this one calls. */
export type OutgoingService =
  | "mail"
  | "sms"
  | "telegram"
  | "signal"
  | "webhook"
  | "download"
  | "revocation"
  | "timestamp"
  | "converter"
  | "storage"
  | "key_service";

interface CountedTask {
  task: string;
  outcome: "ok" | "failed";
  count: number;
  seconds: number;
}

interface CountedStorageError {
  /** `unavailable`, `storage_full`, `integrity`, or another system error code such as EEXIST. */
  code: string;
  count: number;
}

interface CountedProblem {
  /** An error code of the API. */
  code: string;
  /** The cause's code or class if it is not our own error: `40001`, `ECONNREFUSED`, `TypeError`. */
  cause: string | null;
  count: number;
  lastAt: Date;
}

interface Counters {
  problems: Map<string, CountedProblem>;
  storageErrors: Map<string, CountedStorageError>;
  calls: Map<string, CountedCall>;
  tasks: Map<string, CountedTask>;
}

const counters = processWide<Counters>("counters", () => ({
  calls: new Map(),
  tasks: new Map(),
  storageErrors: new Map(),
  problems: new Map(),
}));

export function countCall(service: OutgoingService, outcome: "ok" | "failed", seconds: number): void {
  add(counters.calls, `${service} ${outcome}`, { service, outcome, count: 0, seconds: 0 }, seconds);
}

export function countTask(task: string, outcome: "ok" | "failed", seconds: number): void {
  add(counters.tasks, `${task} ${outcome}`, { task, outcome, count: 0, seconds: 0 }, seconds);
}

export function countProblem(code: string, cause: string | null): void {
  const name = `${code} ${cause ?? ""}`;
  counters.problems.set(name, {
    code,
    cause,
    count: (counters.problems.get(name)?.count ?? 0) + 1,
    lastAt: new Date(),
  });
}

export function countStorageError(code: string): void {
  const row = counters.storageErrors.get(code) ?? { code, count: 0 };
  row.count += 1;
  counters.storageErrors.set(code, row);
}

function add<Row extends { count: number; seconds: number }>(
  rows: Map<string, Row>,
  name: string,
  empty: Row,
  seconds: number,
): void {
  const row = rows.get(name) ?? empty;
  row.count += 1;
  row.seconds += seconds;
  rows.set(name, row);
}

export function countedCalls(): CountedCall[] {
  return [...counters.calls.values()];
}

export function countedStorageErrors(): CountedStorageError[] {
  return [...counters.storageErrors.values()];
}

export function countedProblems(): CountedProblem[] {
  return [...counters.problems.values()];
}

export function countedTasks(): CountedTask[] {
  return [...counters.tasks.values()];
}

/** How busy one pool of the PDF engine is. */
export interface EngineLoad {
  /** `take-in`, `verify`, `signing`, `report`, `pdfium`, `pdfjs`, `convert`. */
  pool: string;
  running: number;
  waiting: number;
  /** Maximum number of concurrent tasks. */
  places: number;
}

/**
 * One task of the PDF engine: counted for `/metrics`, and a span on the calling side that includes the waiting time.
 */
export function engineTask<Value>(task: string, work: () => Promise<Value>): Promise<Value> {
  return traced({ name: `engine ${task}`, kind: "internal", attributes: { "paraph.engine.task": task } }, async () => {
    const startedAt = performance.now();
    let outcome: "ok" | "failed" = "failed";
    try {
      const value = await work();
      outcome = "ok";
      return value;
    } finally {
      countTask(task, outcome, (performance.now() - startedAt) / 1000);
    }
  });
}
