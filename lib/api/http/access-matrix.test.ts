import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { testDatabase, type TestDatabase } from "@/db/testing/test-database";
import { operations } from "@/lib/api/operations";
import type { Operation } from "@/lib/api/operations/operation";
import type { Ctx } from "@/lib/context/context";
import {
  accessCases,
  expectedForForeign,
  expectedForOwn,
  ownTarget,
  paramsFor,
  type AccessCase,
} from "@/lib/testing/access-rules";
import { callers, makeAccessWorld, type AccessWorld, type CallerKind, type Target } from "@/lib/testing/access-world";
import { oneOfEachClass, only } from "@/lib/testing/representatives";
import { routeAt, routeHandler } from "@/lib/testing/route-files";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const makeContext = useTestContext();
const many = {
  apiRequestBurst: 1e9,
  apiRequestsPerMinute: 1e9,
  anonymousRequestsPerMinute: 1e9,
  linkMissesPerMinute: 1e9,
};
let database: TestDatabase;
let world: AccessWorld;

beforeAll(async () => {
  database = await testDatabase();
  world = await makeAccessWorld(contextOver(database.db));
});
afterAll(() => database.close());

function contextOver(db: Db): Ctx {
  const ctx = makeContext(db);
  // A rollback does not restore bytes that a call removed.
  const blobs = Object.create(ctx.blobs, { remove: { value: () => Promise.resolve() } }) as Ctx["blobs"];
  return { ...makeContext(db, { limits: { ...ctx.limits, ...many } }), blobs };
}

interface Answered {
  status: number;
  /** The response without parts that always differ. */
  body: string;
}

/** Runs each call in a transaction that is rolled back, so that each one starts from the same state. */
async function call(operation: Operation, given: AccessCase, caller: CallerKind, target: Target): Promise<Answered> {
  const answers: Answered[] = [];
  const rollback = new Error("taken back");
  await database.db
    .transaction(async (tx) => {
      held.ctx = contextOver(tx);
      answers.push(await send(operation, given, caller, target));
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return only(answers);
}

async function send(
  operation: Operation,
  { body, file }: AccessCase,
  caller: CallerKind,
  target: Target,
): Promise<Answered> {
  const handler = await routeHandler(routeAt(operation), operation.method);
  const credential = world.credentials[caller];
  const sent = file ?? (body ? JSON.stringify(body(target)) : null);
  const headers = {
    ...(credential === null ? {} : { authorization: credential }),
    ...(sent === null ? {} : { "content-type": file ? "application/octet-stream" : "application/json" }),
  };
  const response = await handler(
    new Request("http://localhost:3000/probe", { method: operation.method, headers, body: sent && Buffer.from(sent) }),
    { params: Promise.resolve(paramsFor(operation, target)) },
  );
  const text = await response.text();
  return {
    status: response.status,
    body: response.status < 400 ? "" : text.replaceAll(/"(requestId|instance)":"[^"]*"/g, ""),
  };
}

const missing = (): Target => ({
  fileId: 2147483647,
  uuid: randomUUID(),
  signRequestId: 2147483646,
  elementId: 2147483645,
  templateId: 2147483644,
  bulkSendId: 2147483643,
  directLinkId: 2_000_000_000,
  email: "nobody@x.example",
  link: randomUUID(),
  revision: 1,
  attachmentId: 2147483643,
  envelopeUuid: randomUUID(),
  partUuid: randomUUID(),
});
/** Every live link has been sent to somebody. A draft is hidden even from callers who may see any released document. */
const foreignOf = ({ subject }: AccessCase): Target =>
  ["public_file", "link", "link_signing", "guest_link"].includes(subject) ? world.foreignDraft : world.foreign;

const cases = oneOfEachClass(
  operations.flatMap((operation) => {
    const given = accessCases[operation.id];
    return given
      ? callers.map((caller) => [`${operation.method} ${operation.path}`, caller, operation, given] as const)
      : [];
  }),
  ([, caller, operation, given]) => [given.subject, expectedForOwn(operation, given, caller)].join(),
);

describe("access to documents, templates and links", () => {
  test("lists every operation about a document, a template or a link in the table", () => {
    const about = operations
      .filter(({ path }) => /\{(fileId|uuid|u|signRequestUuid)\}|^\/(templates|bulk-sends)\/\{id\}/.test(path))
      .map(({ id }) => id);
    // The first and the third are public; an administrator can place a hold on any document
    // (lib/evidence/retention/retention.test.ts).
    const others = ["askToOpen", "liftLegalHold", "openByCode", "placeLegalHold"];
    expect(about.filter((id) => !(id in accessCases)).sort()).toEqual(others);
    expect(cases.length * 3).toBeGreaterThanOrEqual(300);
  });

  test.each(cases)(
    "%s as %s: follows the rules for one's own, and hides the existence of others'",
    async (_name, caller, operation, given) => {
      const own = await call(operation, given, caller, ownTarget(world, caller));
      expect([own.status, own.body]).toEqual([expectedForOwn(operation, given, caller), own.body]);
      const [foreign, absent] = [
        await call(operation, given, caller, foreignOf(given)),
        await call(operation, given, caller, missing()),
      ];
      expect(foreign).toEqual(absent);
      expect([absent.status, absent.body]).toEqual([expectedForForeign(operation, given, caller), absent.body]);
    },
  );
});
