import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { startServer, type StartedServer } from "@/e2e/server";
import { testLimits } from "./limits";
import type { World } from "./world";

/**
 * Playwright ends a worker before every file with a separate server. Starting the server and making its world took a
 * quarter of the workers' time, so Playwright's main process keeps one server for each slot in which workers succeed
 * one another. The workers of one project share the world as well.
 */
export interface SharedServer extends Pick<StartedServer, "origin" | "admin" | "dataDir"> {
  /** Created by an earlier worker of the project, if any. */
  world: World | null;
}

interface Kept {
  server: StartedServer;
  world: World | null;
  /** Desktop and phone visit the same pages, and a signer of a world gets only one code. */
  project: string;
  /** When a worker took the server before making its world. */
  since: number;
  isTaken: boolean;
}

/**
 * A locked signer of the world remains locked for fifty minutes, which must cover the run of the worker that takes it.
 */
const oldestMs = 30 * 60_000;

interface Returned {
  world: World | null;
  /** False after a failed test, which may have left the data in any state. */
  isFit: boolean;
}

/** A `globalSetup`: answers requests from workers, and stops all servers at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const kept = new Map<string, Kept>();

  async function drop(place: string): Promise<void> {
    const server = kept.get(place)?.server;
    kept.delete(place);
    await server?.stop();
  }

  async function take(place: string, project: string): Promise<SharedServer> {
    const known = kept.get(place);
    // A worker that crashed did not return it.
    if (known?.isTaken) await drop(place);
    const now = performance.now();
    const found = kept.get(place) ?? { server: await startForTests(), world: null, project, since: now, isTaken: true };
    if (!found.world || found.project !== project || now - found.since > oldestMs)
      Object.assign(found, { world: null, project, since: now });
    found.isTaken = true;
    kept.set(place, found);
    const { origin, admin, dataDir } = found.server;
    return { origin, admin, dataDir, world: found.world };
  }

  async function giveBack(place: string, { world, isFit }: Returned): Promise<void> {
    const found = kept.get(place);
    if (!found) return;
    Object.assign(found, { world, isTaken: false });
    if (!isFit) await drop(place);
  }

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const [, verb, place = ""] = (request.url ?? "").split("/");
    if (verb === "take") return take(place, (JSON.parse(await textOf(request)) as { project: string }).project);
    if (verb === "output") return kept.get(place)?.server.output();
    return giveBack(place, JSON.parse(await textOf(request)) as Returned);
  };
  const desk = createServer((request, response) => {
    answer(request).then(
      (body) => response.end(JSON.stringify(body ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  process.env["KEPT_SERVERS"] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;

  return async () => {
    desk.closeAllConnections();
    desk.close();
    for (const place of [...kept.keys()]) await drop(place);
  };
}

const startForTests = (): Promise<StartedServer> =>
  startServer({ env: { LIMITS: JSON.stringify(testLimits), PSEUDO_LOCALES: "1" } });

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Takes the server of a worker's slot, or a new one for its first worker. */
export const takeServer = (place: number, project: string): Promise<SharedServer> =>
  ask("take", place, { project }) as Promise<SharedServer>;

export async function returnServer(place: number, returned: Returned): Promise<void> {
  await ask("return", place, returned);
}

/** All output so far. */
export const outputOf = (place: number): Promise<string> => ask("output", place) as Promise<string>;

async function ask(verb: string, place: number, body: unknown = null): Promise<unknown> {
  const response = await fetch(`${process.env["KEPT_SERVERS"] ?? ""}/${verb}/${place}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
