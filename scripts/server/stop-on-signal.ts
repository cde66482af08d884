import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

/**
 * Calls `stop` once: on SIGINT, SIGTERM, SIGHUP, or when the parent process has ended (npm and its shell die of a
 * SIGTERM without forwarding it). A second signal ends the process immediately; the watchdog then stops Postgres.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void stopWithin(stop, stopSeconds * 1000).then((code) => process.exit(code));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, begin);
  const isLaunched = process.argv.includes("--launched");
  const byNpm = process.env["npm_lifecycle_event"] !== undefined;
  const followed = (isLaunched ? 1 : 0) + (byNpm || process.argv.includes("--stop-with-parent") ? 2 : 0);
  if (followed > 0) whenParentIsGone(followed, () => isStopping || begin());
}

/** Less than the 40 s that compose.yaml and the manifests allow before the process is killed. */
const stopSeconds = 36;

/**
 * The exit code of `stop`: 1 when it fails or times out. A connection to a database or store that has vanished from the
 * network never closes. Running jobs are leased, and another process will take them over.
 */
export async function stopWithin(stop: () => Promise<void>, milliseconds: number): Promise<0 | 1> {
  const late = new AbortController();
  try {
    return await Promise.race([
      stop().then(() => 0 as const),
      sleep(milliseconds, 1 as const, { signal: late.signal }).then((code) => {
        console.error(
          `Not everything had stopped after ${String(milliseconds / 1000)} s. Unfinished jobs are tried again.`,
        );
        return code;
      }),
    ]);
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    late.abort();
  }
}

function whenParentIsGone(followed: number, callback: () => void): void {
  const parents = lineage(followed);
  const timer = setInterval(() => {
    if (lineage(followed) === parents) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}

/**
 * Our parent and, where the system can tell, its ancestors: between npm and scripts/start.mjs there is a shell that
 * outlives npm.
 */
function lineage(generations: number): string {
  const line = [String(process.ppid)];
  while (line.length < generations) line.push(parentOf(line.at(-1) ?? ""));
  return line.join(" ");
}

function parentOf(pid: string): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}

export const drainSeconds = 30;
/** An open connection may have a request in transit to us. A connection that has been idle for this long is closed. */
export const lingerMs = 1000;
const lookEveryMs = 50;

/**
 * Tracks the connections of a server from its start. The returned function accepts no new connections, lets running
 * requests finish and answers requests that still arrive on open connections with `Connection: close`; the rest is cut
 * after 30 s. Node's own `close` ends idle connections immediately, even those with a request in transit.
 */
export function makeDrainable(server: Server): () => Promise<void> {
  const answersOn = new Map<Socket, Set<ServerResponse>>();
  server.on("connection", (socket: Socket) => {
    answersOn.set(socket, new Set());
    socket.once("close", () => answersOn.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    answersOn.get(socket)?.add(response);
    response.once("close", () => answersOn.get(socket)?.delete(response));
  });

  return async () => {
    // Connections that the system has already accepted for us are picked up in this turn of the event loop.
    await turn();
    NetServer.prototype.close.call(server);
    for (const answers of answersOn.values())
      for (const answer of answers) if (!answer.headersSent) answer.setHeader("connection", "close");
    const silent = new WeakMap<Socket, { bytesRead: number; since: number }>();
    const endsAt = performance.now() + drainSeconds * 1000;
    while (answersOn.size > 0 && performance.now() < endsAt) {
      for (const [socket, answers] of answersOn) {
        const before = silent.get(socket);
        const isSilent = answers.size === 0 && socket.bytesRead === before?.bytesRead;
        if (!isSilent) silent.set(socket, { bytesRead: socket.bytesRead, since: performance.now() });
        else if (performance.now() - before.since > lingerMs) socket.destroySoon();
      }
      await sleep(lookEveryMs);
    }
    server.closeAllConnections();
  };
}
