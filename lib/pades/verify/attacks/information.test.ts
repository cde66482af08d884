import { describe, expect, test } from "vitest";
import { append, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";

const [info, title, xmp] = [OTHERS, OTHERS + 1, OTHERS + 2];
const packet = (content: string): string => stream("/Type/Metadata/Subtype/XML", `<x:xmpmeta>${content}</x:xmpmeta>`);
const others = [`<</Title ${title} 0 R/Producer(x)>>`, "(Offer of EUR 100)", packet("Offer of EUR 100")];

const inCatalog = (revision: Revision, document: PdfDocument, entries: Record<string, string | null>): void =>
  revision.replace(document.catalog().num, 0, editDict(document.catalog(), entries));

/** Sets another /Info in the trailer of the last section. */
function withInfo(bytes: Buffer, entry: string): Buffer {
  const text = append(bytes, (revision) => void revision.add("(unused)")).toString("latin1");
  const at = text.lastIndexOf("trailer");
  const trailer = text
    .slice(at)
    .replace(/\/Info \d+ 0 R/, "")
    .replace("/Root", `${entry}/Root`);
  return Buffer.from(text.slice(0, at) + trailer, "latin1");
}

describe("a later change to information shown beside the pages is always reported:", () => {
  const parts = { others, trailer: `/Info ${info} 0 R`, catalog: `/Metadata ${xmp} 0 R` };
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["the information rewritten", (bytes) => append(bytes, (r) => r.replace(info, 0, "<</Title(Offer of EUR 9)>>"))],
    ["a title of its own rewritten", (bytes) => append(bytes, (r) => r.replace(title, 0, "(Offer of EUR 9)"))],
    [
      "information elsewhere",
      (bytes) =>
        withInfo(
          append(bytes, (r) => void r.add("<</Title(EUR 9)>>")),
          `/Info ${title} 0 R`,
        ),
    ],
    ["information left out", (bytes) => withInfo(bytes, "")],
    ["XMP rewritten", (bytes) => append(bytes, (r) => r.replace(xmp, 0, packet("Offer of EUR 9")))],
    [
      "XMP elsewhere",
      (bytes) =>
        append(bytes, (r, document) => {
          const num = r.addStream("/Type/Metadata/Subtype/XML", "<x:xmpmeta>Offer of EUR 9</x:xmpmeta>");
          inCatalog(r, document, { Metadata: `${num} 0 R` });
        }),
    ],
    ["XMP left out", (bytes) => append(bytes, (r, document) => inCatalog(r, document, { Metadata: null }))],
  ])("%s", async (_, change) => {
    const report = verify(change(await makeSignedForm(parts)));
    const [signature] = report.signatures;
    expect(["intact_later_allowed", "modified"]).toContain(signature?.verdict);
    const codes = signature?.changes.findings.map(({ code }) => code) ?? [];
    if (signature?.verdict !== "modified") expect(codes).toContain("metadata_updated");
  });

  test("added information", async () => {
    const bytes = await makeSignedForm({ others: ["(Offer of EUR 9)", "<</Title(Offer of EUR 9)>>"] });
    const report = verify(withInfo(bytes, `/Info ${title} 0 R`));
    expect(report.signatures[0]?.changes.findings.map(({ code }) => code)).toContain("metadata_updated");
  });

  test("reports nothing when a revision leaves both unchanged", async () => {
    const report = verify(append(await makeSignedForm(parts), (r, document) => inCatalog(r, document, {})));
    expect(report.verdict).toMatch(/^intact/);
    expect(report.signatures[0]?.changes.findings.map(({ code }) => code)).not.toContain("metadata_updated");
  });
});
