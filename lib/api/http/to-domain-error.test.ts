import pg from "pg";
import { expect, test } from "vitest";
import { LostDatabaseError } from "@/db/lost-database";
import type { Ctx } from "@/lib/context/context";
import { EngineLostError } from "@/lib/engine/lines/waiting-line";
import { problemResponse, toDomainError } from "./responses";

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error("a detail"), { code, ...more });
}

function fromPostgres(state: string): Error {
  return Object.assign(new pg.DatabaseError("a detail", 1, "error"), { code: state });
}

/** Wrapped as Drizzle wraps the driver's errors. */
const wrapped = (cause: Error) => new Error("Failed query: select 1", { cause });

test.each<readonly [string, Error]>([
  ["a connection that broke under a statement", new Error("Connection terminated unexpectedly")],
  [
    "a connection that had broken in the middle of a transaction",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["a connection that was closed", new Error("Client was closed and is not queryable")],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
  ["a connection that takes too long", new Error("Connection terminated due to connection timeout")],
  ["a pool that was closed", new Error("Cannot use a pool after calling end on the pool")],
  ["a database that stopped answering", new LostDatabaseError()],
  ["a socket that a restarting Postgres took away", withCode("ENOENT", { syscall: "connect" })],
  ["a refused connection", withCode("ECONNREFUSED")],
  ["a reset connection", withCode("ECONNRESET")],
  ["a host that cannot be reached", withCode("EHOSTUNREACH")],
  ["a process of the PDF engine that was lost", new EngineLostError("it ended")],
  ["a name that cannot be resolved just now", withCode("EAI_AGAIN", { syscall: "getaddrinfo" })],
  ...[
    "08000",
    "08003",
    "08006",
    "57P01",
    "57P02",
    "57P03",
    "57014",
    "55P03",
    "40001",
    "40P01",
    "53300",
    "53200",
    "25P03",
  ].map((state) => [`SQLSTATE ${state}`, fromPostgres(state)] as const),
])("maps %s to 503, bare or wrapped", (_name, error) => {
  expect([toDomainError(error).code, toDomainError(wrapped(error)).code]).toEqual(["unavailable", "unavailable"]);
});

test.each([
  ["23505", "race_lost"],
  ["23503", "race_lost"],
  ["53100", "storage_full"],
])("maps SQLSTATE %s to %s", (state, code) => {
  expect(toDomainError(wrapped(fromPostgres(state))).code).toBe(code);
});

test.each<readonly [string, Error]>([
  ["a missing file", withCode("ENOENT", { syscall: "open" })],
  ["a check that a row breaks", fromPostgres("23514")],
  ["a programming error", new TypeError("x is not a function")],
])("keeps %s a defect", (_name, error) => {
  expect(toDomainError(error).code).toBe("internal");
});

test("logs no warning when the caller disconnects, but still logs a defect", () => {
  const lines: string[] = [];
  const note = (level: string) => () => void lines.push(level);
  const log = { debug: note("debug"), warn: note("warn"), error: note("error") };
  const ctx = { log, request: null, publicUrl: "http://localhost" } as unknown as Ctx;
  const answer = (thrown: Error, signal?: AbortSignal) =>
    problemResponse(ctx, new Request("http://localhost/", signal ? { signal } : {}), thrown);
  const aborted = withCode("ECONNRESET");
  answer(aborted, AbortSignal.abort());
  answer(aborted);
  answer(new Error("a defect"), AbortSignal.abort());
  expect(lines).toEqual(["debug", "warn", "error"]);
});
