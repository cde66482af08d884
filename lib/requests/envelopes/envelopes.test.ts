import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, fileSegments } from "@/db/schema/files";
import { storedEvents } from "@/db/schema/webhooks";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { readMailFacts } from "@/lib/delivery/notifications/mail-facts";
import { downloadFile } from "@/lib/documents/content";
import { deleteFile } from "@/lib/documents/delete";
import { addField } from "@/lib/documents/fields/add";
import { changeField } from "@/lib/documents/fields/change";
import { drawPage } from "@/lib/documents/fields/draw-page";
import { saveFields } from "@/lib/documents/fields/save-all";
import { uploadFile } from "@/lib/documents/upload/upload";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { eventBody, listEvents } from "@/lib/records/events/wire";
import { createEnvelope } from "@/lib/requests/create-envelope";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { releaseFile } from "@/lib/requests/release";
import { updateRequest } from "@/lib/requests/update";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { envelopeScenario, onePage, pdfsOf } from "@/lib/signing/testing/envelope-scenario";
import { readEvents, readFile } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { exactly, oneOfEachClass } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listEnvelopes, listFiles } from "@/lib/views/list/list";
import { showEnvelope, showOwn } from "@/lib/views/show";
import { updateEnvelope } from "../update";
import { addFiles, removeFile } from "./change-files";
import { listEnvelopeFields, saveEnvelopeFields } from "./fields";
import { decline, withdrawAll } from "./testing/ends";

const db = useRolledBackDatabase();
const context = useTestContext();
const pdf = onePage();
const base64 = pdf.toString("base64");
const place = { page: 1, left: 40, top: 40, width: 160, height: 50 };

const countFiles = (ctx: Ctx): Promise<number> => ctx.db.$count(files);

async function draft(ctx: Ctx, people: Parameters<typeof envelopeScenario>[2] = [{ name: "Ana" }]) {
  const scenario = await envelopeScenario(ctx, [pdf, pdf], people, 0);
  return { ...scenario, pdfs: await pdfsOf(ctx, scenario) };
}

test("all files of an envelope share one limit on the length of expressions, so that no envelope blocks the server for others @exhaustive", async () => {
  const ctx = context(db());
  const { requester, uuid, people, pdfs } = await draft(ctx);
  const [first, second] = exactly(
    2,
    pdfs.map(({ uuid }) => uuid),
  );
  // 102 characters each.
  const showWhen = `field("A") == "${"x".repeat(86)}"`;
  const field = { type: "text" as const, signRequestId: people[0]?.signRequestId ?? 0, coordinates: place };
  const many = (count: number) => [
    { ...field, label: "A" },
    ...Array.from({ length: count }, (_, index) => ({ ...field, label: `F${index}`, showWhen })),
  ];
  const refused = (pointer: string) => ({
    code: "validation_failed",
    violations: [{ pointer, code: "too_long", bound: 100_000 }],
  });
  await saveFields(ctx, requester, { uuid: first, elements: many(900) });
  await saveFields(ctx, requester, { uuid: second, elements: many(80) });
  await expect(saveFields(ctx, requester, { uuid: second, elements: many(81) })).rejects.toMatchObject(
    refused("/elements/81/showWhen"),
  );
  await expect(addField(ctx, requester, { uuid: second, ...field, label: "B", showWhen })).rejects.toMatchObject(
    refused("/showWhen"),
  );
  const inFiles = (counts: readonly [number, number]) =>
    [first, second].flatMap((pdf, at) => many(counts[at] ?? 0).map((one) => ({ ...one, file: pdf })));
  // A field that moves from one file to another counts once.
  await saveEnvelopeFields(ctx, requester, { uuid, fields: inFiles([80, 900]) });
  await expect(saveEnvelopeFields(ctx, requester, { uuid, fields: inFiles([81, 900]) })).rejects.toMatchObject(
    refused("/fields/982/showWhen"),
  );
  const made = createEnvelope(ctx, requester, {
    name: "Contract",
    files: ["Lease", "Annex"].map((name) => ({ name, file: { base64 } })),
    users: [
      {
        email: "ana@x.example",
        visibleElements: [500, 500].flatMap((count, at) =>
          many(count).map(({ signRequestId: _id, ...one }) => ({ ...one, required: false, file: at })),
        ),
      },
    ],
  });
  await expect(made).rejects.toMatchObject(refused("/users/0/visibleElements/1001/showWhen"));
});

