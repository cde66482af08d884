import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { readFields } from "@/lib/documents/fields/stored-fields";
import { toBlobs } from "@/lib/documents/storage/segments";
import { uploadFile } from "@/lib/documents/upload/upload";
import { readCurrentFile } from "@/lib/documents/whole-version";
import { inputFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { formPdf, pdfOf } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { defaultLimits } from "@/lib/platform/limits";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { oneIn } from "@/lib/testing/representatives";
import { deliverMails, makeRequest, readRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listFiles } from "@/lib/views/list/list";
import { createDocument } from "./create";
import type { NewRequest } from "./state/schema";

const testContext = useTestContext();

const pdf = twoPages.toString("base64");
const users = [{ email: "ana@x.example" }];

async function countRows(ctx: Ctx): Promise<unknown> {
  const result = await ctx.db
    .execute(sql`select (select count(*) from files)::int as files, (select count(*) from sign_requests)::int as signers,
    (select count(*) from outbox_jobs)::int as jobs, (select count(*) from audit_events)::int as events`);
  return result.rows[0];
}

describe("creating a request", () => {
  const db = useRolledBackDatabase();

  test("creates a draft and notifies nobody with status 0 or none", async () => {
    const ctx = testContext(db());
    for (const status of [0, undefined] as const) {
      const { file, signers } = await makeRequest(ctx, status === undefined ? {} : { status });
      expect(file).toMatchObject({ status: "draft", preparation: 0, releasedAt: null, expiresAt: null });
      expect(signers.map((signer) => signer.status)).toEqual(["draft", "draft"]);
    }
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("notifies every signer at once with status 1, one mail each, with distinct links that differ from the file's uuid", async () => {
    const ctx = testContext(db());
    const { file, signers } = await makeRequest(ctx, { status: 1 });
    expect(file).toMatchObject({ status: "able_to_sign", preparation: 1 });
    expect(signers.map((signer) => signer.status)).toEqual(["pending", "pending"]);
    const mails = await deliverMails(ctx);
    expect(mails.map((mail) => mail.to).sort()).toEqual(["ana@x.example", "bo@x.example"]);
    const links = mails.map((mail) => /^http:\/\/localhost:3000\/sign\/([0-9a-f-]{36})$/m.exec(mail.text)?.[1]);
    expect(new Set([...links, file.uuid]).size).toBe(3);
  });

  test("counts fields repeated on pages as it creates them, so that a small body cannot create millions @exhaustive", async () => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, elementsPerFile: 3 } });
    let made = 0;
    const repeated = {
      type: "initial" as const,
      coordinates: { page: 1, left: 10, top: 10, width: 60, height: 30 },
      get pages() {
        made += 1;
        return "all" as const;
      },
    };
    const visibleElements = Array.from({ length: 50 }, () => repeated);
    await expect(makeRequest(ctx, { users: [{ email: "ana@x.example", visibleElements }] })).rejects.toMatchObject({
      violations: [{ pointer: "/users/0/visibleElements/1", code: "too_many" }],
    });
    expect(made).toBeLessThan(5);
  });

  test("places fields given with their signers and releases the document in the same call", async () => {
    const ctx = testContext(db());
    const { file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [
        {
          email: "ana@x.example",
          visibleElements: [
            { type: "signature", coordinates: { page: 1, left: 50, top: 75, width: 25, height: 5, unit: "percent" } },
            {
              type: "text",
              label: "City",
              value: "Lisbon",
              required: false,
              coordinates: { page: 1, left: 10, top: 20, width: 100, height: 20 },
            },
          ],
        },
        {
          email: "bo@x.example",
          visibleElements: [{ type: "signature", coordinates: { page: 2, left: 10, top: 10, width: 150, height: 50 } }],
        },
      ],
    });
    expect(file.status).toBe("able_to_sign");
    const placed = await readFields(ctx, file.id);
    const idOf = (email: string) => signers.find((signer) => signer.email === email)?.id;
    expect(placed).toMatchObject([
      {
        signRequestId: idOf("ana@x.example"),
        type: "signature",
        page: 1,
        leftPt: 306,
        topPt: 594,
        widthPt: 153,
        heightPt: 39.6,
      },
      {
        signRequestId: idOf("ana@x.example"),
        type: "text",
        label: "City",
        value: "Lisbon",
        required: false,
        leftPt: 10,
        topPt: 20,
      },
      { signRequestId: idOf("bo@x.example"), type: "signature", page: 2 },
    ]);
    const { segments } = await readCurrentFile(ctx, file.id);
    const pdf = (await buffer(await ctx.blobs.openAll(toBlobs(file, segments)))).toString("latin1");
    for (const email of ["ana@x.example", "bo@x.example"])
      expect(pdf).toContain(signatureFieldName(file.uuid, idOf(email) ?? 0));
    expect(pdf).toContain(inputFieldName(file.uuid, idOf("ana@x.example") ?? 0, placed[1]?.id ?? 0));
    const events = (await readTrail(ctx, file.id)).map(({ type }) => type);
    expect(events.filter((type) => type === "element.created")).toHaveLength(3);
    expect(events.indexOf("element.created")).toBeLessThan(events.indexOf("file.released"));
  });

  test("names a field that does not fit its page and stores nothing, and shrinks it with fit=shrink @exhaustive", async () => {
    const ctx = testContext(db());
    const small = { base64: makePdf({ pages: [{ mediaBox: [0, 0, 200, 100] }] }).toString("base64") };
    const field = { type: "signature" as const, coordinates: { page: 1, left: 150, top: 80, width: 400, height: 100 } };
    const before = await countRows(ctx);
    const made = makeRequest(ctx, {
      file: small,
      users: [{ email: "ana@x.example" }, { email: "bo@x.example", visibleElements: [field] }],
    });
    await expect(made).rejects.toMatchObject({
      code: "element_outside_page",
      violations: [{ pointer: "/users/1/visibleElements/0/coordinates" }],
      detail: expect.stringContaining('fit: "shrink"') as string,
    });
    expect(await countRows(ctx)).toEqual(before);
    const { file } = await makeRequest(ctx, {
      file: small,
      users: [{ email: "bo@x.example", visibleElements: [{ ...field, fit: "shrink" }] }],
    });
    expect(await readFields(ctx, file.id)).toMatchObject([{ leftPt: 0, topPt: 50, widthPt: 200, heightPt: 50 }]);
  });

  test("notifies only the first signers when there is a signing order", async () => {
    const ctx = testContext(db());
    const { signers } = await makeRequest(ctx, {
      status: 1,
      users: [
        { email: "last@x.example", signingOrder: 2 },
        { email: "first@x.example", signingOrder: 1 },
      ],
    });
    expect(signers.map(({ email, status }) => [email, status])).toEqual([
      ["first@x.example", "pending"],
      ["last@x.example", "waiting"],
    ]);
    expect((await deliverMails(ctx)).map((mail) => mail.to)).toEqual(["first@x.example"]);
  });

  test("includes a signer's description in the mail, and sends none with notify false @exhaustive", async () => {
    const ctx = testContext(db());
    await makeRequest(ctx, {
      status: 1,
      users: [
        { email: "a@x.example", description: "Read section 3" },
        { email: "b@x.example", notify: false },
      ],
    });
    const mails = await deliverMails(ctx);
    expect(mails.map((mail) => mail.to)).toEqual(["a@x.example"]);
    expect(mails[0]?.text).toContain("Read section 3");
  });

  test("accepts base64 as a data URL and stores addresses in lower case @exhaustive", async () => {
    const ctx = testContext(db());
    const { signers, file } = await makeRequest(ctx, {
      file: { base64: `data:application/pdf;base64,${pdf}` },
      users: [{ email: " Ana@X.Example " }],
    });
    expect(signers[0].email).toBe("ana@x.example");
    expect(file.size).toBe(twoPages.length);
  });

  test("accepts the requester's own upload by fileId, and rejects another account's", async () => {
    const ctx = testContext(db());
    const owner = actingAs(await makeAccount(ctx));
    const { fileId } = await uploadFile(ctx, owner, { stream: twoPages, name: "scan.pdf" });
    const stranger = actingAs(await makeAccount(ctx));
    await expect(createDocument(ctx, stranger, { file: { fileId }, name: "Mine", users })).rejects.toMatchObject({
      code: "not_found",
    });
    await createDocument(ctx, owner, { file: { fileId }, name: "Lease", users, status: 1 });
    expect(await readRequest(ctx, owner, fileId)).toMatchObject({
      file: { name: "Lease", status: "able_to_sign" },
      signers: [{ email: "ana@x.example", status: "pending" }],
    });
  });

  test("records every event in the audit trail, without secrets", async () => {
    const ctx = testContext(db());
    const { file } = await makeRequest(ctx, { status: 1 });
    const trail = await readTrail(ctx, file.id);
    expect(trail.map((event) => event.type)).toEqual([
      "file.created",
      "signer.added",
      "signer.added",
      "file.released",
      "mail.queued",
      "mail.queued",
    ]);
    expect(trailBreaksAt(file, trail)).toBeNull();
    expect(JSON.stringify(trail)).not.toContain("ana@x.example");
  });
});

