import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "@/lib/errors";

/** What the edge itself may have to say, before a request reaches an operation. */
type EdgeCode = Extract<ErrorCode, "not_found" | "method_not_allowed" | "internal" | "unavailable">;

const words: Record<EdgeCode, { status: number; title: string; detail: string }> = {
  not_found: { status: 404, title: "Not found", detail: "There is no such resource" },
  method_not_allowed: { status: 405, title: "Method not allowed", detail: "This resource does not have that method" },
  internal: { status: 500, title: "Internal error", detail: "Something went wrong on our side" },
  unavailable: { status: 503, title: "Unavailable", detail: "The service is stopping; try again" },
};

/** How much of a body that nobody reads is drained, so that the client sees the answer rather than a reset. */
const drainSeconds = 5;

/** Answers in the shape of every error (RFC 9457, API.md section 1) and lets the client finish sending. */
export function answerProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: { code: EdgeCode; origin: string; requestId: string; headers?: Record<string, string> },
): void {
  const { status, title, detail } = words[problem.code];
  const body = JSON.stringify({
    type: `${problem.origin}/docs/errors/${problem.code.replaceAll("_", "-")}`,
    title,
    status,
    detail,
    instance: `urn:request:${problem.requestId}`,
    code: problem.code,
    requestId: problem.requestId,
    message: detail,
    errors: [detail],
    violations: [],
    action: 300,
  });
  response.writeHead(status, {
    ...problem.headers,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Once answered, an unread body is read for a few seconds and then cut off: a rejected upload must not cost a connection. */
export function boundDrain(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.resume();
    const timer = setTimeout(() => request.socket.destroy(), drainSeconds * 1000);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  });
}
