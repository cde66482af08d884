import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import { authorityPem } from "@/lib/authority/document-signer";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
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
import { checkInput, type CheckedInput } from "./check/check-input";
import type { Problem, ProblemCode } from "./check/findings";
import { readBundle } from "./check/read-bundle";
import { downloadBundle } from "./download-bundle";
import { gatherFacts } from "./gather-facts";
import { ensureEvidence } from "./make-evidence";
import { evidenceReport } from "./write-report";

const db = useRolledBackDatabase();
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

function check(bundle: Bundle, more: { roots?: readonly Buffer[]; document?: string } = {}): CheckedInput {
  const { parts } = bundle;
  return checkInput(
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

/** A problem with one entry of the bundle. */
const about = (code: ProblemCode, name: string): object => ({ code, params: { name } });

/** A later revision in which every page is empty and has a different size. */
function withAnotherPage(pdf: Buffer): Buffer {
  const document = PdfDocument.open(fromBuffer(pdf));
  const revision = new Revision(document);
  for (const { object } of readPages(document, { maxPages: 9 })) revision.change(object, { MediaBox: "[0 0 100 100]" });
  return Buffer.concat([pdf, revision.build()]);
}

describe("the bundle of an envelope", () => {
  test("contains every signed PDF with its chain and is valid, and names a removed, swapped, repeated, foreign or altered file", async () => {
    ctx = context(db());
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
    const complete = check(bundle, { roots });
    expect(complete.problems).toEqual([]);
    expect(complete.trust.status).toBe("met");
    expect(complete.files?.map(({ report }) => report.signatures.length)).toEqual([3, 4, 2]);
    expect(complete.notes).toContainEqual({ code: "envelope_files", params: { count: 3 } });
    expect(check(bundle, { document: entry("documents/02.pdf") }).problems).toEqual([]);

    const problemsOf = (change: (files: Map<string, string>) => void): Problem[] =>
      check(changed(bundle, change)).problems;
    expect(problemsOf((files) => files.delete("documents/02.pdf"))).toContainEqual(
      about("file_entry_missing", "documents/02.pdf"),
    );
    expect(problemsOf((files) => files.delete("chains/03.json"))).toContainEqual(
      about("file_entry_missing", "chains/03.json"),
    );
    const swapped = problemsOf((files) => {
      for (const kind of ["documents/0_.pdf", "chains/0_.json"]) {
        files.set(kind.replace("_", "1"), entry(kind.replace("_", "3")));
        files.set(kind.replace("_", "3"), entry(kind.replace("_", "1")));
      }
    });
    expect(swapped).toContainEqual({ code: "another_file", params: { position: 1 }, entry: "documents/01.pdf" });
    expect(problemsOf((files) => files.set("documents/04.pdf", entry("documents/01.pdf")))).toContainEqual(
      about("file_entry_unexpected", "documents/04.pdf"),
    );
    const third = "documents/03.pdf";
    expect(problemsOf((files) => files.set(third, entry("documents/01.pdf")))).toContainEqual({
      code: "file_bytes_mismatch",
      params: {},
      entry: third,
    });
    const cut = path.join(folder, "cut.pdf");
    const bytes = readFileSync(entry("documents/01.pdf"));
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    writeFileSync(cut, bytes);
    expect(problemsOf((files) => files.set("documents/01.pdf", cut))).toContainEqual({
      code: "verdict_not_intact",
      params: { pdf: "document", verdict: expect.stringMatching(/^(modified|invalid)$/) as string },
      entry: "documents/01.pdf",
    });
    // The closing record detects it, too.
    const files = new Map(bundle.files);
    files.delete("documents/02.pdf");
    expect(check({ ...bundle, files }).problems).toContainEqual(about("closed_entry_missing", "documents/02.pdf"));
  });

  test("does not vouch for a separate PDF that was changed, or cut back to an earlier state @exhaustive", async () => {
    ctx = context(db());
    const scenario = await signed([onePage(), onePage()]);
    const bundle = await unpack(scenario.requester, scenario);
    const complete = readFileSync(bundle.files.get("documents/02.pdf") ?? "");
    const problemsWith = (bytes: Buffer): Problem[] => {
      const place = path.join(mkdtempSync(path.join(folder, "given-")), "given.pdf");
      writeFileSync(place, bytes);
      return check(bundle, { document: place }).problems;
    };
    const endings = [...complete.toString("latin1").matchAll(/%%EOF\n?/g)].map(
      ({ index, 0: end }) => index + end.length,
    );
    const withVerdict = (verdict: string): object => ({
      code: "verdict_not_intact",
      params: { pdf: "given", verdict },
    });
    expect(problemsWith(complete)).toEqual([]);
    expect(problemsWith(withAnotherPage(complete))).toContainEqual(withVerdict("modified"));
    expect(problemsWith(complete.subarray(0, endings[0]))).toContainEqual(withVerdict("none"));
    expect(problemsWith(complete.subarray(0, endings.at(-2)))).toContainEqual({
      code: "earlier_state",
      params: { pdf: "given", signed: 2, prepared: 2, sealed: false },
    });
  });

  test("contains the originals of converted files for the requester only, and names a swapped, foreign or altered one @exhaustive", async () => {
    ctx = context(db());
    const markdown = Buffer.from("# Terms\n\nBetween Ana and Bo.");
    const asText = `data:text/markdown;base64,${markdown.toString("base64")}`;
    const scenario = await signed([onePage(), asText]);
    const bundle = await unpack(scenario.requester, scenario);
    expect([...bundle.attachments.keys()]).toEqual(["originals/02.md"]);
    expect(bundle.foreign).toEqual([]);
    expect(readFileSync(bundle.attachments.get("originals/02.md") ?? "")).toEqual(markdown);
    const complete = check(bundle);
    expect(complete.problems).toEqual([]);
    expect(complete.notes).toContainEqual({
      code: "file_original_compared",
      params: { document: "documents/02.pdf", original: "originals/02.md" },
    });

    const { "closing.json": _record, "closing.p7s": _signature, ...parts } = bundle.parts;
    const problemsWith = (originals: Record<string, string>): Problem[] =>
      check({ ...bundle, parts, attachments: new Map(Object.entries(originals)) }).problems;
    const place = bundle.attachments.get("originals/02.md") ?? "";
    expect(problemsWith({ "originals/01.md": place })).toContainEqual({
      code: "original_of_unconverted",
      params: { name: "originals/01.md", document: "documents/01.pdf" },
    });
    expect(problemsWith({ "originals/03.md": place })).toContainEqual(
      about("file_entry_unexpected", "originals/03.md"),
    );
    const altered = path.join(folder, "altered.md");
    writeFileSync(altered, "# Other terms");
    expect(problemsWith({ "originals/02.md": altered })).toContainEqual(about("original_mismatch", "originals/02.md"));
    // The closing record detects a removed attachment.
    expect(check({ ...bundle, attachments: new Map() }).problems).toContainEqual(
      about("closed_entry_missing", "originals/02.md"),
    );

    const [signer] = scenario.people;
    const copy = await unpack(signer.actor, scenario);
    expect([...copy.attachments.keys()]).toEqual([]);
    const checked = check(copy);
    expect(checked.problems).toEqual([]);
    expect(checked.notes).toContainEqual({
      code: "original_not_included",
      params: { type: "markdown", document: "documents/02.pdf" },
    });
  });

  test("contains one evidence document, which lists the files @exhaustive", async () => {
    ctx = context(db());
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
    expect(text).toContain("Signed by: No one; sealed only");
  });
});
