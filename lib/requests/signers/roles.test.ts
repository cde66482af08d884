import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { fields, files, signRequests, type CopyTime, type SignRequestRole } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { addField } from "@/lib/documents/fields/add";
import { saveFields } from "@/lib/documents/fields/save-all";
import { downloadByLink } from "@/lib/requests/links/read-by-link";
import { sendCopies } from "@/lib/requests/notices/notify";
import { releaseFile } from "@/lib/requests/release";
import { updateRequest } from "@/lib/requests/update";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { linkOf, makeRequest, readRequest, twoPages, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
const testContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = testContext(db());
});

const field = { type: "signature" as const, coordinates: { page: 1, left: 40, top: 40, width: 160, height: 50 } };

const person = (name: string, role?: SignRequestRole, more: { copyAt?: CopyTime[]; signingOrder?: number } = {}) => ({
  email: `${name.toLowerCase()}@x.example`,
  displayName: name,
  ...(role === undefined ? {} : { role }),
  ...more,
});

async function statuses({ actor, file }: Pick<MadeRequest, "actor" | "file">): Promise<Record<string, string>> {
  const { signers } = await readRequest(ctx, actor, file.id);
  return Object.fromEntries(signers.map(({ displayName, status }) => [displayName ?? "", status]));
}

/** Template and recipient of every e-mail about the document, in order. */
async function mailsOf(tx: Ctx, fileId: number): Promise<string[]> {
  const jobs = await tx.db.select().from(outboxJobs).orderBy(outboxJobs.id);
  const people = await tx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  return jobs.flatMap(({ kind, payload }) => {
    const { template, signRequestId, fileId: of } = payload;
    if (kind !== "notification" || of !== fileId) return [];
    return [`${String(template)} ${people.find(({ id }) => id === signRequestId)?.displayName ?? "requester"}`];
  });
}

const roles = [
  ["cc", "cc"],
  ["approver @exhaustive", "approver"],
  ["viewer @exhaustive", "viewer"],
] as const;

describe("naming roles", () => {
  test("a person without a role is a signer, and a CC gets both copies unless the call sets the times", async () => {
    const { signers } = await makeRequest(ctx, {
      users: [
        person("Ana"),
        person("Bo", "approver"),
        person("Cy", "cc"),
        person("Di", "cc", { copyAt: ["completed"] }),
      ],
    });
    expect(signers.map(({ displayName, role, copyAt }) => [displayName, role, copyAt])).toEqual([
      ["Ana", "signer", []],
      ["Bo", "approver", []],
      ["Cy", "cc", ["sent", "completed"]],
      ["Di", "cc", ["completed"]],
    ]);
  });

  test("copyAt is refused for anyone but a CC, and an empty one for a CC", async () => {
    for (const [users, pointer] of [
      [[person("Ana", "signer", { copyAt: ["sent"] })], "/users/0/copyAt"],
      [[person("Ana"), person("Cy", "cc", { copyAt: [] })], "/users/1/copyAt"],
      [[person("Ana"), { ...person("Cy", "cc"), notify: false }], "/users/1/notify"],
    ] as const)
      await expect(makeRequest(ctx, { users: [...users] })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer }],
      });
  });

  test.each(roles)("a field for a %s is 422 with a pointer, wherever it is placed", async (_title, role) => {
    const withField = { ...person("Bo", role), visibleElements: [field] };
    await expect(makeRequest(ctx, { users: [person("Ana"), withField] })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/users/1/visibleElements/0" }],
    });
    const { actor, file, signers } = await makeRequest(ctx, { users: [person("Ana"), person("Bo", role)] });
    const signRequestId = signers[1].id;
    await expect(addField(ctx, actor, { ...field, uuid: file.uuid, signRequestId })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/signRequestId" }],
    });
    await expect(
      saveFields(ctx, actor, { uuid: file.uuid, create: [{ ...field, signRequestId }] }),
    ).rejects.toMatchObject({ code: "validation_failed", violations: [{ pointer: "/create/0/signRequestId" }] });
  });

  test("a signer with fields cannot become a CC", async () => {
    const request = await makeRequest(ctx, { users: [{ ...person("Ana"), visibleElements: [field] }, person("Bo")] });
    await expect(
      updateRequest(ctx, request.actor, {
        uuid: request.file.uuid,
        users: [person("Bo"), { email: "ana@x.example", role: "cc" }],
      }),
    ).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/users/1/role", code: "has_fields" }],
    });
  });

  test.each([0, 1] as const)(
    "a CC cannot take over a signer's fields through the signer's id, in status %i @exhaustive",
    async (status) => {
      const users = [{ ...person("Ana"), visibleElements: [field] }, person("Bo"), person("Cy", "cc")];
      const { actor, file, signers } = await makeRequest(ctx, { status, users });
      const ana = signers.find(({ displayName }) => displayName === "Ana");
      const change = [{ signRequestId: ana?.id ?? 0, email: person("Cy").email }, person("Bo")];
      await expect(updateRequest(ctx, actor, { uuid: file.uuid, users: change })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/users/0/role", code: "has_fields" }],
      });
      expect(await ctx.db.$count(fields, eq(fields.signRequestId, ana?.id ?? 0))).toBe(1);
    },
  );

  test("the database refuses a state that is impossible for a role", async () => {
    const { signers } = await makeRequest(ctx, { users: [person("Ana"), person("Cy", "cc")] });
    await expect(
      ctx.tx((tx) => tx.db.update(signRequests).set({ status: "signed" }).where(eq(signRequests.id, signers[1].id))),
    ).rejects.toThrow();
  });
});

