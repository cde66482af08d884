import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics";
import { answerOperator, operatorAnswer, type ServedVersion } from "./operator-paths";

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
