import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "@/db/client";
import type { RequestLog, RequestNote } from "@/lib/context/context";

const flushAfterMs = 1000;
const rowsPerInsert = 500;
/** Maximum per process. Further calls are dropped while the database is unavailable. */
const mostWaiting = 10_000;

export function makeRequestLog(db: Db, log: Logger): RequestLog {
  let waiting: RequestNote[] = [];
  let refusedFor = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const rows = waiting;
    waiting = [];
    refusedFor = new Set();
    try {
      for (let from = 0; from < rows.length; from += rowsPerInsert)
        await insertCalls(db, rows.slice(from, from + rowsPerInsert));
    } catch (error) {
      log.warn({ err: error, calls: rows.length }, "request log: calls were not logged");
    }
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    // One insert at a time, so that with a slow database the log does not use up all connections.
    await writing;
    writing = write().finally(() => {
      writing = null;
    });
    await writing;
  }

  return {
    note(call) {
      if (waiting.length >= mostWaiting) return;
      // Throttled calls are logged once a second per caller, so that a client that ignores 429 cannot fill the log.
      if (call.code === "rate_limited") {
        if (refusedFor.has(call.accountId)) return;
        refusedFor.add(call.accountId);
      }
      waiting.push(call);
      timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    },
    flush,
  };
}

/**
 * A single parameter: with one per value, 9,000 calls took 2.9 s, with a single one 0.4 s, of which Node needs 6 µs per
 * call.
 */
async function insertCalls(db: Db, calls: readonly RequestNote[]): Promise<void> {
  await db.execute(sql`
    insert into request_log (account_id, token_id, at, request_id, method, path, status, code, duration_ms)
    select "accountId", "tokenId", at, "requestId", method, path, status, code, "durationMs" from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
      as call("accountId" int, "tokenId" int, at timestamptz, "requestId" text, method text, path text, status int, code text, "durationMs" int)`);
}
