import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pathsOf, type Operation } from "@/lib/api/operation";
import { operations } from "@/lib/api/operations";
import type { Config } from "@/lib/platform/config";
import type { DirectRoutes } from "./direct-routes";
import type { ApiRoute } from "./route-table";

/** The variable in which Next expects the configuration resolved by a build; its own standalone server uses it too. */
const builtConfigVariable = "__NEXT_PRIVATE_STANDALONE_CONFIG";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Loads the routes, and Next for the pages, and returns the function that dispatches requests to them. */
export async function preparePages(root: string, settings: Config): Promise<Handle> {
  if (settings.isProduction) await loadBuiltConfig(root);
  const { default: next } = await import("next");
  // Next listens for upgrades, through which browsers receive changes in development, and Node answers no request with
  // `Upgrade` while there is a listener. In production Next listens on a server that receives no requests.
  const upgrades = settings.isProduction ? { httpServer: createServer() } : {};
  const app = next({
    dev: !settings.isProduction,
    dir: root,
    hostname: settings.host,
    port: settings.port,
    ...upgrades,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  // In development Next compiles changed routes.
  const routes = settings.isProduction ? await loadRoutes(root) : null;
  const readRouterState = await loadRouterStateReader();
  return async (request, response) => {
    if (await routes?.answer(request, response)) return;
    dropUnreadableState(request, readRouterState);
    await handle(request, response);
  };
}

type ReadRouterState = (header: string) => unknown;

async function loadRouterStateReader(): Promise<ReadRouterState> {
  const { default: state } =
    (await import("next/dist/server/app-render/parse-and-validate-flight-router-state.js")) as unknown as {
      default: { parseAndValidateFlightRouterState: ReadRouterState };
    };
  return state.parseAndValidateFlightRouterState;
}

/**
 * Next answers 500 for a state of its router that it cannot read, which any stranger can send and a tab of an earlier
 * version may send. Without the header it renders the whole page.
 */
function dropUnreadableState({ headers }: IncomingMessage, read: ReadRouterState): void {
  const state = headers["next-router-state-tree"];
  if (state === undefined) return;
  try {
    read(String(state));
  } catch {
    delete headers["next-router-state-tree"];
  }
}

/** The routes in a separate bundle, which has one copy of each module. */
async function loadRoutes(root: string): Promise<DirectRoutes> {
  const { routes } = (await import(pathToFileURL(path.join(root, "dist", "api.mjs")).href)) as { routes: DirectRoutes };
  return routes;
}

/**
 * Puts the configuration resolved by the build into Next's cache: the file need not be compiled again (25 ms, 15 MB for
 * the compiler), and Next does not log that it did so.
 */
async function loadBuiltConfig(root: string): Promise<void> {
  const built = JSON.parse(readFileSync(path.join(root, ".next", "required-server-files.json"), "utf8")) as {
    config: unknown;
  };
  const { default: loadConfig } = (await import("next/dist/server/config.js")).default as unknown as {
    default: (phase: string, dir: string) => Promise<unknown>;
  };
  process.env[builtConfigVariable] = JSON.stringify(built.config);
  await loadConfig("phase-production-server", root);
  delete process.env[builtConfigVariable];
}

/** The files of `public/`, which Next serves unchanged, as routes that can only be read. */
export function publicFiles(root: string): ApiRoute[] {
  return readdirSync(path.join(root, "public"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, "public"), path.join(entry.parentPath, entry.name)))
    .map((name) => ({ method: "GET", path: `/${name.split(path.sep).map(encodeURIComponent).join("/")}` }));
}

/** Every path and method below /api/v1, as defined by the operations. */
export const apiRoutes = operations.filter(({ base }) => base !== "origin").flatMap(toRoutes);

/** Those at the origin itself, such as /healthz. */
export const originRoutes = operations.filter(({ base }) => base === "origin").flatMap(toRoutes);

function toRoutes(operation: Operation): ApiRoute[] {
  return pathsOf(operation).map((path) => ({ method: operation.method, path }));
}
