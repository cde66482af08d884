import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export interface RouteFile {
  /** Absolute. */
  file: string;
  /** As operations write it: below /api/v1, or from the origin for other paths. */
  path: string;
  base: "api" | "origin";
  methods: string[];
}

type RouteHandler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

const known = new Map<string, readonly RouteFile[]>();

/**
 * Every route file below `app`, with the methods it exports. Read once, because tests look a route up for each call.
 */
export function routeFiles(root: string = process.cwd()): readonly RouteFile[] {
  const found = known.get(root) ?? readRouteFiles(path.join(root, "app"));
  known.set(root, found);
  return found;
}

function readRouteFiles(app: string): RouteFile[] {
  return readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "route.ts")
    .map((name) => {
      const folder = `/${path.dirname(name).split(path.sep).join("/")}`.replaceAll(/\[([^\]]+)\]/g, "{$1}");
      const isApi = folder.startsWith("/api/v1/");
      const source = readFileSync(path.join(app, name), "utf8");
      return {
        file: path.join(app, name),
        path: isApi ? folder.slice("/api/v1".length) : folder,
        base: isApi ? "api" : "origin",
        methods: exportedMethods(source),
      };
    });
}

/** Those that the file makes itself, and those that it passes on from another route. */
function exportedMethods(source: string): string[] {
  const names = [...source.matchAll(/^export (?:const (\w+)|\{([^}]*)\} from)/gm)].flatMap(
    (match) => match[1] ?? (match[2] ?? "").split(","),
  );
  return names.map((name) => name.trim()).filter((name) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(name));
}

/** The route file of an operation, or of any other path. */
export function routeAt({ path: wanted, base = "api" }: { path: string; base?: RouteFile["base"] }): RouteFile {
  const found = routeFiles().find((route) => route.path === wanted && route.base === base);
  if (!found) throw new Error(`no route for ${wanted}`);
  return found;
}

/** The handler that a route file exports for a method. */
export async function routeHandler(route: RouteFile, method: string): Promise<RouteHandler> {
  const exported = (await import(/* @vite-ignore */ pathToFileURL(route.file).href)) as Record<string, RouteHandler>;
  const handler = exported[method];
  if (!handler) throw new Error(`${route.file} exports no ${method}`);
  return handler;
}
