import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/strict-json";
import { authorityPem } from "@/lib/authority/document-signer";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { finishFile } from "@/lib/signing/finish";
import {
  envelopeScenario,
  onePage,
  signEnvelope,
  type EnvelopeScenario,
} from "@/lib/signing/testing/envelope-scenario";
import { readFile } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { certificatesIn } from "./bundle-entries";
import type { Bundle } from "./check/check-bundle";
import { checkParts, type CheckedParts } from "./check/check-parts";
import { readBundle } from "./check/read-bundle";
import { downloadBundle } from "./download-bundle";
import { gatherFacts } from "./gather-facts";
import { ensureEvidence } from "./make-evidence";
import { evidenceReport } from "./write-report";

const database = useCommittedDatabase();
const context = useTestContext();
let folder = "";
let ctx: Ctx;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-envelope-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function signed(pdfs: Parameters<typeof envelopeScenario>[1]): Promise<EnvelopeScenario> {
  const scenario = await envelopeScenario(ctx, pdfs, [
    { name: "Ana", signs: [0, 1] },
    { name: "Bo", signs: [1] },
  ]);
  await signEnvelope(ctx, scenario, 0);
  await signEnvelope(ctx, scenario, 1);
  await finishFile(ctx, scenario.fileId);
  return scenario;
}

async function unpack(actor: AccountActor, { uuid }: EnvelopeScenario): Promise<Required<Bundle>> {
  const target = path.join(mkdtempSync(path.join(folder, "fetched-")), "bundle.zip");
  const { stream, fileName } = await downloadBundle(ctx, actor, { uuid });
  expect(fileName).toBe("Contract (bundle).zip");
  await pipeline(stream, createWriteStream(target));
  const foreign: string[] = [];
  const [attachments, files] = [new Map<string, string>(), new Map<string, string>()];
  const parts = await readBundle(
    target,
    mkdtempSync(path.join(folder, "unpacked-")),
    (name) => foreign.push(name),
    (name, place) => attachments.set(name, place),
    (name, place) => files.set(name, place),
  );
  return { parts, foreign, attachments, files };
}

function check(bundle: Bundle, more: { roots?: readonly Buffer[]; document?: string } = {}): CheckedParts {
  const { parts } = bundle;
  return checkParts(
    {
      bundle,
      document: more.document ?? null,
      evidence: parts["evidence.pdf"] ?? null,
      chain: parts["chain.json"] ?? null,
      ...(more.roots ? { roots: more.roots } : {}),
    },
    (bytes) => parseStrictJson(bytes, 32),
  );
}

/** The bundle with other files, and without the closing record, which would detect every change by itself. */
function changed({ parts, files, ...others }: Required<Bundle>, change: (files: Map<string, string>) => void): Bundle {
  const { "closing.json": _record, "closing.p7s": _signature, ...rest } = parts;
  const copy = new Map(files);
  change(copy);
  return { ...others, parts: rest, files: copy };
}

/** A later revision in which every page is empty and has a different size. */
function withAnotherPage(pdf: Buffer): Buffer {
  const document = PdfDocument.open(fromBuffer(pdf));
  const revision = new Revision(document);
  for (const { object } of readPages(document, { maxPages: 9 })) revision.change(object, { MediaBox: "[0 0 100 100]" });
  return Buffer.concat([pdf, revision.build()]);
}

