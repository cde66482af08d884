import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Person } from "@/e2e/api-client";
import type { Journal } from "./journal";

export interface Reply {
  status: number;
  code: string | null;
  body: Record<string, unknown>;
}

export interface Call {
  method: string;
  path: string;
  as: Person | null;
  json?: unknown;
  body?: Uint8Array;
}

const patienceMs = 180_000;
const callMs = 30_000;

/**
 * Repeats one request until it gets a final answer, always with the same Idempotency-Key. Null, with a complaint, when
 * that takes too long.
 */
export async function insist(origin: string, journal: Journal, call: Call): Promise<Reply | null> {
  const key = randomUUID();
  const endsAt = performance.now() + patienceMs;
  const answers = new Map<string, number>();
  while (performance.now() < endsAt) {
    const reply = await once(origin, journal, call, key);
    if (reply && !mayComeAgain(reply)) return reply;
    const answer = reply ? `${String(reply.status)} ${reply.code ?? ""}`.trim() : "none";
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    await sleep(300);
  }
  const seen = [...answers].map(([answer, count]) => `${answer} (${String(count)})`).join(", ");
  journal.complain(
    "stuck",
    `${call.method} ${call.path} was not answered for good within ${String(patienceMs / 1000)} s: ${seen}`,
  );
  return null;
}

/** One attempt; null when the connection broke or no answer arrived. */
export async function once(
  origin: string,
  journal: Journal,
  { method, path, as, json, body }: Call,
  key: string = randomUUID(),
): Promise<Reply | null> {
  const headers = {
    ...(as ? { authorization: `Basic ${Buffer.from(`${as.email}:${as.password}`).toString("base64")}` } : {}),
    ...(json === undefined
      ? body
        ? { "content-type": "application/pdf" }
        : {}
      : { "content-type": "application/json" }),
    ...(method === "GET" ? {} : { "idempotency-key": key }),
  };
  try {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(callMs),
      ...(json === undefined ? (body ? { body: body as BodyInit } : {}) : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const parsed = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    judge(journal, `${method} ${path}`, response, text);
    return { status: response.status, code: typeof parsed["code"] === "string" ? parsed["code"] : null, body: parsed };
  } catch {
    return null;
  }
}

function judge(journal: Journal, what: string, response: Response, text: string): void {
  if (response.status < 500) return;
  const isHonest = (response.status === 503 && response.headers.has("retry-after")) || response.status === 507;
  if (isHonest) journal.comeAgain();
  else journal.complain("serverErrors", `${what} answered ${String(response.status)}: ${text.slice(0, 300)}`);
}

function mayComeAgain({ status, code }: Reply): boolean {
  return (
    status === 503 || status === 507 || status === 429 || code === "idempotency_in_progress" || code === "race_lost"
  );
}
