// `npm run verify -- [--json] [--ca=ROOT.pem] FILE.pdf [BUNDLE.zip | CHAIN.json]`, or a bundle alone: signatures, audit chain and evidence, checked offline.
// Ends with 0 when everything holds, 1 when something does not, 2 when it could not be checked, 3 when everything holds of a document that is not complete.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseStrictJson } from "@/lib/api/http/strict-json";
import type { Bundle } from "@/lib/evidence/check/check-bundle";
import { checkParts, type CheckedParts, type Parts } from "@/lib/evidence/check/check-parts";
import { BundleError, readBundle } from "@/lib/evidence/check/read-bundle";
import { PdfError } from "@/lib/pdf/errors";
import { DomainError } from "@/lib/platform/errors";
import { printable, printReport, summaryOf } from "@/scripts/verify/print-report";
import { comparePictures } from "./verify/compare-pictures";
import { ArgumentError, rootsIn, sortFiles, withoutMark } from "./verify/given-files";

const usage =
  "usage: npm run verify -- [--json] [--ca=ROOT.pem] FILE.pdf [BUNDLE.zip | CHAIN.json]\n       npm run verify -- [--json] [--ca=ROOT.pem] BUNDLE.zip\n" +
  "       ROOT.pem: the root certificate that the service publishes at /pki/ca.crt";
const deepestJson = 32;
const largestChainBytes = 64 * 1024 * 1024;

interface Wish {
  files: readonly string[];
  ca: string | null;
  isJson: boolean;
}

/** Throws ArgumentError for what no run can make use of. */
function readArguments(args: readonly string[]): Wish {
  const files = args.filter((argument) => !argument.startsWith("--"));
  const authorities = args.filter((argument) => argument.startsWith("--ca="));
  const unknown = args.find(
    (argument) => argument.startsWith("--") && argument !== "--json" && !authorities.includes(argument),
  );
  if (files.length === 0) throw new ArgumentError("no file was given");
  const unused = unknown ?? files[2] ?? authorities[1];
  if (unused !== undefined) throw new ArgumentError(`${unused} is more than can be used here`);
  return { files, ca: authorities[0]?.slice("--ca=".length) ?? null, isJson: args.includes("--json") };
}

async function gather({ files, ca }: Wish, folder: string): Promise<Parts> {
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

function print(checked: CheckedParts): void {
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
  notes.forEach((note) => console.log(`note      ${printable(note)}`));
  problems.forEach((problem) => console.log(`PROBLEM   ${printable(problem)}`));
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
    const checked = checkParts(
      parts,
      (bytes) => parseStrictJson(withoutMark(bytes), deepestJson),
      await comparePictures(parts),
    );
    if (wish.isJson) console.log(JSON.stringify(checked, null, 2));
    else print(checked);
    return exitCodeOf(checked);
  } catch (error) {
    console.error(`cannot be checked: ${printable(reasonOf(error))}`);
    return 2;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exitCodeOf({ problems, document }: CheckedParts): number {
  if (problems.length > 0) return 1;
  return document?.completeness?.code === "incomplete" ? 3 : 0;
}

function reasonOf(error: unknown): string {
  if (error instanceof PdfError) return `${error.code} (${error.detail})`;
  if (error instanceof DomainError) return `the chain is not readable JSON (${error.detail ?? error.code})`;
  if (error instanceof BundleError) return `the bundle: ${error.message}`;
  if (error instanceof ArgumentError) return error.message;
  if (error instanceof Error && "code" in error && ["ENOENT", "EISDIR", "EACCES"].includes(String(error.code)))
    return error.message;
  throw error;
}

process.exitCode = await main(process.argv.slice(2));
