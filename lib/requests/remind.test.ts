import { describe, expect, test } from "vitest";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { DomainError } from "@/lib/platform/errors";
import { readTrail } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails, linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { remindSigner, remindSigners } from "./remind";
import { updateRequest } from "./update";
import { withdrawFile } from "./withdraw";

const db = useRolledBackDatabase();
const testContext = useTestContext();

const inOrder = [
  { email: "ana@x.example", signingOrder: 1 },
  { email: "bo@x.example", signingOrder: 2 },
] satisfies [unknown, unknown];

describe("a reminder", () => {
  test("goes to the signers whose turn it is, and is recorded in the trail", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1, users: inOrder });
    expect(await remindSigners(ctx, actor, { fileId: file.id })).toEqual([
      { signRequestId: signers[0].id, notified: true, reason: null },
    ]);
    const queued = (await readTrail(ctx, file.id)).filter(
      ({ type, data }) => type === "mail.queued" && data.template === "reminder",
    );
    expect(queued.map(({ data }) => data.signRequestId)).toEqual([signers[0].id]);
  });

  test("is refused by id for a signer whose turn it is not, and for anyone who is not a signer of the document @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1, users: inOrder });
    await expect(remindSigner(ctx, actor, { fileId: file.id, signRequestId: signers[1].id })).rejects.toMatchObject({
      code: "not_your_turn",
    });
    await expect(remindSigner(ctx, actor, { fileId: file.id, signRequestId: 2147483647 })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      remindSigners(ctx, actor, { fileId: file.id, signers: [{ email: "carla@x.example" }] }),
    ).rejects.toMatchObject({ code: "sign_request_not_in_file" });
  });

  test("is refused within ten minutes with the time left, while other signers can still be reminded", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    await remindSigners(ctx, actor, { fileId: file.id, signers: [{ email: "ANA@x.example" }] });
    const refusal: unknown = await remindSigner(ctx, actor, {
      fileId: file.id,
      signRequestId: signers[0].id,
    }).catch((error: unknown) => error);
    const { code, retryAfterSeconds = 0 } = refusal as DomainError;
    expect([code, retryAfterSeconds > 590, retryAfterSeconds <= 600]).toEqual(["rate_limited", true, true]);
    expect(await remindSigners(ctx, actor, { fileId: file.id })).toEqual([
      { signRequestId: signers[0].id, notified: false, reason: "recently" },
      { signRequestId: signers[1].id, notified: true, reason: null },
    ]);
    await expect(remindSigners(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("is never mailed to a signer who opted out of mails @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "ana@x.example", notify: false }],
    });
    expect(await remindSigners(ctx, actor, { fileId: file.id })).toEqual([
      { signRequestId: signers[0].id, notified: false, reason: "no_mail" },
    ]);
    expect((await readTrail(ctx, file.id)).filter(({ type }) => type === "mail.queued")).toEqual([]);
  });

  test("is rejected for a draft, for a closed document, and for callers other than the requester", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx);
    await expect(remindSigners(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "file_not_released" });
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });
    const signer = actingAs(await makeAccount(ctx, { email: "ana@x.example" }));
    await expect(remindSigners(ctx, signer, { fileId: file.id })).rejects.toMatchObject({ code: "forbidden" });
    await expect(remindSigners(ctx, actingAs(await makeAccount(ctx)), { fileId: file.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await withdrawFile(ctx, actor, { fileId: file.id });
    await expect(remindSigners(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "file_closed" });
  });
});

describe("with commits", () => {
  const database = useCommittedDatabase();

  test("the mail contains the invitation's link, and only one of ten concurrent calls sends it", async () => {
    const ctx = testContext(database().db);
    const { actor, file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "ana@x.example", description: "Section 3, please" }],
    });
    await deliverMails(ctx);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => remindSigners(ctx, actor, { fileId: file.id })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const mails = await deliverMails(ctx);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: "ana@x.example" });
    expect(mails[0]?.subject).toContain("Reminder");
    expect(mails[0]?.text).toContain(`/sign/${linkOf(ctx, signers, "ana@x.example")}`);
    expect(mails[0]?.text).toContain("Section 3, please");
  });

  test("the same signer may be reminded again after the pause @exhaustive", async () => {
    const ctx = testContext(database().db, {});
    const limits = { ...ctx.limits, reminderIntervalSeconds: 0 };
    const { actor, file } = await makeRequest(ctx, { status: 1, users: [{ email: "ana@x.example" }] });
    const soon = testContext(database().db, { limits });
    await remindSigners(soon, actor, { fileId: file.id });
    const first = (await soon.now()).getTime();
    // A reminder's job is named after its millisecond.
    await expect.poll(async () => (await soon.now()).getTime()).toBeGreaterThan(first);
    await remindSigners(soon, actor, { fileId: file.id });
    expect((await deliverMails(ctx)).filter(({ subject }) => subject.includes("Reminder"))).toHaveLength(2);
  });
});
