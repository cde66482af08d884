import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { changeBranding } from "@/lib/administration/branding";
import { changeSettings } from "@/lib/administration/settings";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { readBrand } from "@/lib/context/settings/read";
import { logoImages, readAppearanceBrand, signatureContent } from "@/lib/documents/fields/signature-appearance";
import { readFieldsOf } from "@/lib/documents/fields/stored-fields";
import { previewAppearance } from "@/lib/engine/appearance-preview";
import { readChain } from "@/lib/evidence/read-chain";
import { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { toImageXObject } from "@/lib/pdf/images/image-xobject";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf, type FixturePage } from "@/lib/pdf/testing/make-pdf";
import { mutoolWarnings, pdfsig, qpdfCheck, qpdfRewrite, renderPage } from "@/lib/pdf/testing/outside-tools";
import { DomainError } from "@/lib/platform/errors";
import type { SignatureOptionsChange } from "@/lib/platform/signature-appearance";
import { createDocument } from "@/lib/requests/create";
import { updateRequest } from "@/lib/requests/update";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { showHistory } from "@/lib/views/history";
import { checkFields } from "./plan-contents";
import { requestCode } from "./proof/request-code";
import { sign } from "./sign";
import { newestCode, readBytes, readFile, storeStroke, strokeBase64 } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

interface Sent {
  fileId: number;
  requester: AccountActor;
  signer: AccountActor;
}

async function sent(
  ctx: Ctx,
  signatureOptions: SignatureOptionsChange | undefined,
  pages: FixturePage[] = [{}],
  status: 0 | 1 = 1,
): Promise<Sent> {
  const requester = actingAs(await makeAccount(ctx));
  const signer = actingAs(await makeAccount(ctx, { displayName: "Ana Ångström", role: "signer" }));
  const { fileId } = await createDocument(ctx, requester, {
    file: { base64: makePdf({ pages }).toString("base64") },
    name: "Lease",
    status,
    ...(signatureOptions ? { signatureOptions } : {}),
    users: [
      {
        email: signer.account.email,
        displayName: "Ana Ångström",
        signMethod: "email",
        visibleElements: [{ type: "signature", coordinates: { page: 1, left: 60, top: 120, width: 180, height: 60 } }],
      },
    ],
  });
  return { fileId, requester, signer };
}

async function signed(ctx: Ctx, { fileId, signer }: Sent, more: { reason?: string; location?: string } = {}) {
  await requestCode(ctx, signer, { fileId });
  await sign(ctx, signer, { target: { fileId }, code: await newestCode(ctx), ...more });
  return readBytes(ctx, fileId);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) =>
      error instanceof DomainError
        ? `${error.code} ${error.violations.map(({ pointer, code }) => `${pointer} ${code}`).join()}`
        : String(error),
  );
}

describe("reason and location", () => {
  test("are signed, shown by other programs, reported by the verifier and kept in the trail as personal values", async () => {
    const ctx = context(db());
    const document = await sent(ctx, { reason: { ask: "optional" }, location: { ask: "required" } });
    await storeStroke(ctx, document.signer);
    const pdf = await signed(ctx, document, { reason: "I agree (ação)", location: "São Paulo" });
    expect(pdfsig(pdf).every(({ isValid }) => isValid)).toBe(true);
    expect(qpdfCheck(pdf)).toBe(0);
    const report = await verifyFile(ctx, await readFile(ctx, document.fileId));
    const person = report.signatures.find(({ role }) => role === "person");
    expect(person).toMatchObject({ reason: "I agree (ação)", location: "São Paulo", verdict: "intact_later_allowed" });
    const chain = await readChain(ctx, await readFile(ctx, document.fileId));
    expect(JSON.stringify(chain.data)).not.toContain("São Paulo");
    const { uuid } = await readFile(ctx, document.fileId);
    const history = await showHistory(ctx, document.requester, { uuid });
    expect(history.flatMap(({ type, reason, location }) => (reason ? [[type, reason, location]] : []))).toEqual([
      ["signed", "I agree (ação)", "São Paulo"],
    ]);
    expect(chain.personal.map(({ path, value }) => [path, value])).toEqual(
      expect.arrayContaining([
        ["data.reason", "I agree (ação)"],
        ["data.location", "São Paulo"],
      ]),
    );
  });

  test("are refused if not asked for, and needed if required, before a code is used @exhaustive", async () => {
    const ctx = context(db());
    const silent = await sent(ctx, undefined);
    expect(await codeOf(checkFields(ctx, silent.signer, { target: { fileId: silent.fileId }, reason: "Why" }))).toBe(
      "validation_failed /reason not_allowed",
    );
    const asking = await sent(ctx, { reason: { ask: "required" } });
    const target = { fileId: asking.fileId };
    expect(await codeOf(checkFields(ctx, asking.signer, { target }))).toBe("validation_failed /reason required");
    expect(await codeOf(checkFields(ctx, asking.signer, { target, reason: "\u{1f984}" }))).toBe(
      "glyph_missing /reason glyph_missing",
    );
    expect(await codeOf(checkFields(ctx, asking.signer, { target, reason: "Because" }))).toBe("done");
  });

  test("a preset applies to a signer without options @exhaustive", async () => {
    const ctx = context(db());
    const document = await sent(ctx, { reason: { preset: "Approval of the lease" } });
    await storeStroke(ctx, document.signer);
    await signed(ctx, document);
    const { signatures } = await verifyFile(ctx, await readFile(ctx, document.fileId));
    expect(signatures.find(({ role }) => role === "person")).toMatchObject({
      reason: "Approval of the lease",
      location: null,
    });
  });
});

