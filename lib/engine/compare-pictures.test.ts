import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChildren, startSecondReaders } from "@/lib/engine/lines/children";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import type { VerificationReport } from "@/lib/pades/verify/report/report";
import {
  append,
  makeCompleted,
  makeSignedForm,
  signWith,
  type Completed,
} from "@/lib/pades/verify/testing/signed-files";
import { verifyAndPlan, type PlannedVerification } from "@/lib/pades/verify/verify-pdf";
import type { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { present } from "@/lib/testing/representatives";
import { addPictureResults, type Renderers } from "./compare-pictures";

const distDir = path.resolve("dist");
const folder = mkdtempSync(path.join(tmpdir(), "paraph-see-"));
const renderers = { pdfium: startChildren(distDir, 1), pdfjs: startSecondReaders(distDir, 1) };
const limits = { budgetMs: 20_000, othersMs: 20_000, maxPages: 100 };

afterAll(() => {
  renderers.pdfium.close();
  renderers.pdfjs.close();
  rmSync(folder, { recursive: true });
});

let completed: Completed;
beforeAll(async () => {
  completed = await makeCompleted();
});

/** The report of a verifier that has no rules against changes. */
function withoutRules({ report, plan }: PlannedVerification): PlannedVerification {
  const signatures = report.signatures.map((record) => ({
    ...record,
    verdict: "intact_later_allowed" as const,
    changes: { level: "permitted" as const, items: [], findings: [] },
  }));
  return { plan, report: { ...report, verdict: "intact_later_allowed", signatures } };
}

let files = 0;
function see(
  bytes: Buffer,
  prepare = (planned: PlannedVerification) => planned,
  through: Renderers = renderers,
): Promise<VerificationReport> {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return addPictureResults(
    through,
    [{ path: file, size: bytes.length }],
    prepare(verifyAndPlan(fromBuffer(bytes))),
    limits,
  );
}

type Change = (revision: Revision, document: PdfDocument) => void;

const bar = "0 0 1 rg 120 300 90 12 re f";
const stream = (content: string, entries = ""): string =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;

function onFirstPage(entriesOf: (revision: Revision) => Record<string, string>): Change {
  return (revision, document) => {
    const page = present(readPages(document, { maxPages: 10 })[0]);
    revision.replace(page.object.num, 0, editDict(page.object, entriesOf(revision)));
  };
}

function withAnnotation(entries: string): Change {
  return (revision, document) => {
    const page = present(readPages(document, { maxPages: 10 })[0]);
    const annots = present(document.array(page.object.value.entries.get("Annots"), page.object.bytes));
    const before = annots.bytes.toString("latin1", annots.value.start + 1, annots.value.end - 1);
    const added = revision.add(`<</Type/Annot/P ${page.object.num} 0 R${entries}>>`);
    revision.replace(page.object.num, 0, editDict(page.object, { Annots: `[${before} ${added} 0 R]` }));
  };
}

const forgeries: readonly (readonly [string, Change])[] = [
  ["a page's content replaced", onFirstPage((revision) => ({ Contents: `${revision.add(stream(bar))} 0 R` }))],
  [
    "a digit's worth of ink added",
    onFirstPage((revision) => ({
      Contents: `${revision.add(stream("0.9 g 300 300 2 4 re f BT /F 12 Tf 20 20 Td (Page 1) Tj ET"))} 0 R`,
    })),
  ],
  ["a page turned @exhaustive", onFirstPage(() => ({ Rotate: "90" }))],
  ["a page cropped @exhaustive", onFirstPage(() => ({ CropBox: "[0 0 600 700]" }))],
  [
    "a stamp added @exhaustive",
    withAnnotation("/Subtype/Square/IC[1 0 0]/C[1 0 0]/Rect[200 200 300 220]/F 4/AP<</N null>>"),
  ],
];

describe("pictures catch changes that the rules miss", () => {
  test.each(forgeries)("%s", async (_name, change) => {
    const report = await see(append(completed.bytes, change), withoutRules);
    expect(report.verdict).toBe("modified");
    for (const { verdict, pictures, explanation, etsi, changes } of report.signatures) {
      expect({ verdict, code: pictures.code, overrules: pictures.overrules }).toEqual({
        verdict: "modified",
        code: "different",
        overrules: true,
      });
      expect(explanation).toBe("page 1 looks different from what was signed");
      expect(changes.level).toBe("not_permitted");
      expect(etsi.indication).toBe("TOTAL_FAILED");
    }
  });

  test("a page that was in the validation data when signed and changes afterwards", async () => {
    const authority = await makeTestAuthority();
    const base = formPdf({
      widgets: ["/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]"],
      catalog: "/DSS<</VRI<</AAAA 3 0 R>>>>",
      page: "/Contents 100 0 R",
      others: [stream("BT /Helv 12 Tf 20 200 Td ET")],
    });
    const signed = await signWith(base, "Sig1", await authority.issue("Ana"));
    const forged = append(
      signed,
      onFirstPage((revision) => ({ Contents: `${revision.add(stream(bar))} 0 R` })),
    );
    const {
      verdict,
      signatures: [record],
    } = await see(forged);
    expect(verdict).toBe("modified");
    expect(record?.pictures).toMatchObject({
      code: "different",
      places: [
        { page: 1, left: 120, width: 96, renderer: "pdfium" },
        { page: 1, left: 120, width: 96, renderer: "pdfjs" },
      ],
    });
  });
});

describe("pictures find no difference", () => {
  test("in a file signed by two people and sealed by the instance", async () => {
    const report = await see(completed.bytes, withoutRules);
    expect(report.signatures.map(({ pictures }) => pictures.code)).toEqual(["same", "same", "same", "nothing_later"]);
    expect(report.signatures.map(({ pictures }) => pictures.readers)).toContainEqual([
      { renderer: "pdfium", pages: 2, of: 2, unchanged: 0, missing: [], stopped: null },
      { renderer: "pdfjs", pages: 2, of: 2, unchanged: 0, missing: [], stopped: null },
    ]);
  });

  test("when a permitted field is filled in", async () => {
    const [record] = (await see(await filled("/T(Name)"), withoutRules)).signatures;
    expect(record?.pictures.code).toBe("same");
  });
});

describe("a field with a changed appearance", () => {
  test("is a difference when its value is unchanged", async () => {
    const [record] = (await see(await filled("/T(Name)", false), withoutRules)).signatures;
    expect(record?.pictures).toMatchObject({ code: "different", overrules: true });
    expect(record?.pictures.places[0]).toMatchObject({ page: 1, renderer: "pdfium" });
  });

  test("is a difference when it is read-only", async () => {
    const [record] = (await see(await filled("/T(Name)/Ff 1"), withoutRules)).signatures;
    expect(record?.pictures.code).toBe("different");
  });

  test("is a difference when the signature field's lock covers it", async () => {
    const [record] = (await see(await filled("/T(Name)", true, "/Lock<</Action/All>>"), withoutRules)).signatures;
    expect(record?.pictures.code).toBe("different");
  });
});

/**
 * A signed form whose text field was filled in afterwards, either with another value or with another appearance only.
 */
async function filled(field: string, isFilled = true, lock = ""): Promise<Buffer> {
  const look = stream("1 0 0 rg 0 0 60 15 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 20]");
  const signed = await makeSignedForm({
    widgets: [`/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]${lock}`, `/FT/Tx${field}/F 4/Rect[10 100 110 120]/V(old)`],
  });
  return append(signed, (revision, document) => {
    const object = document.load(6);
    if (object?.value.kind !== "dict") throw new Error("the text field was expected");
    revision.replace(
      6,
      0,
      editDict(
        { value: object.value, bytes: object.bytes, num: 6, gen: 0 },
        { AP: `<</N ${revision.add(look)} 0 R>>`, ...(isFilled ? { V: "(new)" } : {}) },
      ),
    );
  });
}

describe("a renderer that fails", () => {
  const failing = (error: Error): Renderers["pdfjs"] => ({
    run: () => Promise.reject(error),
    warm: () => undefined,
    pids: () => [],
    load: () => ({ running: 0, waiting: 0, places: 1 }),
    close: () => undefined,
  });

  test("keeps the verdict and reports why", async () => {
    const report = await see(completed.bytes, undefined, {
      ...renderers,
      pdfjs: failing(new PdfError("too_large", "")),
    });
    expect(report.verdict).toBe("intact_later_allowed");
    expect(report.signatures[0]?.pictures).toMatchObject({
      code: "partly",
      readers: [
        { renderer: "pdfium", stopped: null },
        { renderer: "pdfjs", pages: 0, of: 2, missing: [{ from: 1, to: 2 }], stopped: "too_large" },
      ],
    });
  });

  test("does not hide a difference found by the other renderer @exhaustive", async () => {
    const forged = append(
      completed.bytes,
      onFirstPage((revision) => ({ Contents: `${revision.add(stream(bar))} 0 R` })),
    );
    for (const blind of ["pdfium", "pdfjs"] as const) {
      const report = await see(forged, withoutRules, { ...renderers, [blind]: failing(new PdfError("damaged", "")) });
      expect(report.verdict).toBe("modified");
    }
  });

  test("leaves nothing compared when the other one fails too", async () => {
    const broken = failing(new PdfError("damaged", ""));
    const report = await see(completed.bytes, undefined, { pdfium: broken, pdfjs: broken });
    expect(report.signatures.map(({ pictures }) => pictures.code)).toEqual([
      "not_compared",
      "not_compared",
      "not_compared",
      "nothing_later",
    ]);
  });
});

test("does not render a file whose only signature covers all of it", async () => {
  const never: Renderers["pdfium"] = {
    run: () => Promise.reject(new Error("nothing is to be drawn")),
    warm: () => undefined,
    pids: () => [],
    load: () => ({ running: 0, waiting: 0, places: 1 }),
    close: () => undefined,
  };
  const report = await see(await makeSignedForm(), undefined, { pdfium: never, pdfjs: never });
  expect(report.signatures.map(({ pictures }) => pictures.code)).toEqual(["nothing_later"]);
});