describe("the bundle of an envelope", () => {
  test("contains every signed PDF with its chain and is valid, and names a removed, swapped, repeated, foreign or altered file", async () => {
    ctx = context(database().db);
    const scenario = await signed([onePage(), onePage(), onePage()]);
    const bundle = await unpack(scenario.requester, scenario);
    const entry = (name: string): string => bundle.files.get(name) ?? "";
    expect([...bundle.files.keys()].sort()).toEqual([
      "chains/01.json",
      "chains/02.json",
      "chains/03.json",
      "documents/01.pdf",
      "documents/02.pdf",
      "documents/03.pdf",
    ]);
    expect(bundle.foreign).toEqual([]);

    const roots = certificatesIn(await authorityPem(ctx)).flatMap((one) => (one ? [one.raw] : []));
    const whole = check(bundle, { roots });
    expect(whole.problems).toEqual([]);
    expect(whole.trust.status).toBe("met");
    expect(whole.files?.map(({ report }) => report.signatures.length)).toEqual([3, 4, 2]);
    expect(whole.notes).toContain("the envelope has 3 files");
    expect(check(bundle, { document: entry("documents/02.pdf") }).problems).toEqual([]);

    const problemsOf = (change: (files: Map<string, string>) => void): string =>
      check(changed(bundle, change)).problems.join("\n");
    expect(problemsOf((files) => files.delete("documents/02.pdf"))).toContain(
      "documents/02.pdf is missing from the bundle",
    );
    expect(problemsOf((files) => files.delete("chains/03.json"))).toContain(
      "chains/03.json is missing from the bundle",
    );
    const swapped = problemsOf((files) => {
      for (const kind of ["documents/0_.pdf", "chains/0_.json"]) {
        files.set(kind.replace("_", "1"), entry(kind.replace("_", "3")));
        files.set(kind.replace("_", "3"), entry(kind.replace("_", "1")));
      }
    });
    expect(swapped).toContain("documents/01.pdf: this is not file 1 of the envelope");
    expect(problemsOf((files) => files.set("documents/04.pdf", entry("documents/01.pdf")))).toContain(
      "unexpected file in the bundle: documents/04.pdf does not belong to any file of the envelope",
    );
    expect(problemsOf((files) => files.set("documents/03.pdf", entry("documents/01.pdf")))).toContain(
      "documents/03.pdf:",
    );
    const cut = path.join(folder, "cut.pdf");
    const bytes = readFileSync(entry("documents/01.pdf"));
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    writeFileSync(cut, bytes);
    expect(problemsOf((files) => files.set("documents/01.pdf", cut))).toContain("documents/01.pdf:");
    // The closing record detects it, too.
    const files = new Map(bundle.files);
    files.delete("documents/02.pdf");
    expect(check({ ...bundle, files }).problems.join("\n")).toContain(
      "documents/02.pdf is missing from the bundle but listed in the closing record",
    );
  });

  test("does not vouch for a separate PDF that was changed, or cut back to an earlier state @exhaustive", async () => {
    ctx = context(database().db);
    const scenario = await signed([onePage(), onePage()]);
    const bundle = await unpack(scenario.requester, scenario);
    const whole = readFileSync(bundle.files.get("documents/02.pdf") ?? "");
    const problemsWith = (bytes: Buffer): string => {
      const place = path.join(mkdtempSync(path.join(folder, "given-")), "given.pdf");
      writeFileSync(place, bytes);
      return check(bundle, { document: place }).problems.join("\n");
    };
    const endings = [...whole.toString("latin1").matchAll(/%%EOF\n?/g)].map(({ index, 0: end }) => index + end.length);
    expect(problemsWith(whole)).toBe("");
    expect(problemsWith(withAnotherPage(whole))).toContain("signature verdict of the given PDF: modified");
    expect(problemsWith(whole.subarray(0, endings[0]))).toContain("signature verdict of the given PDF: none");
    expect(problemsWith(whole.subarray(0, endings.at(-2)))).toContain("2 of 2 signed, not sealed");
  });

  test("contains the originals of converted files for the requester only, and names a swapped, foreign or altered one @exhaustive", async () => {
    ctx = context(database().db);
    const markdown = Buffer.from("# Terms\n\nBetween Ana and Bo.");
    const asText = `data:text/markdown;base64,${markdown.toString("base64")}`;
    const scenario = await signed([onePage(), asText]);
    const bundle = await unpack(scenario.requester, scenario);
    expect([...bundle.attachments.keys()]).toEqual(["originals/02.md"]);
    expect(bundle.foreign).toEqual([]);
    expect(readFileSync(bundle.attachments.get("originals/02.md") ?? "")).toEqual(markdown);
    const whole = check(bundle);
    expect(whole.problems).toEqual([]);
    expect(whole.notes.join("\n")).toContain("documents/02.pdf was converted from originals/02.md");

    const { "closing.json": _record, "closing.p7s": _signature, ...parts } = bundle.parts;
    const problemsWith = (originals: Record<string, string>): string =>
      check({ ...bundle, parts, attachments: new Map(Object.entries(originals)) }).problems.join("\n");
    const place = bundle.attachments.get("originals/02.md") ?? "";
    expect(problemsWith({ "originals/01.md": place })).toContain("but documents/01.pdf was not converted");
    expect(problemsWith({ "originals/03.md": place })).toContain("does not belong to any file of the envelope");
    const altered = path.join(folder, "altered.md");
    writeFileSync(altered, "# Other terms");
    expect(problemsWith({ "originals/02.md": altered })).toContain(
      "originals/02.md does not match the SHA-256 of the uploaded file",
    );
    // The closing record detects a removed attachment.
    expect(check({ ...bundle, attachments: new Map() }).problems.join("\n")).toContain(
      "originals/02.md is missing from the bundle",
    );

    const signer = scenario.people[0];
    if (!signer) throw new Error("nobody");
    const copy = await unpack(signer.actor, scenario);
    expect([...copy.attachments.keys()]).toEqual([]);
    const checked = check(copy);
    expect(checked.problems).toEqual([]);
    expect(checked.notes.join("\n")).toContain("that is not included in this copy: only the sender has it");
  });

  test("contains one evidence document, which lists the files @exhaustive", async () => {
    ctx = context(database().db);
    const scenario = await envelopeScenario(ctx, [onePage(), onePage()], [{ name: "Ana", signs: [1] }]);
    await signEnvelope(ctx, scenario, 0);
    await finishFile(ctx, scenario.fileId);
    const envelope = await readFile(ctx, scenario.fileId);
    const { sha256, size } = await ensureEvidence(ctx, envelope);
    const text = evidenceReport(await gatherFacts(ctx, envelope)).blocks.flatMap((block) =>
      block.kind === "facts" ? block.rows.map(({ label, value }) => `${label}: ${value}`) : [],
    );
    expect(await ensureEvidence(ctx, envelope)).toMatchObject({ sha256, size });
    expect(text).toEqual(expect.arrayContaining(["Files: 2", "File 1: File 1", "File 2: File 2", "Signed by: Ana"]));
    expect(text).toContain("Signed by: Nobody: it was sealed only");
  });
});