describe("the template", () => {
  test("a text-only template needs no image @exhaustive", async () => {
    const ctx = context(db());
    const document = await sent(ctx, {
      appearance: { layout: "text", lines: ["Signed by {{name}}", "{{time}}", "ID {{id}}"] },
    });
    const pdf = await signed(ctx, document);
    expect(pdfsig(pdf).every(({ isValid }) => isValid)).toBe(true);
    expect(pdf.toString("latin1")).not.toContain("/Subtype/Image");
  });

  test("draws a preview with the same appearance stream that signing writes @exhaustive", async () => {
    const ctx = context(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await changeBranding(ctx, admin, { name: "Harbour", colour: "#0a6c67", logo: { base64: await strokeBase64() } });
    const appearance = {
      ...{ lines: ["{{name}}", "Reason: {{reason}}", "{{organisation}}"], layout: "left" as const },
      ...{ background: "brand" as const, logo: true, textSizePt: 7, timeZone: null },
    };
    const document = await sent(ctx, { appearance, reason: { preset: "Agreed" } });
    await storeStroke(ctx, document.signer);
    const pdf = await signed(ctx, document);

    const brand = await readAppearanceBrand(ctx, appearance);
    const facts = { name: "Ana Ångström", email: "", id: "", reason: "Agreed", location: "", signedAt: new Date() };
    const content = signatureContent(appearance, brand, "mine", facts);
    const preview = previewAppearance({
      ...{ widthPt: 180, heightPt: 60, content },
      images: {
        mine: toImageXObject(Buffer.from(await strokeBase64(), "base64")),
        logo: toImageXObject(logoImages(brand).logo ?? Buffer.alloc(0)),
      },
    });
    expect(appearanceOf(preview)).toContain("/L Do");
    expect(appearanceOf(preview)).toBe(appearanceOf(pdf));
    expect(pdfsig(pdf).every(({ isValid }) => isValid)).toBe(true);
    const png = await ctx.engine.appearanceImage(
      {
        widthPt: 180,
        heightPt: 60,
        content,
        images: { mine: Buffer.from(await strokeBase64(), "base64"), ...logoImages(brand) },
      },
      720,
    );
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect((await readBrand(ctx)).logoSha256).not.toBeNull();
  });

  test("is fixed when the document is sent, and cannot be changed afterwards @exhaustive", async () => {
    const ctx = context(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const document = await sent(ctx, undefined);
    await changeSettings(ctx, admin, { signature_options: { appearance: { background: "light" } } });
    expect((await readFile(ctx, document.fileId)).signatureOptions).toMatchObject({
      appearance: { background: "none" },
    });
    expect(
      await codeOf(
        updateRequest(ctx, document.requester, {
          file: { fileId: document.fileId },
          signatureOptions: { appearance: { layout: "text" } },
        }),
      ),
    ).toMatch(/^file_/);
    const draft = await sent(ctx, undefined, [{}], 0);
    await updateRequest(ctx, draft.requester, {
      file: { fileId: draft.fileId },
      signatureOptions: { verificationMark: "none" },
      status: 1,
    });
    expect((await readFile(ctx, draft.fileId)).signatureOptions).toMatchObject({ appearance: { background: "light" } });
  });
});

test("initials on all pages make one field on every page of a new request @exhaustive", async () => {
  const ctx = context(db());
  const requester = actingAs(await makeAccount(ctx));
  const signer = actingAs(await makeAccount(ctx, { role: "signer" }));
  const pages = [{}, { rotate: 90 }, { mediaBox: [0, 0, 200, 200] as const }];
  const { fileId } = await createDocument(ctx, requester, {
    file: { base64: makePdf({ pages }).toString("base64") },
    name: "Initials",
    status: 1,
    users: [
      {
        email: signer.account.email,
        signMethod: "email",
        visibleElements: [
          { type: "initial", pages: "all", coordinates: { page: 1, left: 520, top: 740, width: 60, height: 30 } },
        ],
      },
    ],
  });
  const placed = await readFieldsOf(ctx, [fileId]);
  expect(placed.map(({ type, page, leftPt, topPt }) => [type, page, leftPt, topPt])).toEqual([
    ["initial", 1, 520, 740],
    ["initial", 2, 520, 582],
    ["initial", 3, 140, 170],
  ]);
  await storeStroke(ctx, signer, "initial");
  const pdf = await signed(ctx, { fileId, requester, signer });
  expect(pdfsig(pdf).every(({ isValid }) => isValid)).toBe(true);
});

describe("the verification mark", () => {
  const black = "0 g 0 0 2000 2000 re f";
  const turned = [0, 90, 180, 270].map((rotate) => ({ rotate, cropBox: [50, 100, 562, 700] as const }));

  test("is certified, drawn on turned and cropped pages, and covers no existing content", async () => {
    const ctx = context(db());
    const pages = turned.map((page) => ({ ...page }));
    const before = makePdf({ pages });
    const document = await sent(ctx, { verificationMark: "margin" }, pages);
    const pdf = await readBytes(ctx, document.fileId);
    expect((await readFile(ctx, document.fileId)).pagesWithoutMark).toEqual([]);
    expect(qpdfCheck(pdf)).toBe(0);
    expect(mutoolWarnings(pdf)).toBe("");
    expect(pdfsig(pdf)[0]).toMatchObject({ isValid: true });
    for (const page of [1, 2, 3, 4]) {
      const [was, is] = [renderPage(before, page), renderPage(pdf, page)];
      let [added, lost] = [0, 0];
      is.pixels.forEach((value, at) => {
        const old = was.pixels[at] ?? 255;
        if (old < 200 && value !== old) lost += 1;
        if (old > 250 && value < 100) added += 1;
      });
      expect(lost).toBe(0);
      expect(added).toBeGreaterThan(200);
    }
    const written = qpdfRewrite(pdf, "--qdf").toString("latin1");
    expect(written.match(/\/Artifact BMC/g)).toHaveLength(4);
    await storeStroke(ctx, document.signer);
    const complete = await signed(ctx, document);
    expect(pdfsig(complete).every(({ isValid }) => isValid)).toBe(true);
    const { signatures } = await verifyFile(ctx, await readFile(ctx, document.fileId));
    expect(signatures.every(({ verdict }) => verdict.startsWith("intact"))).toBe(true);
  });

  test("is omitted from pages without a blank margin, which the document lists @exhaustive", async () => {
    const ctx = context(db());
    const full = {
      extra: "/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 612 792]/F 4/IC[0 0 0]/C[0 0 0]/AP<</N 1000 0 R>>>>]",
    };
    const requester = actingAs(await makeAccount(ctx));
    const pdf = makePdf({
      pages: [{}, full],
      objects: [
        `<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<>>/Length ${black.length}>>stream\n${black}\nendstream`,
      ],
    });
    const signer = actingAs(await makeAccount(ctx, { role: "signer" }));
    const { fileId } = await createDocument(ctx, requester, {
      file: { base64: pdf.toString("base64") },
      name: "Full",
      status: 1,
      signatureOptions: { verificationMark: "margin" },
      users: [{ email: signer.account.email, signMethod: "email" }],
    });
    expect((await readFile(ctx, fileId)).pagesWithoutMark).toEqual([2]);
    const other = await sent(ctx, undefined);
    expect((await readFile(ctx, other.fileId)).pagesWithoutMark).toBeNull();
  });
});

/** The decoded appearance of the first signature field with one, and its dictionary's boxes. */
function appearanceOf(pdf: Buffer): string {
  const document = PdfDocument.open(fromBuffer(pdf));
  for (const { type, widgets } of readFields(document).fields) {
    const [widget] = widgets;
    const appearance = type === "Sig" && widget ? document.dict(widget.value.entries.get("AP"), widget.bytes) : null;
    const normal = appearance?.value.entries.get("N");
    const form = normal?.kind === "ref" ? document.load(normal.num) : null;
    if (form) return document.decodedStream(form).toString("latin1");
  }
  throw new Error("no appearance");
}
