import type { Server } from "node:http";

const drainSeconds = 30;

/**
 * Calls `stop` once: on SIGINT, SIGTERM, SIGHUP, or when npm, which started us, is gone (npm and its shell die of a
 * SIGTERM without passing it on). A second signal ends the process at once; the watchdog then stops Postgres.
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
  if (!process.env["npm_lifecycle_event"]) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (!asked) ask();
  }, 250);
  timer.unref();
}

/** Takes no new connections, lets running requests finish for up to 30 s, then cuts the rest. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), drainSeconds * 1000);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
