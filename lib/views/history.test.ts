import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showHistory } from "./history";

const db = useRolledBackDatabase();
const testContext = useTestContext();

const lines = async (ctx: Ctx, actor: Actor, uuid: string) =>
  (await showHistory(ctx, actor, { uuid })).map(({ type, by, signer, count }) => [type, by, signer, count]);

test("lists every action with its actor for the requester, newest first, with signers named", async () => {
  const ctx = testContext(db());
  const {
    actor,
    file,
    signers: [first],
  } = await makeRequest(ctx, { status: 1 });
  const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
  const about = { signRequestId: first?.id ?? 0 };
  await appendAuditEvent(ctx, { kind: "system" }, file.id, { type: "mail.sent", data: about });
  await appendAuditEvent(ctx, { kind: "public" }, file.id, { type: "document.viewed", data: about });
  await appendAuditEvent(ctx, ana, file.id, { type: "signed", data: about });
  await appendAuditEvent(ctx, actingAs(await makeAccount(ctx)), file.id, { type: "link.wrong_account", data: about });
  expect((await lines(ctx, actor, file.uuid)).slice(0, 5)).toEqual([
    ["link.wrong_account", "other", "Ana", 1],
    ["signed", "signer", "Ana", 1],
    ["document.viewed", "link", "Ana", 1],
    ["mail.sent", "service", "Ana", 1],
    ["file.released", "you", null, 1],
  ]);
});

test("merges consecutive moves of fields into one entry with a count", async () => {
  const ctx = testContext(db());
  const { actor, file, signers } = await makeRequest(ctx);
  for (const [index, type] of (
    ["element.created", "element.updated", "element.updated", "element.deleted"] as const
  ).entries()) {
    await appendAuditEvent(ctx, actor, file.id, { type, data: { signRequestId: signers[index % 2]?.id ?? 0 } });
  }
  await appendAuditEvent(ctx, actor, file.id, { type: "file.changed", data: {} });
  await appendAuditEvent(ctx, actor, file.id, { type: "element.created", data: {} });
  expect((await lines(ctx, actor, file.uuid)).slice(0, 3)).toEqual([
    ["element.changed", "you", null, 1],
    ["file.changed", "you", null, 1],
    ["element.changed", "you", null, 4],
  ]);
});

test("is hidden from everyone else", async () => {
  const ctx = testContext(db());
  const { file } = await makeRequest(ctx, { status: 1 });
  await expect(
    showHistory(ctx, actingAs(await makeAccount(ctx, { email: "ana@x.example" })), { uuid: file.uuid }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await expect(
    showHistory(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { uuid: file.uuid }),
  ).rejects.toMatchObject({ code: "not_found" });
});
