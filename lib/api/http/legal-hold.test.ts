import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { releaseFile } from "@/lib/requests/release";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { draftScenario, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { logInByCookie } from "@/lib/testing/accounts";
import { callOperation, type OperationCall } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { closedPorts } from "./testing/closed-ports";
import { mutations, type PrepareCall } from "./testing/mutation-scenarios";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = held.ctx = makeContext(db(), closedPorts);
});

/** The stored content of every document: rows with the columns that no signature or delegation writes, and bytes. */
async function readContent(): Promise<string[]> {
  const { rows } = await db().execute<{ row: string; key: string | null }>(sql`
    select concat_ws(' ', 'segment', s.id, s.role, s.kind, s.position, s.sha256) as row, f.uuid || '/' || s.sha256 as key
      from file_segments s join files f on f.id = s.file_id
    union all select concat_ws(' ', 'evidence', e.sha256), f.uuid || '/' || e.sha256
      from evidence_documents e join files f on f.id = e.file_id
    union all select concat_ws(' ', 'attachment', a.id, a.sha256), a.uuid || '/' || a.sha256 from attachments a
    union all select concat_ws(' ', 'field', id, to_jsonb(elements) - '{sign_request_id,signed_value,updated_at}'::text[]), null
      from elements
    union all select concat_ws(' ', 'signer', id, email), null from sign_requests`);
  const content: string[] = [];
  for (const { row, key } of rows) {
    const [uuid = "", sha256 = ""] = key?.split("/") ?? [];
    content.push(key === null ? row : `${row} ${String(await ctx.blobs.has(blobKey(uuid, sha256)))}`);
  }
  return content.sort();
}

async function callOnHold(id: string, prepare: PrepareCall): Promise<{ code: unknown; lost: string[] }> {
  const call = await prepare(ctx);
  await db().execute(sql`update files set held_at = now() where envelope_id is null and completed_at is null`);
  const before = await readContent();
  const { status, body } = await callOperation(id, call);
  const after = new Set(await readContent());
  expect([200, 409]).toContain(status);
  return { code: body["code"], lost: before.filter((row) => !after.has(row)) };
}

describe("no operation deletes or overwrites content of a document on hold @exhaustive", () => {
  test.each(Object.entries(mutations))("%s", async (id, prepare) => {
    const { code, lost } = await callOnHold(id, prepare);
    expect([[undefined, "document_on_hold"].includes(code as undefined), lost]).toEqual([true, []]);
  });
});

interface TwoSigners {
  uuid: string;
  fileId: number;
  headers: Record<string, string>;
  ids: [number, number];
  emails: [string, string];
  fieldIds: number[];
}

/** Ana has a field. */
async function twoSigners(isReleased: boolean): Promise<TwoSigners> {
  const people = [{ name: "Ana", fields: [{ type: "text", required: false }] }, { name: "Bo" }] as const;
  const { fileId, requester, signers } = await (isReleased ? releasedScenario : draftScenario)(ctx, people);
  const [ana, bo] = signers;
  return {
    uuid: (await readFile(ctx, fileId)).uuid,
    fileId,
    headers: { cookie: await logInByCookie(ctx, requester.account), origin: ctx.publicUrl },
    ids: [ana.signRequestId, bo.signRequestId],
    emails: [ana.actor.account.email, bo.actor.account.email],
    fieldIds: ana.fieldIds,
  };
}

const coordinates = { page: 1, left: 10, top: 10, width: 100, height: 40 };
const refused: [string, string, boolean, (made: TwoSigners) => OperationCall][] = [
  ["a draft’s signer with fields by id", "withdrawSigner", false, ({ fileId, ids }) => withdrawal(fileId, ids[0])],
  ["a draft’s signer by address", "withdrawNamed", false, ({ uuid, emails }) => naming(uuid, [emails[0]])],
  ["all signers of a draft by a new list", "updateRequest", false, ({ uuid }) => naming(uuid, ["new@x.example"])],
  ["one of a draft’s fields", "saveElements", false, ({ uuid, fieldIds }) => saving(uuid, { remove: fieldIds })],
  ["all of a draft’s fields", "saveElements", false, ({ uuid }) => saving(uuid, { elements: [] })],
  [
    "a field by a new place",
    "updateRequest",
    false,
    ({ uuid, fieldIds: [elementId] }) => ({ body: { uuid, visibleElements: [{ elementId, coordinates }] } }),
  ],
  ["a draft", "deleteFile", false, ({ uuid }) => ({ params: { uuid } })],
  ["both signers of a sent document", "withdrawNamed", true, ({ uuid, emails }) => naming(uuid, emails)],
  ["the prepared revision by another signer", "addSigners", true, ({ uuid }) => naming(uuid, ["new@x.example"])],
  ["the prepared revision by a new list", "updateRequest", true, ({ uuid }) => naming(uuid, ["new@x.example"])],
];

function withdrawal(fileId: number, signRequestId: number): OperationCall {
  return { params: { fileId, signRequestId } };
}

function naming(uuid: string, emails: readonly string[]): OperationCall {
  return { body: { uuid, users: emails.map((email) => ({ email })) } };
}

function saving(uuid: string, body: object): OperationCall {
  return { params: { uuid }, body };
}

test.each(refused)("a hold prevents the removal of %s (%s, sent: %s)", async (_what, id, isReleased, callFor) => {
  const prepare: PrepareCall = async () => {
    const made = await twoSigners(isReleased);
    return { headers: made.headers, ...callFor(made) };
  };
  expect(await callOnHold(id, prepare)).toEqual({ code: "document_on_hold", lost: [] });
});

test("one of two signers of a document on hold can be withdrawn, and the second only after the hold", async () => {
  const { requester, fileId, signers } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }] as const);
  await db().execute(sql`update files set held_at = now() where id = ${fileId}`);
  const before = await readContent();
  const withdraw = (at: 0 | 1) => withdrawSigner(ctx, requester, { fileId, signRequestId: signers[at].signRequestId });
  await withdraw(0);
  await expect(withdraw(1)).rejects.toMatchObject({ code: "document_on_hold" });
  expect([await readContent(), (await readFile(ctx, fileId)).status]).toEqual([before, "able_to_sign"]);
  await db().execute(sql`update files set held_at = null where id = ${fileId}`);
  await withdraw(1);
  expect((await readFile(ctx, fileId)).status).toBe("draft");
});

test("a draft on hold can be completed and sent", async () => {
  const { requester, fileId } = await draftScenario(ctx, [{ name: "Ana" }] as const);
  await db().execute(sql`update files set held_at = now() where id = ${fileId}`);
  await releaseFile(ctx, requester, { id: fileId });
  expect((await readFile(ctx, fileId)).status).toBe("able_to_sign");
});