describe("the field limit of one document", () => {
  const database = useCommittedDatabase();

  test("is shared by all files of an envelope, however many calls add them @exhaustive", async () => {
    const { db } = database();
    const ctx = context(db, { limits: { ...defaultLimits, elementsPerFile: 5 } });
    const { requester, uuid, people, pdfs } = await draft(ctx);
    const [first, second] = exactly(
      2,
      pdfs.map(({ uuid }) => uuid),
    );
    const field = { type: "text" as const, signRequestId: people[0]?.signRequestId ?? 0, coordinates: place };
    const many = (count: number) => Array.from({ length: count }, () => field);
    const refused = (pointer: string) => ({ code: "validation_failed", violations: [{ pointer, code: "too_many" }] });
    await saveFields(ctx, requester, { uuid: first, elements: many(3) });
    await expect(saveFields(ctx, requester, { uuid: second, elements: many(3) })).rejects.toMatchObject(
      refused("/elements/2"),
    );
    await saveFields(ctx, requester, { uuid: second, elements: many(1) });
    const inBoth = await Promise.allSettled(
      [first, second].map((pdf) => addField(ctx, requester, { uuid: pdf, ...field })),
    );
    expect(inBoth.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(addField(ctx, requester, { uuid: first, ...field })).rejects.toMatchObject(refused(""));
    const { data } = await listEnvelopeFields(ctx, requester, { uuid });
    expect(data).toHaveLength(5);
    // Existing fields can still be changed.
    const { elementId = 0, file = "" } = data[0] ?? {};
    await changeField(ctx, requester, { uuid: file, elementId, label: "Rent" });
    const inFiles = (counts: readonly [number, number]) =>
      [first, second].flatMap((pdf, at) => many(counts[at] ?? 0).map((one) => ({ ...one, file: pdf })));
    // A field that moves from one file to another counts once.
    await saveEnvelopeFields(ctx, requester, { uuid, fields: inFiles([0, 5]) });
    await saveEnvelopeFields(ctx, requester, { uuid, fields: inFiles([5, 0]) });
    await expect(saveEnvelopeFields(ctx, requester, { uuid, fields: inFiles([4, 2]) })).rejects.toMatchObject(
      refused("/fields/5"),
    );
    const made = createEnvelope(ctx, requester, {
      name: "Contract",
      files: ["Lease", "Annex"].map((name) => ({ name, file: { base64 } })),
      users: [
        {
          email: "ana@x.example",
          visibleElements: [3, 3].flatMap((count, at) =>
            Array.from({ length: count }, () => ({ type: "text" as const, coordinates: place, file: at })),
          ),
        },
      ],
    });
    await expect(made).rejects.toMatchObject(refused("/users/0/visibleElements/5"));
    await saveEnvelopeFields(ctx, requester, { uuid, fields: inFiles([2, 3]) });
    const less = context(db, { limits: { ...defaultLimits, elementsPerFile: 4 } });
    await expect(duplicateRequest(less, requester, { uuid })).rejects.toMatchObject({
      violations: [{ code: "too_many" }],
    });
  });
});

describe("a corrupt file", () => {
  test("refuses the whole call, is named, and leaves nothing stored", async () => {
    const ctx = context(db());
    const actor = actingAs(await makeAccount(ctx));
    const before = await countFiles(ctx);
    const garbage = Buffer.from("no PDF at all").toString("base64");
    const call = createEnvelope(ctx, actor, {
      name: "Contract",
      files: [
        { name: "Lease", file: { base64 } },
        { name: "Price list", file: { base64: garbage } },
      ],
      users: [{ email: "ana@x.example" }],
      status: 1,
    });
    await expect(call).rejects.toMatchObject({
      code: "pdf_invalid",
      detail: expect.stringMatching(/^Price list: /),
      violations: [{ pointer: "/files/1", code: "pdf_invalid" }],
    });
    expect(await countFiles(ctx)).toBe(before);
  });

  test("refuses the release if its stored bytes were changed, is named, and sends nothing @exhaustive", async () => {
    const ctx = context(db());
    const { requester, fileId, pdfs } = await draft(ctx);
    const [, second] = exactly(2, pdfs);
    const where = placeOf(ctx.blobs, blobKey(second.uuid, second.sha256));
    const bytes = readFileSync(where);
    chmodSync(where, 0o600);
    writeFileSync(where, Buffer.concat([bytes.subarray(0, 20), Buffer.from("X"), bytes.subarray(21)]));
    const sent = updateRequest(ctx, requester, { file: { fileId }, status: 1 });
    await expect(sent).rejects.toMatchObject({ code: "integrity_error", detail: expect.stringMatching(/^File 2: /) });
    expect((await pdfsOf(ctx, { fileId })).map(({ status, revision }) => [status, revision])).toEqual([
      ["draft", 0],
      ["draft", 0],
    ]);
    expect((await readFile(ctx, fileId)).status).toBe("draft");
    const mails = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"));
    expect(mails.filter(({ payload }) => payload["fileId"] === fileId)).toEqual([]);
  });
});

describe("fields", () => {
  test("name their file by place in a new envelope and by uuid afterwards, and violations point at their place in the call @exhaustive", async () => {
    const ctx = context(db());
    const { requester, uuid, pdfs, people } = await draft(ctx, [{ name: "Ana", signs: [1] }]);
    const [first, second] = pdfs;
    const signRequestId = people[0]?.signRequestId ?? 0;
    const shown = await showEnvelope(ctx, requester, { uuid });
    expect(shown.visibleElements.map(({ file, coordinates: { page } }) => [file, page])).toEqual([[second?.uuid, 1]]);
    expect(shown.files?.map(({ signRequestIds, firstPage }) => [signRequestIds, firstPage])).toEqual([
      [[], 1],
      [[signRequestId], 2],
    ]);

    const field = { type: "text" as const, signRequestId, coordinates: place };
    const { tag } = await listEnvelopeFields(ctx, requester, { uuid });
    const saved = await saveEnvelopeFields(ctx, requester, {
      uuid,
      ifMatch: tag,
      fields: [
        { ...field, file: first?.uuid ?? "" },
        { ...field, file: second?.uuid ?? "" },
      ],
    });
    expect(saved.data.map(({ type, file }) => [type, file])).toEqual([
      ["text", first?.uuid],
      ["text", second?.uuid],
    ]);
    const save = (fields: Parameters<typeof saveEnvelopeFields>[2]["fields"], ifMatch: string | null = null) =>
      saveEnvelopeFields(ctx, requester, { uuid, fields, ifMatch });
    await expect(save([], tag)).rejects.toMatchObject({ code: "version_conflict" });
    await expect(save([{ ...field, file: uuid }])).rejects.toMatchObject({
      violations: [{ pointer: "/fields/0/file", code: "unknown" }],
    });
    const beyond = { ...field, file: second?.uuid ?? "", coordinates: { ...place, page: 2 } };
    await expect(save([{ ...field, file: first?.uuid ?? "" }, beyond])).rejects.toMatchObject({
      code: "page_out_of_range",
      violations: [{ pointer: "/fields/1/coordinates/page" }],
    });
    const named = { ...field, file: first?.uuid ?? "", label: "Pet" };
    const conditional = { ...field, file: second?.uuid ?? "", showWhen: 'filled("Pet")' };
    await expect(save([named, conditional])).rejects.toMatchObject({
      violations: [{ pointer: "/fields/1/showWhen", code: "field_unknown" }],
    });
    expect((await listEnvelopeFields(ctx, requester, { uuid })).data).toEqual(saved.data);
    const single = await addField(ctx, requester, { ...field, uuid: first?.uuid ?? "" });
    expect(single.field.coordinates.page).toBe(1);

    const wrong = createEnvelope(ctx, requester, {
      name: "Contract",
      files: [{ name: "Lease", file: { base64 } }],
      users: [{ email: "ana@x.example", visibleElements: [{ type: "text", file: 1, coordinates: place }] }],
    });
    await expect(wrong).rejects.toMatchObject({ violations: [{ pointer: "/users/0/visibleElements/0/file" }] });
  });
});

describe("the files of a draft", () => {
  test("are uploads or sent with the call, and can be added, ordered, renamed and removed, except the last one @exhaustive", async () => {
    const ctx = context(db());
    const { requester, uuid, fileId } = await draft(ctx);
    const upload = await uploadFile(ctx, requester, { stream: [makePdf({ pages: [{}, {}] })], name: "Annex" });
    await addFiles(ctx, requester, { uuid, files: [{ file: { fileId: upload.fileId } }], position: 1 });
    const names = async (): Promise<string[]> => (await pdfsOf(ctx, { fileId })).map(({ name }) => name);
    expect(await names()).toEqual(["Annex", "File 1", "File 2"]);
    expect((await readFile(ctx, fileId)).pages).toHaveLength(4);
    await expect(
      addFiles(ctx, requester, { uuid, files: [{ file: { fileId: upload.fileId } }] }),
    ).rejects.toMatchObject({ code: "in_envelope" });

    const pdfs = await pdfsOf(ctx, { fileId });
    const order = [pdfs[2], pdfs[0], pdfs[1]].map((pdf) => ({ uuid: pdf?.uuid ?? "" }));
    await updateEnvelope(ctx, requester, {
      uuid,
      files: order.map((one, index) => (index === 0 ? { ...one, name: "Cover" } : one)),
    });
    expect(await names()).toEqual(["Cover", "Annex", "File 1"]);
    await expect(updateEnvelope(ctx, requester, { uuid, files: order.slice(1) })).rejects.toMatchObject({
      violations: [{ pointer: "/files", code: "incomplete" }],
    });

    await removeFile(ctx, requester, { uuid, file: order[0]?.uuid ?? "" });
    await removeFile(ctx, requester, { uuid, file: order[1]?.uuid ?? "" });
    expect(await names()).toEqual(["File 1"]);
    expect(await ctx.db.$count(fileSegments, eq(fileSegments.fileId, upload.fileId))).toBe(0);
    await expect(removeFile(ctx, requester, { uuid, file: order[2]?.uuid ?? "" })).rejects.toMatchObject({
      code: "envelope_needs_file",
    });
    await releaseFile(ctx, requester, { uuid });
    await expect(addFiles(ctx, requester, { uuid, files: [{ name: "Late", file: { base64 } }] })).rejects.toMatchObject(
      {
        code: "file_not_draft",
      },
    );
  });

  test("number at most 50 @exhaustive", async () => {
    const ctx = context(db());
    ctx.limits.filesPerEnvelope = 2;
    const { requester, uuid } = await draft(ctx);
    await expect(
      addFiles(ctx, requester, { uuid, files: [{ name: "Third", file: { base64 } }] }),
    ).rejects.toMatchObject({
      violations: [{ pointer: "/files", code: "too_many", bound: 2 }],
    });
    ctx.limits.filesPerEnvelope = 50;
  });
});

describe("an envelope among documents", () => {
  test("is one row in lists, is found by its files' names, and sends events and one e-mail per person", async () => {
    const ctx = context(db());
    const { requester, fileId, uuid, people } = await envelopeScenario(
      ctx,
      [pdf, pdf, pdf],
      [{ name: "Ana", signs: [0, 1] }, { name: "Bo" }],
    );
    await makeOther(ctx, requester);
    const listed = await listFiles(ctx, requester, {});
    expect(listed.data.map(({ name, kind, filesCount, files: shown }) => [name, kind, filesCount, shown])).toEqual([
      ["Other", undefined, undefined, undefined],
      ["Contract", "envelope", 3, undefined],
    ]);
    expect(listed.pagination.total).toBe(2);
    expect((await listEnvelopes(ctx, requester, {})).data.map(({ fileId: id }) => id)).toEqual([fileId]);
    expect((await listFiles(ctx, requester, { q: "File 3" })).data.map(({ fileId: id }) => id)).toEqual([fileId]);
    const received = people[0]?.actor;
    expect(received && (await listFiles(ctx, received, {})).data.map(({ uuid: one }) => one)).toEqual([uuid]);
    const { rows: before } = await ctx.db.execute(
      sql`select viewer, day, tab, sum(documents)::int as n from list_tallies group by 1, 2, 3 having sum(documents) <> 0 order by 1, 2, 3`,
    );
    await ctx.db.execute(sql`select rebuild_list_tallies()`);
    const { rows: after } = await ctx.db.execute(
      sql`select viewer, day, tab, sum(documents)::int as n from list_tallies group by 1, 2, 3 order by 1, 2, 3`,
    );
    expect(before).toEqual(after);

    const events = await ctx.db.select().from(storedEvents).where(eq(storedEvents.accountId, requester.account.id));
    expect(new Set(events.map((event) => event.fileId)).has(fileId)).toBe(true);
    const log = await listEvents(ctx, requester.account.id, { length: 100 });
    expect(
      log.rows.map((row) => eventBody(row).data).find((data) => "uuid" in data && data.uuid === uuid),
    ).toMatchObject({
      kind: "envelope",
      name: "Contract",
    });
    const pdfs = await pdfsOf(ctx, { fileId });
    expect(events.filter((event) => pdfs.some(({ id }) => id === event.fileId))).toEqual([]);
    const mails = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"));
    const invited = mails
      .filter(({ payload }) => payload["fileId"] === fileId)
      .map(({ payload }) => payload["signRequestId"]);
    expect(invited.sort()).toEqual(people.map(({ signRequestId }) => signRequestId).sort());
    const facts = await readMailFacts(ctx, { fileId, signRequestId: people[0]?.signRequestId ?? 0, accountId: null });
    expect(facts?.fileNames).toEqual(["File 1", "File 2", "File 3"]);
  });

  test("refuses downloads and new fields, and its files refuse release, deletion and duplication", async () => {
    const ctx = context(db());
    const { requester, uuid, pdfs } = await draft(ctx);
    const second = pdfs[1]?.uuid ?? "";
    const inEnvelope = { code: "in_envelope", detail: expect.stringContaining(uuid) };
    await expect(releaseFile(ctx, requester, { uuid: second })).rejects.toMatchObject(inEnvelope);
    await expect(deleteFile(ctx, requester, { uuid: second })).rejects.toMatchObject(inEnvelope);
    await expect(downloadFile(ctx, requester, { uuid, version: "current" })).rejects.toMatchObject({
      code: "is_envelope",
    });
    await expect(duplicateRequest(ctx, requester, { uuid: second })).rejects.toMatchObject(inEnvelope);
    await expect(
      addField(ctx, requester, { uuid, type: "text", signRequestId: 1, coordinates: place }),
    ).rejects.toMatchObject({
      code: "is_envelope",
    });
    const { stream, sizeBytes } = await downloadFile(ctx, requester, { uuid: second, version: "current" });
    stream.destroy();
    expect(sizeBytes).toBe(pdf.length);
    const through = await drawPage(ctx, requester, { uuid, n: 2, width: 100, format: "png" });
    const own = await drawPage(ctx, requester, { uuid: second, n: 1, width: 100, format: "png" });
    expect(through.etag).toBe(own.etag);
    await expect(drawPage(ctx, requester, { uuid, n: 3, width: 100, format: "png" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is copied as a draft with copies of its files, people, fields and settings, and notifies nobody @exhaustive", async () => {
    const ctx = context(db());
    const markdown = Buffer.from("# Terms").toString("base64");
    const original = await envelopeScenario(
      ctx,
      [pdf, `data:text/markdown;base64,${markdown}`],
      [
        { name: "Ana", signs: [0, 1], fields: [{ type: "text", file: 1, label: "Rent", required: false }] },
        { name: "Bo", role: "approver", signingOrder: 2 },
      ],
    );
    await updateEnvelope(ctx, original.requester, { uuid: original.uuid, allowDelegation: true });
    const isMail = inArray(outboxJobs.kind, ["notification"]);
    const mails = await ctx.db.$count(outboxJobs, isMail);
    const { fileId } = await duplicateRequest(ctx, original.requester, { uuid: original.uuid, name: "Once more" });
    const copy = await readFile(ctx, fileId);
    expect(copy).toMatchObject({ kind: "envelope", name: "Once more", status: "draft", allowDelegation: true });
    const describe = async (uuid: string) => {
      const { files: pdfs, signers, visibleElements } = await showEnvelope(ctx, original.requester, { uuid });
      return {
        pdfs: pdfs?.map(({ name, position, pages, originalSha256, upload }) => [
          ...[name, position, pages, originalSha256, upload?.convertedFrom?.type],
        ]),
        signers: signers.map(({ email, role, signingOrder }) => [email, role, signingOrder]),
        fields: visibleElements.map(({ type, label, coordinates, file }) => [
          ...[type, label, coordinates, pdfs?.findIndex((pdf) => pdf.uuid === file)],
        ]),
      };
    };
    const described = await describe(copy.uuid);
    expect(described).toEqual(await describe(original.uuid));
    expect(described.fields).toHaveLength(3);
    const [before, after] = [await pdfsOf(ctx, original), await pdfsOf(ctx, { fileId })];
    expect(new Set([...before, ...after].map(({ uuid }) => uuid)).size).toBe(4);
    expect(await ctx.db.$count(outboxJobs, isMail)).toBe(mails);
    // The copy does not depend on the original.
    await withdrawAll(ctx, original);
    await deleteFile(ctx, original.requester, { uuid: original.uuid });
    await updateRequest(ctx, original.requester, { file: { fileId }, status: 1 });
    expect((await pdfsOf(ctx, { fileId })).map(({ status }) => status)).toEqual(["able_to_sign", "able_to_sign"]);
  });

  test("is not copied if a file's stored bytes were changed: the file is named and nothing is stored @exhaustive", async () => {
    const ctx = context(db());
    const { requester, uuid, pdfs } = await draft(ctx);
    const [, second] = exactly(2, pdfs);
    const where = placeOf(ctx.blobs, blobKey(second.uuid, second.sha256));
    chmodSync(where, 0o600);
    writeFileSync(where, "something else");
    const before = await countFiles(ctx);
    await expect(duplicateRequest(ctx, requester, { uuid })).rejects.toMatchObject({
      code: "integrity_error",
      detail: expect.stringMatching(/^File 2: /),
    });
    expect(await countFiles(ctx)).toBe(before);
  });

  test("accepts files by URL, records the host in the file's trail, and points violations at the file's URL @exhaustive", async () => {
    const ctx = context(db());
    const fetched: string[] = [];
    const download: Ctx["outbound"]["download"] = async function* (url) {
      fetched.push(String(url));
      if (url.includes("intranet")) throw new DomainError("url_not_allowed");
      yield await Promise.resolve(pdf);
    };
    const outside: Ctx = { ...ctx, outbound: { ...ctx.outbound, download } };
    const actor = actingAs(await makeAccount(ctx));
    const byUrl = (url: string) => ({ name: "Lease", file: { url } });
    const input = {
      name: "Contract",
      files: [{ name: "Terms", file: { base64 } }, byUrl("https://files.example/a.pdf")],
    };
    const { fileId } = await createEnvelope(outside, actor, input);
    const [, second] = await pdfsOf(ctx, { fileId });
    expect((await readEvents(ctx, second?.id ?? 0)).map(({ type }) => type)).toContain("file.fetched");
    const before = await countFiles(ctx);
    const refused = createEnvelope(outside, actor, {
      ...input,
      files: [byUrl("https://files.example/a.pdf"), byUrl("https://intranet.example/b.pdf")],
    });
    await expect(refused).rejects.toMatchObject({
      code: "url_not_allowed",
      violations: [{ pointer: "/files/1/file/url", code: "url_not_allowed" }],
    });
    const unproved = { ...actor, account: { ...actor.account, emailProvedAt: null } };
    await expect(createEnvelope(outside, unproved, input)).rejects.toMatchObject({ code: "email_unproved" });
    expect(await countFiles(ctx)).toBe(before);
    expect(fetched).toHaveLength(3);
    const uuid = (await readFile(ctx, fileId)).uuid;
    await addFiles(outside, actor, { uuid, files: [byUrl("https://files.example/c.pdf")] });
    expect(await pdfsOf(ctx, { fileId })).toHaveLength(3);
  });

  test("leaves the wire format of a single document unchanged", async () => {
    const ctx = context(db());
    const { actor, file } = await makeRequest(ctx);
    const shown = await showOwn(ctx, actor, file.id);
    for (const member of ["kind", "files", "filesCount", "envelope"]) expect(shown).not.toHaveProperty(member);
    expect(shown.visibleElements.every((field) => !("file" in field))).toBe(true);
    const [created] = await readEvents(ctx, file.id);
    expect(created?.data).not.toHaveProperty("kind");
  });
});

describe("the end of an envelope", () => {
  test.each(
    oneOfEachClass(
      [
        ["a decline", decline, "declined"],
        ["a withdrawal", withdrawAll, "cancelled"],
      ],
      () => "",
    ),
  )("by %s ends every file, and deleting the envelope deletes their bytes", async (_name, end, status) => {
    const ctx = context(db());
    const scenario = await envelopeScenario(ctx, [pdf, pdf], [{ name: "Ana", signs: [0] }]);
    await end(ctx, scenario);
    const pdfs = await pdfsOf(ctx, scenario);
    expect(pdfs.map((pdf) => [pdf.status, pdf.closedAt !== null])).toEqual([
      [status, true],
      [status, true],
    ]);
    await deleteFile(ctx, scenario.requester, { uuid: scenario.uuid });
    expect((await pdfsOf(ctx, scenario)).map((pdf) => pdf.status)).toEqual(["deleted", "deleted"]);
    for (const pdf of pdfs) {
      expect(await ctx.db.$count(fileSegments, eq(fileSegments.fileId, pdf.id))).toBe(0);
      expect(await ctx.blobs.has(blobKey(pdf.uuid, pdf.originalSha256))).toBe(false);
    }
  });

  test("by a return to draft removes the preparations from every file, and it can be sent again @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await envelopeScenario(ctx, [pdf, pdf], [{ name: "Ana", signs: [0] }]);
    const signRequestId = scenario.people[0]?.signRequestId ?? 0;
    await withdrawSigner(ctx, scenario.requester, { fileId: scenario.fileId, signRequestId });
    const back = await pdfsOf(ctx, scenario);
    expect(back.map(({ status, sha256, originalSha256 }) => [status, sha256 === originalSha256])).toEqual([
      ["draft", true],
      ["draft", true],
    ]);
    await updateRequest(ctx, scenario.requester, {
      uuid: scenario.uuid,
      users: [{ email: "bo@x.example" }],
      status: 1,
    });
    expect((await pdfsOf(ctx, scenario)).map(({ status, preparation }) => [status, preparation])).toEqual([
      ["able_to_sign", 2],
      ["able_to_sign", 2],
    ]);
  });
});

async function makeOther(ctx: Ctx, requester: AccountActor): Promise<void> {
  await uploadFile(ctx, requester, { stream: [pdf], name: "Other" });
}