describe("a refused request stores nothing", () => {
  const db = useRolledBackDatabase();

  const encrypted = pdfOf(
    [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>",
      "<</Filter/Standard/V 1/R 2/O(12345678901234567890123456789012)/U(12345678901234567890123456789012)/P -4>>",
    ],
    "/Encrypt 4 0 R",
  );
  const xfa = formPdf({
    widgets: ["/FT/Tx/T(a)/Rect[10 10 60 30]/F 4"],
    form: "/XFA(<xdp/>)",
    catalog: "/NeedsRendering true",
  });
  const long = `${"a".repeat(250)}@x.example`;
  const refusals: [string, Partial<NewRequest>, string][] = [
    ["no source", { file: {} }, "validation_failed"],
    ["two sources", { file: { base64: pdf, fileId: 1 } }, "validation_failed"],
    ["a url", { file: { url: "http://127.0.0.1/x.pdf" } }, "url_not_allowed"],
    ["a callback to this machine", { callback: "http://127.0.0.1/x" }, "url_not_allowed"],
    ["empty base64", { file: { base64: "" } }, "base64_invalid"],
    ["broken base64", { file: { base64: "invalid" } }, "base64_invalid"],
    ["a data URL without base64", { file: { base64: `data:application/pdf,${pdf}` } }, "base64_invalid"],
    ["base64 with white space", { file: { base64: `${pdf.slice(0, 40)}\n${pdf.slice(40)}` } }, "base64_invalid"],
    ["bytes that are not a PDF", { file: { base64: "data:application/pdf;base64,MQ==" } }, "pdf_invalid"],
    ["a PDF that wants a password", { file: { base64: encrypted.toString("base64") } }, "pdf_encrypted"],
    ["a form whose pages only an XFA processor makes", { file: { base64: xfa.toString("base64") } }, "pdf_xfa"],
    ["no users", { users: undefined }, "validation_failed"],
    ["an empty list of users", { users: [] }, "validation_failed"],
    ["a user without address", { users: [{}] }, "validation_failed"],
    ["an address without @", { users: [{ email: "x" }] }, "validation_failed"],
    ["a quoted local part", { users: [{ email: '"a b"@x.example' }] }, "validation_failed"],
    ["an address that is too long", { users: [{ email: long }] }, "validation_failed"],
    [
      "one address twice in different case",
      { users: [{ email: "a@x.example" }, { email: "A@X.example" }] },
      "validation_failed",
    ],
    ["a method without gateway", { users: [{ email: "a@x.example", signMethod: "sms" }] }, "gateway_not_configured"],
    ["an end in the past", { expiresAt: "2020-01-01T00:00:00Z" }, "validation_failed"],
    ["an end in ten years", { expiresAt: "2036-01-01T00:00:00Z" }, "validation_failed"],
  ];
  test.each(oneIn(3, refusals))("%s", async (_name, input, code) => {
    const ctx = testContext(db());
    const actor = actingAs(await makeAccount(ctx));
    const before = await countRows(ctx);
    for (const status of [0, 1] as const) {
      const request = { file: { base64: pdf }, name: "Lease", users, ...input, status } as NewRequest;
      await expect(createDocument(ctx, actor, request)).rejects.toMatchObject({ code });
    }
    expect(await countRows(ctx)).toEqual(before);
    expect((await listFiles(ctx, actor, {})).pagination.total).toBe(0);
  });

  test("an account that may only sign", async () => {
    const ctx = testContext(db());
    const signer = actingAs(await makeAccount(ctx, { role: "signer" }));
    await expect(createDocument(ctx, signer, { file: { base64: pdf }, name: "Lease", users })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("reports every invalid member by its pointer", async () => {
    const ctx = testContext(db());
    const actor = actingAs(await makeAccount(ctx));
    const refused = createDocument(ctx, actor, {
      file: { base64: pdf },
      name: "Lease",
      users: [{ email: "ok@x.example" }, { email: "no" }, {}, { email: "ok@x.example" }],
    });
    await expect(refused).rejects.toMatchObject({
      violations: [
        { pointer: "/users/1/email", code: "email_invalid" },
        { pointer: "/users/2/email", code: "required" },
        { pointer: "/users/3/email", code: "duplicate" },
      ],
    });
  });
});
