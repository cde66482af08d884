import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { testDatabase, type TestDatabase } from "@/db/testing/test-database";
import { operations } from "@/lib/api/operations";
import type { Operation } from "@/lib/api/operations/operation";
import { paramsFor } from "@/lib/testing/access-rules";
import { makeAccessWorld, type AccessWorld, type CallerKind } from "@/lib/testing/access-world";
import { callOperation, type OperationCall } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const makeContext = useTestContext();
let database: TestDatabase;
let world: AccessWorld;

beforeAll(async () => {
  database = await testDatabase();
  const ctx = makeContext(database.db);
  held.ctx = { ...ctx, limits: { ...ctx.limits, apiRequestBurst: 1e9, apiRequestsPerMinute: 1e9 } };
  world = await makeAccessWorld(held.ctx);
});
afterAll(() => database.close());

/** Numbers beyond the columns' range, non-existent dates, and cursors that no list ever returned. */
const hostile = [
  "0",
  "-1",
  "1.5",
  "1e9",
  "NaN",
  "2147483648",
  "99999999999",
  "9007199254740993",
  "999999999999999-1",
  "2026-99-99T1Z~1~1",
  "2026-02-30",
  "9999-12-31T23:59:59.999Z~9999999999~9999999999",
  "%00",
  "%ff%fe",
  "%EF%BF%BF",
  "'",
  "W10",
  Buffer.from(JSON.stringify(["2026-99-99", 1])).toString("base64url"),
  Buffer.from(JSON.stringify(["9".repeat(300), 2147483647])).toString("base64url"),
  "x".repeat(3000),
];

type Case = readonly [operation: string, parameter: string, operation: Operation];

function parametersOf({ query }: Operation): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

const cases = operations
  .filter(({ method }) => method === "GET")
  .flatMap((operation) =>
    parametersOf(operation).map((name): Case => [`${operation.path} (${operation.id})`, name, operation]),
  );
const cursors = cases.filter(([, name]) => /cursor|before|after/i.test(name));

async function statusOf(operation: Operation, caller: CallerKind, call: OperationCall): Promise<number> {
  const params = { ...paramsFor(operation, world.own), ...call.params };
  const headers = { authorization: world.credentials[caller] ?? "" };
  return (await callOperation(operation.id, { ...call, params, headers })).status;
}

async function answersTo(name: string, operation: Operation): Promise<string[]> {
  const failed: string[] = [];
  for (const caller of ["requester", "administrator"] as const)
    for (const value of hostile) {
      const status = await statusOf(operation, caller, { query: `?${name}=${value}` });
      if (status >= 500) failed.push(`${value.slice(0, 60)}: ${String(status)}`);
    }
  return failed;
}

test("covers every list with a cursor", () => {
  expect(cursors.length).toBeGreaterThanOrEqual(12);
});

test.each(cursors)(
  "never returns 500 for a forged position in %s, as %s @exhaustive",
  async (_path, name, operation) => {
    expect(await answersTo(name, operation)).toEqual([]);
  },
);

test.each(cases.filter((given) => !cursors.includes(given)))(
  "@exhaustive never returns 500 for a hostile parameter of %s, as %s",
  async (_path, name, operation) => {
    expect(await answersTo(name, operation)).toEqual([]);
  },
);

test("@exhaustive never returns 500 for a hostile part of a path", async () => {
  const failed: string[] = [];
  for (const operation of operations.filter(({ method }) => method === "GET"))
    for (const name of Object.keys(paramsFor(operation, world.own)))
      for (const value of hostile.map(decoded)) {
        const status = await statusOf(operation, "administrator", { params: { [name]: value } });
        if (status >= 500) failed.push(`${operation.path} ${name} ${value.slice(0, 60)}: ${String(status)}`);
      }
  expect(failed).toEqual([]);
});

/** The value as Next passes it to a route. Next answers malformed escapes itself. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
