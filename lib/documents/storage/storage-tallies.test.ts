import { Readable } from "node:stream";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bulkSends } from "@/db/schema/bulk";
import { fields, fileSegments, signRequests } from "@/db/schema/files";
import { storageTallies } from "@/db/schema/lists";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { correctStorageTallies, readStoredBytes } from "@/lib/accounts/stored-bytes";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { deleteFile } from "@/lib/documents/delete";
import { addField } from "@/lib/documents/fields/add";
import { changeField } from "@/lib/documents/fields/change";
import { saveFields } from "@/lib/documents/fields/save-all";
import { uploadFile } from "@/lib/documents/upload/upload";
import { defaultLimits } from "@/lib/platform/limits";
import { startBulkSend } from "@/lib/requests/bulk/start";
import { createDocument } from "@/lib/requests/create";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { releaseFile } from "@/lib/requests/release";
import { changeTemplate, deleteTemplate } from "@/lib/requests/templates/change";
import { createTemplate } from "@/lib/requests/templates/create";
import { updateRequest } from "@/lib/requests/update";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { lendInstanceKeys } from "@/lib/testing/instance-keys";
import { readRequest, twoPages } from "@/lib/testing/requests";
import { expectRightStorageTallies } from "@/lib/testing/storage-tallies";
import { useTestContext } from "@/lib/testing/test-context";

const context = useTestContext();
const coordinates = { page: 1, left: 20, top: 20, width: 60, height: 30 };
const file = { base64: twoPages.toString("base64") };
const upload = (ctx: Ctx, actor: AccountActor) =>
  uploadFile(ctx, actor, { stream: Readable.from([twoPages]), name: "Lease" });

