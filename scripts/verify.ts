// `npm run verify -- [--json] [--ca=ROOT.pem] FILE.pdf [BUNDLE.zip | CHAIN.json]`, or a bundle alone: signatures, audit
// chain and evidence, checked offline.
// Exits with 0 when everything is valid, 1 when something is not, 2 when it could not be checked, and 3 when everything
// is valid but the document is not complete.
import { X509Certificate } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import { drawPictures } from "@/lib/engine/compare-pictures";
import { startChildren, startSecondReaders } from "@/lib/engine/lines/children";
import type { Bundle } from "@/lib/evidence/check/check-bundle";
import { checkInput, type CheckedInput, type CheckInput } from "@/lib/evidence/check/check-input";
import type { Problem } from "@/lib/evidence/check/findings";
import { BundleError, readBundle } from "@/lib/evidence/check/read-bundle";
import { judgePictures } from "@/lib/pades/verify/pictures/judge-pictures";
import type { PicturePlan } from "@/lib/pades/verify/report/picture-report";
import { outcomeOf, type Outcome, type VerificationReport } from "@/lib/pades/verify/report/report";
import { verifyAndPlan } from "@/lib/pades/verify/verify-pdf";
import { openSegments, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { DomainError } from "@/lib/platform/errors";
import {
  bundleProblemText,
  noteText,
  printable,
  printReport,
  problemText,
  summaryOf,
} from "@/scripts/verify/print-report";

/** The command-line arguments are invalid. */
class ArgumentError extends Error {}

interface GivenFiles {
  pdf: string | null;
  zip: string | null;
  json: string | null;
}

type Kind = keyof GivenFiles;

const kindNames: Record<Kind, string> = { pdf: "a PDF", zip: "a bundle", json: "a chain" };
const headBytes = 1024;

/**
 * Classifies one or two files by content: each is used, or refused by name. Throws ArgumentError, and any error from
 * opening a file.
 */
function sortFiles(files: readonly string[]): GivenFiles {
  const kinds = files.map(kindOf);
  const [first, second] = kinds;
  if (second !== undefined && first !== "pdf")
    throw new ArgumentError(`${files[0]} is ${kindNames[first ?? "pdf"]}: the first of two files must be a PDF`);
  if (second === "pdf") throw new ArgumentError(`${files[1]} is a PDF: the second file must be a bundle or a chain`);
  const given = (kind: Kind): string | null => files[kinds.indexOf(kind)] ?? null;
  return { pdf: given("pdf"), zip: given("zip"), json: given("json") };
}

/** By a file's content, not its name. */
function kindOf(file: string): Kind {
  const head = headOf(file);
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return "zip";
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(head)) return "json";
  if (head.includes("%PDF-")) return "pdf";
  throw new ArgumentError(`${file} is not a PDF, a bundle (zip) or a chain (JSON in UTF-8)`);
}

function headOf(file: string): string {
  const head = Buffer.alloc(headBytes);
  const handle = openSync(file, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, headBytes, 0)).toString("latin1");
  } finally {
    closeSync(handle);
  }
}

/** Some editors begin a JSON file with a byte order mark, which is ignored. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes;
}

/**
 * The self-issued certificates of a PEM file, such as the response of `/pki/ca.crt`. Throws ArgumentError if there is
 * none.
 */
function rootsIn(file: string): Buffer[] {
  const blocks = readFileSync(file, "latin1").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const roots = blocks.map((pem) => readCertificate(file, pem)).filter(({ subject, issuer }) => subject === issuer);
  if (roots.length === 0) throw new ArgumentError(`${file} contains no root certificate (PEM)`);
  return roots.map(({ raw }) => raw);
}

function readCertificate(file: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ArgumentError(`${file} contains an unreadable certificate`);
  }
}

/** More than a page allows, because a person at a terminal can wait. */
const milliseconds = 60_000;
const limits = { budgetMs: milliseconds, othersMs: milliseconds, maxPages: 2_000 };

type Judge = (report: VerificationReport) => VerificationReport;

/**
 * Compares the renderings of the signed revisions of the document, or of each file of an envelope, with the file, and
 * returns a function that adds the result to the report of a path. Throws the errors of `verifyAndPlan`.
 */
async function comparePictures({
  document,
  bundle,
  roots = [],
}: CheckInput): Promise<(report: VerificationReport, path: string) => VerificationReport> {
  const files = [...(bundle?.files ?? [])].flatMap(([entry, path]) => (entry.endsWith(".pdf") ? [path] : []));
  const judges = new Map<string, Judge>();
  for (const path of [...(document === null ? [] : [document]), ...files])
    judges.set(path, await compareOne(path, roots));
  return (report, path) => judges.get(path)?.(report) ?? report;
}

async function compareOne(path: string, roots: readonly Buffer[]): Promise<Judge> {
  const segment = { path, size: statSync(path).size };
  const plan = planOf(segment, roots);
  if (!plan) return (report) => report;
  // The server's own child programs, from the folder that contains this script's bundle.
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const renderers = { pdfium: startChildren(folder, 1), pdfjs: startSecondReaders(folder, 1) };
  try {
    const drawn = await drawPictures(renderers, [segment], plan, limits);
    return (report) => judgePictures(report, plan, drawn);
  } finally {
    renderers.pdfium.close();
    renderers.pdfjs.close();
  }
}

function planOf(segment: SegmentPath, roots: readonly Buffer[]): PicturePlan | null {
  const source = openSegments([segment]);
  try {
    return verifyAndPlan(source, { milliseconds, ours: { rootCertificates: roots } }).plan;
  } finally {
    source.close();
  }
}

