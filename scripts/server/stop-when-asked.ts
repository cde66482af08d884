import { readFileSync } from "node:fs";

/**
 * Calls `stop` once: on SIGINT, SIGTERM, SIGHUP, or when whoever started us is gone (npm and its shell die of a SIGTERM
 * without passing it on). A second signal ends the process at once; the watchdog then stops Postgres.
 */
export function stopWhenAsked(stop: () => Promise<void>): void {
  let asked = false;
  const ask = (): void => {
    if (asked) process.exit(1);
    asked = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  const followsParent = process.env["npm_lifecycle_event"] !== undefined || process.argv.includes("--stop-with-parent");
  if (followsParent) whenParentIsGone(() => asked || ask());
}

function whenParentIsGone(callback: () => void): void {
  const parents = lineage();
  const timer = setInterval(() => {
    if (lineage() === parents) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}

/** Our parent and, where the system tells, the parent's parent: between npm and us stands a shell that outlives npm. */
function lineage(): string {
  return `${String(process.ppid)} ${parentOf(process.ppid)}`;
}

function parentOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}