describe("the storage of an account equals the sum of its rows", () => {
  const db = useRolledBackDatabase();
  expectRightStorageTallies(db);

  /** Actions of an account on its newest document or template. */
  const acts = {
    upload: async (ctx: Ctx, actor: AccountActor, kept: Kept) => {
      kept.fileId = (await upload(ctx, actor)).fileId;
    },
    delete: async (ctx: Ctx, actor: AccountActor, { fileId }: Kept) => {
      await deleteFile(ctx, actor, { uuid: (await getOwnFile(ctx, actor, { id: fileId })).uuid });
    },
    request: async (ctx: Ctx, actor: AccountActor, kept: Kept) => {
      const users = [{ email: "ana@x.example", description: "Please sign é." }, { email: "bo@x.example" }];
      kept.fileId = (await createDocument(ctx, actor, { file, name: "Lease", users })).fileId;
    },
    "add fields": async (ctx: Ctx, actor: AccountActor, { fileId }: Kept) => {
      const { uuid, signRequestId } = await draftOf(ctx, actor, fileId);
      const { field } = await addField(ctx, actor, {
        uuid,
        signRequestId,
        type: "text",
        coordinates,
        help: "Nome, não apelido",
      });
      await changeField(ctx, actor, { uuid, elementId: field.elementId, help: "h".repeat(300), placeholder: "name" });
    },
    "save fields": async (ctx: Ctx, actor: AccountActor, { fileId }: Kept) => {
      const { uuid, signRequestId } = await draftOf(ctx, actor, fileId);
      const field = { signRequestId, type: "signature" as const, coordinates };
      await saveFields(ctx, actor, { uuid, elements: [field, { ...field, type: "text", label: "Name" }] });
    },
    "change people": async (ctx: Ctx, actor: AccountActor, { fileId }: Kept) => {
      const { uuid } = await draftOf(ctx, actor, fileId);
      await updateRequest(ctx, actor, { uuid, users: [{ email: "cy@x.example", description: "m".repeat(4000) }] });
    },
    duplicate: async (ctx: Ctx, actor: AccountActor, kept: Kept) => {
      const { uuid } = await getOwnFile(ctx, actor, { id: kept.fileId });
      kept.fileId = (await duplicateRequest(ctx, actor, { uuid })).fileId;
    },
    release: (ctx: Ctx, actor: AccountActor, { fileId }: Kept) => releaseFile(ctx, actor, { id: fileId }),
    template: async (ctx: Ctx, actor: AccountActor, kept: Kept) => {
      const fields = Array.from({ length: 40 }, (_, n) => ({
        ...{ role: "Tenant", type: "text" as const, name: `f${n}`, help: "the same help for each".repeat(5) },
        coordinates: { ...coordinates, top: 20 + 10 * n, height: 8 },
      }));
      kept.templateId = (
        await createTemplate(ctx, actor, { name: "Lease", file, roles: [{ name: "Tenant" }], fields })
      ).templateId;
    },
    "change the template": (ctx: Ctx, actor: AccountActor, { templateId }: Kept) =>
      changeTemplate(ctx, actor, { id: templateId, file, name: `Lease ${Math.random()}` }),
    bulkSend: (ctx: Ctx, actor: AccountActor, { templateId }: Kept) =>
      startBulkSend(ctx, actor, { id: templateId, csv: { text: "Tenant e-mail\np1@x.example\np2@x.example" } }),
    "delete the template": (ctx: Ctx, actor: AccountActor, { templateId }: Kept) =>
      deleteTemplate(ctx, actor, { id: templateId }),
    "delete bulk sends": async (ctx: Ctx, actor: AccountActor) => {
      await ctx.db.delete(bulkSends).where(eq(bulkSends.ownerId, actor.account.id));
    },
  };
  interface Kept {
    fileId: number;
    templateId: number;
  }
  const names = Object.keys(acts) as (keyof typeof acts)[];

  async function draftOf(ctx: Ctx, actor: AccountActor, fileId: number) {
    const { file, signers } = await readRequest(ctx, actor, fileId);
    return { uuid: file.uuid, signRequestId: signers[0]?.id ?? 0 };
  }

  async function perform(ctx: Ctx, history: readonly (keyof typeof acts)[]): Promise<string[]> {
    const actor = actingAs(await makeAccount(ctx));
    const kept: Kept = { fileId: 0, templateId: 0 };
    const done: string[] = [];
    for (const act of ["request", "template", ...history] as const) {
      // Many actions are refused in the state that earlier ones left; those store nothing.
      const went = await acts[act](ctx, actor, kept).then(
        () => true,
        () => false,
      );
      if (went) done.push(act);
    }
    return done;
  }

  test("after each action", async () => {
    const ctx = context(db());
    await lendInstanceKeys(ctx);
    expect(await perform(ctx, ["request", ...names])).toEqual(expect.arrayContaining(names));
  });

  test("after any history @exhaustive", async () => {
    const ctx = context(db());
    await lendInstanceKeys(ctx);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 5, maxLength: 20 }), async (history) => {
        await perform(ctx, history);
        expect(await correctStorageTallies(ctx)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test("after statements that change many rows of several accounts @exhaustive", async () => {
    const ctx = context(db());
    for (let n = 0; n < 3; n++) await perform(ctx, ["upload", "add fields", "save fields"]);
    await ctx.db.update(fileSegments).set({ size: sql`size + 7` });
    await ctx.db.update(fields).set({ help: sql`repeat('ü', id % 50)`, rules: { options: ["a", "b"] } });
    await ctx.db.update(signRequests).set({ description: sql`repeat('m', id % 50)` });
    await ctx.db.delete(fields);
  });

  test("and is corrected if rows were written without the triggers", async () => {
    const ctx = context(db());
    const actor = actingAs(await makeAccount(ctx));
    await upload(ctx, actor);
    const { account: before } = await readStoredBytes(ctx, actor.account.id);
    await ctx.db.execute(sql`alter table file_segments disable trigger user`);
    await ctx.db.update(fileSegments).set({ size: sql`size + 5` });
    await ctx.db.execute(sql`alter table file_segments enable trigger user`);
    expect(await readStoredBytes(ctx, actor.account.id)).toMatchObject({ account: before });
    expect(await correctStorageTallies(ctx)).toEqual([{ account: actor.account.id, bytes: 5 }]);
    expect(await readStoredBytes(ctx, actor.account.id)).toMatchObject({ account: before + 5 });
  });
});

describe("uploads of one account at the same time", () => {
  const database = useCommittedDatabase();

  test("do not wait for each other's tallies @exhaustive", async () => {
    const ctx = context(database().db);
    const actor = actingAs(await makeAccount(ctx));
    const [{ fileId: one }, { fileId: other }] = [await upload(ctx, actor), await upload(ctx, actor)];
    const grow = (tx: Ctx, fileId: number) =>
      tx.db
        .update(fileSegments)
        .set({ size: sql`size + 10` })
        .where(eq(fileSegments.fileId, fileId));
    // The inner transaction commits while the outer one holds a lock on the account's row.
    await ctx.tx(async (outer) => {
      await grow(outer, one);
      await ctx.db.transaction(async (inner) => {
        await inner.execute(sql`set local lock_timeout = 100`);
        await grow({ ...ctx, db: inner }, other);
      });
    });
    expect(await correctStorageTallies(ctx)).toEqual([]);
    expect(await ctx.db.select().from(storageTallies)).toHaveLength(2);
  });

  test("are all counted, and those over the quota are refused @exhaustive", async () => {
    const limits = { ...defaultLimits, storageBytesPerAccount: 3.5 * twoPages.length };
    const ctx = context(database().db, { limits });
    const actor = actingAs(await makeAccount(ctx));
    await Promise.allSettled(Array.from({ length: 12 }, () => upload(ctx, actor)));
    expect(await correctStorageTallies(ctx)).toEqual([]);
    await expect(
      upload(ctx, actor)
        .then(() => upload(ctx, actor))
        .then(() => upload(ctx, actor))
        .then(() => upload(ctx, actor)),
    ).rejects.toMatchObject({ code: "quota_exceeded" });
  });
});