describe("sending", () => {
  test.each(roles)("refuses a request with only a %s as signers_missing", async (_title, role) => {
    await expect(makeRequest(ctx, { status: 1, users: [person("Bo", role)] })).rejects.toMatchObject({
      code: "signers_missing",
    });
    const { actor, file } = await makeRequest(ctx, { users: [person("Bo", role)] });
    await expect(releaseFile(ctx, actor, { id: file.id })).rejects.toMatchObject({ code: "signers_missing" });
  });

  test("a CC is mailed at once regardless of the order, and has no turn and no link", async () => {
    const request = await makeRequest(ctx, {
      status: 1,
      users: [
        person("Ana", "signer", { signingOrder: 2 }),
        person("Bo", "approver", { signingOrder: 1 }),
        person("Cy", "cc", { signingOrder: 1 }),
        person("Di", "cc", { copyAt: ["completed"] }),
      ],
    });
    expect(await statuses(request)).toEqual({ Ana: "waiting", Bo: "pending", Cy: "copied", Di: "waiting" });
    expect(await mailsOf(ctx, request.file.id)).toEqual(["invitation Bo", "copy Cy"]);
    const u = linkOf(ctx, request.signers, "cy@x.example");
    await expect(downloadByLink(ctx, { kind: "public" }, { u, version: "current" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("a changed request does not send a second copy @exhaustive", async () => {
    const request = await makeRequest(ctx, { status: 1, users: [person("Ana"), person("Cy", "cc")] });
    await updateRequest(ctx, request.actor, { uuid: request.file.uuid, users: [person("Bo"), person("Cy")] });
    const mails = await mailsOf(ctx, request.file.id);
    expect(mails.filter((mail) => mail === "copy Cy")).toHaveLength(1);
    expect(await statuses(request)).toEqual({ Bo: "pending", Cy: "copied" });
  });

  test("the copy of the completed document is queued and recorded once, even if requested repeatedly", async () => {
    const { file, signers } = await makeRequest(ctx, { status: 1, users: [person("Ana"), person("Cy", "cc")] });
    for (let times = 0; times < 2; times++)
      await ctx.tx((tx) => sendCopies(tx, { kind: "system" }, file, signers, "completed"));
    const mails = await mailsOf(ctx, file.id);
    expect(mails.filter((mail) => mail === "completion Cy")).toHaveLength(1);
    const queued = await ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, file.id));
    expect(queued.some(({ type, data }) => type === "mail.queued" && data.template === "copy")).toBe(true);
  });
});

describe("changing the roles of a sent document", () => {
  test("prepares it again before anybody has acted, and notifies everybody according to their role @exhaustive", async () => {
    const request = await makeRequest(ctx, { status: 1, users: [person("Ana"), person("Bo"), person("Cy", "cc")] });
    await updateRequest(ctx, request.actor, {
      uuid: request.file.uuid,
      users: [person("Ana"), person("Bo", "cc"), person("Cy", "signer")],
    });
    expect(await statuses(request)).toEqual({ Ana: "pending", Bo: "copied", Cy: "pending" });
  });

  test.each([
    ["signer", "signer", "signed"],
    ["approver @exhaustive", "approver", "approved"],
    ["viewer @exhaustive", "viewer", "viewed"],
  ] as const)("returns 409 after a %s has acted", async (_title, role, status) => {
    const { actor, file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [person("Ana", role), person("Bo"), person("Cy", "cc")],
    });
    await ctx.db.update(signRequests).set({ status }).where(eq(signRequests.id, signers[0].id));
    await ctx.db.update(files).set({ status: "partially_signed" }).where(eq(files.id, file.id));
    for (const users of [
      [person("Ana", role === "signer" ? "approver" : "signer"), person("Bo"), person("Cy", "cc")],
      [person("Ana", role), person("Bo", "viewer"), person("Cy", "cc")],
    ])
      await expect(updateRequest(ctx, actor, { uuid: file.uuid, users })).rejects.toMatchObject({
        code: "file_already_signed",
      });
  });

  test("the last signer cannot be withdrawn while others remain, but a CC always can", async () => {
    const { actor, file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [person("Ana"), person("Bo", "approver"), person("Cy", "cc")],
    });
    const idOf = (name: string) => signers.find(({ displayName }) => displayName === name)?.id ?? 0;
    await expect(withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: idOf("Ana") })).rejects.toMatchObject({
      code: "signers_missing",
    });
    await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: idOf("Cy") });
    expect(await mailsOf(ctx, file.id)).toEqual(["invitation Ana", "invitation Bo", "copy Cy"]);
  });
});

test("a document created without roles has signers only", async () => {
  const { file, signers } = await makeRequest(ctx, { file: { base64: twoPages.toString("base64") } });
  expect(signers.map(({ role, copyAt }) => [role, copyAt])).toEqual([
    ["signer", []],
    ["signer", []],
  ]);
  expect(file.status).toBe("draft");
});
