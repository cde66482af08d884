import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import path from "node:path";
import { securityHeaders } from "@/lib/api/http/security-headers";
import { servedBuild } from "@/lib/platform/next/served-request";
import packageJson from "@/package.json";
import type { Metrics } from "./metrics";

/** The answer of `/version`. */
export interface ServedVersion {
  name: string;
  version: string;
  /** Differs between any two builds, even of one version; `development` if there is no build. */
  build: string;
}

/** Reads the id that Next gives each build. */
export function readVersion(root: string): ServedVersion {
  const file = path.join(root, ".next", "BUILD_ID");
  const build = existsSync(file) ? readFileSync(file, "utf8").trim() : "development";
  servedBuild.build = build;
  return { name: packageJson.name, version: packageJson.version, build };
}

/**
 * `/livez` and `/version`, answered before anything that may wait. A platform restarts a process that does not answer
 * `/livez`, so a full queue, a silent database or a shutdown must not affect it; `/readyz` reports those.
 */
export function operatorAnswer(path: string, version: ServedVersion): object | null {
  if (path === "/livez") return { status: "ok" };
  return path === "/version" ? version : null;
}

export function answerOperator(answer: object, { method }: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify(answer);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    ...Object.fromEntries(securityHeaders),
  });
  response.end(method === "HEAD" ? undefined : text);
}

/** Answers `/livez`, `/version` and `/metrics` for a worker, which serves nothing else (`WORKER_PORT`). */
export function makeWorkerServer({ version, metrics }: { version: ServedVersion; metrics: Metrics | null }): Server {
  return createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const answer = operatorAnswer(path, version);
    const isReading = request.method === "GET" || request.method === "HEAD";
    if (answer && isReading) return answerOperator(answer, request, response);
    if (!metrics || path !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
    if (!metrics.admits(request)) return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    metrics.answer(response).catch(() => response.destroy());
  });
}
