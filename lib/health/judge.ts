import type { healthChecks, healthStates } from "./schema";
import type { WorkFigures } from "./work-figures";

export interface HealthCheck {
  name: (typeof healthChecks)[number];
  state: (typeof healthStates)[number];
}

export interface HealthFacts {
  databaseMs: number;
  migrated: boolean;
  documents: boolean;
  disk: { freeBytes: number; totalBytes: number } | null;
  work: WorkFigures;
  mailIsKept: boolean;
  hasTimestamper: boolean;
  /** How many documents were found damaged. */
  damaged: number;
  behindUntrustedProxy: boolean;
}

const slowDatabaseMs = 250;
/** A worker looks every 5 s, and work that failed waits for its time: what is due for longer has nobody who does it. */
const lateSeconds = 120;
const gibibyte = 1024 ** 3;

/** What the figures mean. Documents of 100 MB need room for several at once, so little space is told in bytes, not in a share. */
export function judge({
  databaseMs,
  migrated,
  documents,
  disk,
  work,
  mailIsKept,
  hasTimestamper,
  damaged,
  behindUntrustedProxy,
}: HealthFacts): HealthCheck[] {
  return [
    { name: "database", state: databaseMs > slowDatabaseMs ? "warning" : "ok" },
    { name: "migrations", state: migrated ? "ok" : "failing" },
    { name: "documents", state: documents && damaged === 0 ? "ok" : "failing" },
    { name: "disk", state: diskState(disk) },
    {
      name: "jobs",
      state: work.oldestJobSeconds > lateSeconds ? "failing" : sum(work.jobsDead) > 0 ? "warning" : "ok",
    },
    {
      name: "webhooks",
      state: work.oldestDeliverySeconds > lateSeconds ? "failing" : work.webhooksDisabled > 0 ? "warning" : "ok",
    },
    { name: "mail", state: mailIsKept ? "warning" : "ok" },
    { name: "timestamps", state: !hasTimestamper ? "off" : (work.jobsDead.augment ?? 0) > 0 ? "warning" : "ok" },
    { name: "proxy", state: behindUntrustedProxy ? "warning" : "ok" },
  ];
}

/** The worst of them. */
export function worst(checks: readonly HealthCheck[]): "ok" | "warning" | "failing" {
  if (checks.some(({ state }) => state === "failing")) return "failing";
  return checks.some(({ state }) => state === "warning") ? "warning" : "ok";
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function diskState(disk: HealthFacts["disk"]): HealthCheck["state"] {
  if (!disk) return "warning";
  return disk.freeBytes < gibibyte / 4 ? "failing" : disk.freeBytes < 2 * gibibyte ? "warning" : "ok";
}
