import { readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import type { Ctx } from "@/lib/context/context";
import { readSegments } from "@/lib/documents/storage/segments";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readFile as readRow, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { accessCases, ownTarget, paramsFor } from "@/lib/testing/access-rules";
import { makeAccessWorld, type AccessWorld } from "@/lib/testing/access-world";
import { placeOf } from "@/lib/testing/blob-place";
import { callOperation, operationNamed } from "@/lib/testing/call-operation";
import { oneOfEachClass, present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const makeContext = useTestContext();
let database: TestDatabase;
let ctx: Ctx;
let world: AccessWorld;
let places: string[];
let code: string;

beforeAll(async () => {
  database = await testDatabase();
  const many = {
    apiRequestBurst: 1e9,
    apiRequestsPerMinute: 1e9,
    anonymousRequestsPerMinute: 1e9,
    linkMissesPerMinute: 1e9,
  };
  ctx = makeContext(database.db);
  held.ctx = ctx = { ...ctx, limits: { ...ctx.limits, ...many } };
  world = await makeAccessWorld(ctx);
  await requestCode(ctx, world.accounts.notified_signer, { fileId: world.own.fileId });
  code = await newestCode(ctx);
  const segments = await readSegments(ctx, world.own.fileId);
  places = segments.map(({ sha256 }) => placeOf(ctx.blobs, blobKey(world.own.uuid, sha256)));
});
afterAll(() => database.close());

/** Each operation's status for the requester and for a signer, in a transaction that is rolled back. */
async function answersOf(id: string): Promise<number[]> {
  const operation = operationNamed(id);
  const given = present(accessCases[id]);
  const statuses: number[] = [];
  for (const caller of ["requester", "notified_signer"] as const) {
    const target = ownTarget(world, caller);
    const body = id.startsWith("sign") ? { code } : given.body?.(target);
    const rollback = new Error("taken back");
    await database.db
      .transaction(async (tx) => {
        held.ctx = { ...makeContext(tx, { blobs: ctx.blobs }), limits: ctx.limits };
        const headers = { authorization: world.credentials[caller] ?? "" };
        statuses.push(
          (
            await callOperation(id, {
              headers,
              params: paramsFor(operation, target),
              ...(body === undefined ? {} : { body }),
            })
          ).status,
        );
        throw rollback;
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
  }
  return statuses;
}

const damages: [state: "missing" | "altered" | "unreadable", damage: (place: string) => Promise<void>][] = [
  ["missing", (place) => rm(place)],
  ["altered", (place) => truncate(place, 10)],
  ["unreadable", (place) => rm(place).then(() => symlink(place, place))],
];

describe.each(damages)("a released document whose bytes are %s", (state, damage) => {
  let kept: Buffer[];
  beforeAll(async () => {
    kept = await Promise.all(places.map((place) => readFile(place)));
    for (const place of places) await damage(place);
  });
  afterAll(async () => {
    for (const [index, place] of places.entries()) {
      await rm(place, { force: true });
      await writeFile(place, kept[index] ?? "");
    }
  });

  test("is reported in the file object", async () => {
    // Simulates another process, which has not verified the document recently.
    held.ctx = { ...ctx, blobs: Object.create(ctx.blobs) as Ctx["blobs"] };
    const { status, body } = await callOperation("showFileById", {
      headers: { authorization: world.credentials.requester ?? "" },
      params: { fileId: world.own.fileId },
    });
    expect([status, body["stored"]]).toEqual([200, state]);
  });

  const bySubject = oneOfEachClass(
    Object.entries(accessCases).map(([id, { subject }]) => [id, id, subject] as const),
    ([, , subject]) => subject,
  );
  test.each(bySubject)("is not a server error for %s @exhaustive", async (_name, id) => {
    for (const status of await answersOf(id)) expect(status).toBeLessThan(500);
  });

  test.each(["downloadFile", "drawPage", "signByFile"])("is 409 for %s", async (id) => {
    expect(await answersOf(id)).toContain(409);
  });
});

describe("a completed document whose bytes are missing", () => {
  const reading = [
    "showFileById",
    "showFileByUuid",
    "downloadFile",
    "drawPage",
    "listPages",
    "listRevisions",
    "downloadRevision",
    "drawRevisionPage",
    "showProgress",
    "downloadEvidence",
    "downloadBundle",
    "showAudit",
  ];

  test("is reported as missing, its signatures are invalid unless the bytes are only unreadable, and no read is a server error", async () => {
    held.ctx = ctx;
    const {
      fileId,
      requester,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const { uuid, revision } = await readRow(ctx, fileId);
    const segments = (await readSegments(ctx, fileId)).map(({ sha256 }) => placeOf(ctx.blobs, blobKey(uuid, sha256)));
    for (const place of segments) await rm(place);
    const headers = { authorization: `Bearer ${(await createToken(ctx, requester, { name: "damaged" })).token}` };
    for (const id of reading) {
      const { status } = await callOperation(id, { headers, params: { fileId, uuid, n: 1, revision } });
      expect([id, status < 500]).toEqual([id, true]);
    }
    const { body } = await callOperation("showFileByUuid", { headers, params: { uuid } });
    expect(body).toMatchObject({ stored: "missing", signers: [{ signature: { verdict: "invalid" } }] });
    for (const place of segments) await symlink(place, place);
    const { body: unreadable } = await callOperation("showFileByUuid", { headers, params: { uuid } });
    expect(unreadable).toMatchObject({ stored: "unreadable", signers: [{ signature: { verdict: "intact" } }] });
  });
});