const usage =
  "usage: npm run verify -- [--json] [--ca=ROOT.pem] FILE.pdf [BUNDLE.zip | CHAIN.json]\n       npm run verify -- [--json] [--ca=ROOT.pem] BUNDLE.zip\n" +
  "       ROOT.pem: the root certificate that the service publishes at /pki/ca.crt";
/** Outcomes of valid files that should not be relied on without further checks. */
const reservations: readonly Outcome[] = [
  "incomplete",
  "superseded",
  "not_signed_here",
  "authority_changed",
  "content_added",
];
const deepestJson = 32;
const largestChainBytes = 64 * 1024 * 1024;

interface Arguments {
  files: readonly string[];
  ca: string | null;
  isJson: boolean;
}

/** Throws ArgumentError for arguments that cannot be used. */
function readArguments(args: readonly string[]): Arguments {
  const files = args.filter((argument) => !argument.startsWith("--"));
  const authorities = args.filter((argument) => argument.startsWith("--ca="));
  const unknown = args.find(
    (argument) => argument.startsWith("--") && argument !== "--json" && !authorities.includes(argument),
  );
  if (files.length === 0) throw new ArgumentError("no file given");
  const unused = unknown ?? files[2] ?? authorities[1];
  if (unused !== undefined) throw new ArgumentError(`unexpected argument: ${unused}`);
  return { files, ca: authorities[0]?.slice("--ca=".length) ?? null, isJson: args.includes("--json") };
}

async function gather({ files, ca }: Arguments, folder: string): Promise<CheckInput> {
  const { pdf, zip, json } = sortFiles(files);
  if (json !== null && statSync(json).size > largestChainBytes)
    throw new ArgumentError(`${json} is larger than ${largestChainBytes} bytes`);
  const roots = ca === null ? {} : { roots: rootsIn(ca) };
  const bundle = zip === null ? null : await openBundle(zip, folder);
  const parts = bundle?.parts ?? {};
  return {
    ...roots,
    ...(bundle ? { bundle } : {}),
    document: pdf ?? parts["document.pdf"] ?? null,
    evidence: parts["evidence.pdf"] ?? null,
    chain: json ?? parts["chain.json"] ?? null,
  };
}

async function openBundle(zip: string, folder: string): Promise<Bundle> {
  const foreign: string[] = [];
  const [attachments, files] = [new Map<string, string>(), new Map<string, string>()];
  const parts = await readBundle(
    zip,
    folder,
    (name) => foreign.push(name),
    (name, file) => attachments.set(name, file),
    (name, file) => files.set(name, file),
  );
  return { parts, foreign, attachments, files };
}

function print(checked: CheckedInput): void {
  const { document, evidence, chain, files = [], problems, notes } = checked;
  if (document) printReport(document);
  for (const { entry, report } of files) {
    console.log(`\nfile      ${printable(entry)}`);
    printReport(report);
  }
  if (evidence) console.log(`\nevidence  ${evidence.verdict}`);
  if (chain)
    console.log(
      `${evidence ? "" : "\n"}chain     ${chain.data.length} events of document ${printable(chain.file.uuid)}, head ${printable(chain.head.hash)}`,
    );
  notes.forEach((note) => console.log(`note      ${printable(noteText(note))}`));
  problems.forEach((problem) => console.log(`PROBLEM   ${printable(problemText(problem))}`));
  console.log(`\n${printable(summaryOf(checked))}`);
}

async function main(args: readonly string[]): Promise<number> {
  if (args.every((argument) => argument === "--json")) {
    console.error(usage);
    return 2;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "paraph-verify-"));
  try {
    const wish = readArguments(args);
    const parts = await gather(wish, folder);
    const checked = checkInput(
      parts,
      (bytes) => parseStrictJson(withoutMark(bytes), deepestJson),
      await comparePictures(parts),
    );
    if (wish.isJson) console.log(JSON.stringify(toJson(checked), null, 2));
    else print(checked);
    return exitCodeOf(checked);
  } catch (error) {
    console.error(`cannot be checked: ${printable(reasonOf(error))}`);
    return 2;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With the outcome, and a sentence beside the code of each finding. */
function toJson({ document, files, problems, notes, ...checked }: CheckedInput): object {
  const withText = (problem: Problem): object => ({ ...problem, text: problemText(problem) });
  return {
    ...checked,
    document: document && { ...document, outcome: outcomeOf(document) },
    ...(files ? { files: files.map((file) => ({ ...file, problems: file.problems.map(withText) })) } : {}),
    problems: problems.map(withText),
    notes: notes.map((note) => ({ ...note, text: noteText(note) })),
  };
}

function exitCodeOf({ problems, document, files = [] }: CheckedInput): number {
  if (problems.length > 0) return 1;
  const reports = [...(document ? [document] : []), ...files.map(({ report }) => report)];
  return reports.some((report) => reservations.includes(outcomeOf(report))) ? 3 : 0;
}

function reasonOf(error: unknown): string {
  if (error instanceof PdfError) return `${error.code} (${error.detail})`;
  if (error instanceof DomainError) return `the audit trail is not valid JSON (${error.detail ?? error.code})`;
  if (error instanceof BundleError) return `the bundle was rejected: ${bundleProblemText(error.problem)}`;
  if (error instanceof ArgumentError) return error.message;
  if (error instanceof Error && "code" in error && ["ENOENT", "EISDIR", "EACCES"].includes(String(error.code)))
    return error.message;
  throw error;
}

process.exitCode = await main(process.argv.slice(2));
