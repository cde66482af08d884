import { describe, expect, test } from "vitest";
import { makeCompleted } from "@/lib/pades/verify/testing/signed-files";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { present } from "@/lib/testing/representatives";
import { listSignatures } from "./list-signatures";
import { addValidationData, type SignatureData } from "./validation-data";

const data = (vriKey: string | null, ...words: string[]): SignatureData => ({
  vriKey,
  certificates: words.map((word) => Buffer.from(`certificate ${word}`)),
  ocspAnswers: [],
  revocationLists: [Buffer.from("list")],
});
const added = (pdf: Buffer, ...signatures: SignatureData[]): Buffer =>
  Buffer.concat([pdf, addValidationData(fromBuffer(pdf), signatures)]);

/** The store as our reader sees it: the length of each list, and the entries of /VRI in source form. */
function storeIn(pdf: Buffer) {
  const document = PdfDocument.open(fromBuffer(pdf));
  const catalog = document.catalog();
  const store = present(document.dict(catalog.value.entries.get("DSS"), catalog.bytes));
  const count = (key: string) => document.array(store.value.entries.get(key), store.bytes)?.value.items.length ?? 0;
  const entries = document.dict(store.value.entries.get("VRI"), store.bytes);
  const written = [...(entries?.value.entries ?? [])].map(([key, value]) => [
    key,
    entries?.bytes.toString("latin1", value.start, value.end),
  ]);
  return {
    certificates: count("Certs"),
    lists: count("CRLs"),
    answers: count("OCSPs"),
    entries: Object.fromEntries(written) as Record<string, string>,
  };
}

/**
 * The file with a store as some writers produce it: everything directly in the catalog, or every list in a
 * separate object.
 */
function withForeignStore(pdf: Buffer, kind: "direct" | "indirect"): Buffer {
  const revision = new Revision(PdfDocument.open(fromBuffer(pdf)));
  const catalog = revision.document.catalog();
  const stream = revision.addStream("", Buffer.from("certificate known"));
  const place = (body: string): string => (kind === "direct" ? body : `${revision.add(body)} 0 R`);
  const entry = `${revision.add(`<</Cert[${stream} 0 R]/TU(D:20260101000000Z)>>`)} 0 R`;
  const store = place(
    `<</Certs ${place(`[${stream} 0 R]`)}/VRI ${place(`<</${"F".repeat(40)} ${entry}>>`)}/Foreign true>>`,
  );
  revision.replace(catalog.num, catalog.gen, editDict(catalog, { DSS: store }));
  return Buffer.concat([pdf, revision.build()]);
}

describe("a document security store", () => {
  test("contains each piece once and leaves every signature green", async () => {
    const { bytes } = await makeCompleted();
    const [first, second] = listSignatures(fromBuffer(bytes)).map(({ vriKey }) => vriKey);
    const final = added(bytes, data(first ?? "", "a", "b"), data(second ?? "", "b", "c"), data(null, "authority"));
    expect(storeIn(final)).toMatchObject({ certificates: 4, lists: 1, answers: 0 });
    expect(Object.keys(storeIn(final).entries)).toEqual([first, second]);
    expect(qpdfCheck(final)).toBe(0);
    expect(verifyPdf(fromBuffer(final)).signatures.every(({ verdict }) => verdict === "intact_later_allowed")).toBe(
      true,
    );
  });

  test.each(["direct", "indirect"] as const)(
    "by another writer (%s) keeps its content, and ours is appended without duplicates",
    async (kind) => {
      const { bytes } = await makeCompleted();
      const [first] = listSignatures(fromBuffer(bytes)).map(({ vriKey }) => vriKey);
      const before = withForeignStore(bytes, kind);
      const final = added(before, data(first ?? "", "known", "new"), data("F".repeat(40), "other"));
      expect(storeIn(final)).toMatchObject({ certificates: 3, lists: 1 });
      expect(storeIn(final).entries).toMatchObject(storeIn(before).entries);
      expect(Object.keys(storeIn(final).entries)).toEqual(["F".repeat(40), first]);
      expect(final.toString("latin1")).toContain("/Foreign true");
      expect(qpdfCheck(final)).toBe(0);
      expect(verifyPdf(fromBuffer(final)).signatures.every(({ verdict }) => verdict === "intact_later_allowed")).toBe(
        true,
      );
    },
  );

  test("can be extended again without changing entries of signatures @exhaustive", async () => {
    const { bytes } = await makeCompleted();
    const [first, second] = listSignatures(fromBuffer(bytes)).map(({ vriKey }) => vriKey);
    const once = added(bytes, data(first ?? "", "a"));
    const twice = added(once, data(first ?? "", "z"), data(second ?? "", "a"));
    expect(storeIn(twice).entries[first ?? ""]).toBe(storeIn(once).entries[first ?? ""]);
    expect(storeIn(twice)).toMatchObject({ certificates: 2, lists: 1 });
    expect(qpdfCheck(twice)).toBe(0);
  });
});
