import { readFileSync, statSync } from "node:fs";
import { isEnvelopeChain } from "@/lib/evidence/bundle-readme";
import type { ChainDocument } from "@/lib/evidence/schema";
import type { PathCertificate, SignatureRecord, VerificationReport } from "@/lib/pades/verify/report/report";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer, openSegments, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { checkBundle, type Bundle } from "./check-bundle";
import { checkChain, type CheckedChain } from "./check-chain";
import { checkClosing, type CheckedClosing } from "./check-closing";
import { checkFiles, openFiles, type CheckedFile, type OpenedFile } from "./check-files";
import { compare, sealOf } from "./compare";
import { noFindings, problem, type Findings, type Note, type Problem } from "./findings";

/** Paths of the files to check. */
export interface CheckInput {
  /**
   * DER of the root certificates that the reader trusts to be the service's. Without any, the ownership of the signing
   * keys is not judged.
   */
  roots?: readonly Buffer[];
  document: string | null;
  evidence: string | null;
  chain: string | null;
  /** The bundle that contained one or more of them. All of its content is checked. */
  bundle?: Bundle;
}

export interface CheckedInput {
  document: VerificationReport | null;
  evidence: VerificationReport | null;
  chain: ChainDocument | null;
  /** The files of an envelope, in order. Omitted from the result for a document. */
  files?: CheckedFile[];
  trust: Omit<Trust, "problems">;
  /** Failed checks. Empty if all passed. */
  problems: Problem[];
  notes: Note[];
}

/**
 * Long enough to check the signatures of ten signers on a large file, because no web page is waiting for the result.
 */
const milliseconds = 60_000;

/** Adds the rendering findings to the report of a PDF. `path` is the path of the PDF. */
type Judge = (report: VerificationReport, path: string) => VerificationReport;

/**
 * Checks all given parts of a signed document or envelope, its audit chain and its evidence, individually and against
 * each other. Needs only these files. `parseJson` parses the chains. Throws PdfError for a PDF that cannot be read, and
 * what `parseJson` throws.
 */
export function checkInput(
  parts: CheckInput,
  parseJson: (bytes: Buffer) => unknown,
  judge: Judge = (report) => report,
): CheckedInput {
  const checked = parts.chain === null ? null : checkChain(parseJson(readFileSync(parts.chain)));
  const isEnvelope = parts.bundle !== undefined && checked?.chain != null && isEnvelopeChain(checked.chain);
  const ownPath = parts.bundle?.parts["document.pdf"] ?? null;
  const source = openPdf(parts.document);
  const own = ownPath === parts.document ? source : openPdf(ownPath);
  const files = isEnvelope ? openFiles(parts.bundle?.files ?? new Map()) : [];
  try {
    return examine(parts, { checked, isEnvelope, source, own, files, parseJson, judge });
  } finally {
    source?.close();
    if (own !== source) own?.close();
    for (const one of files) one.source.close();
  }
}

interface Opened {
  checked: CheckedChain | null;
  isEnvelope: boolean;
  /** The given PDF, or the bundle's own. */
  source: ByteSource | null;
  own: ByteSource | null;
  /** For an envelope. */
  files: OpenedFile[];
  parseJson: (bytes: Buffer) => unknown;
  judge: Judge;
}

function examine(
  parts: CheckInput,
  { checked, isEnvelope, source, own, files, parseJson, judge }: Opened,
): CheckedInput {
  const { bundle } = parts;
  const chain = checked?.chain ?? null;
  const options = { milliseconds, ours: { rootCertificates: parts.roots ?? [] } };
  const evidenceSource = parts.evidence === null ? null : fromBuffer(readFileSync(parts.evidence));
  const document = source && judge(verifyPdf(source, options), parts.document ?? "");
  const evidence = evidenceSource && verifyPdf(evidenceSource, options);
  const verified = files.map((one) => ({ ...one, report: judge(verifyPdf(one.source, options), one.path) }));
  const documents = [...(document ? [document] : []), ...verified.map(({ report }) => report)];
  const { problems, ...trust } = checkTrust({ documents, evidence }, parts.roots !== undefined);
  const closing =
    bundle && closingOf(parts, bundle, { chain, isEnvelope, reports: [...documents, evidence], parseJson });
  const isClosed = closing?.status === "held";
  const entries = bundle?.files ?? new Map<string, string>();
  const attachments = bundle?.attachments ?? new Map<string, string>();
  const given = source && document && { source, report: document };
  const inEnvelope =
    isEnvelope && chain ? checkFiles(chain, verified, { given, entries, attachments, parseJson, isClosed }) : null;
  const sources = isEnvelope ? files.map((one) => one.source) : [own ?? source].filter((one) => one !== null);
  const beside = { given: source, own, evidence: evidenceSource, chain, options, isClosed, isEnvelope };
  const findings = [
    isEnvelope
      ? compare({ source: null, document: null, evidence, checked, isClosed, isEnvelope })
      : compare({ source, document, evidence, checked, isClosed }),
    { problems, notes: [] },
    inEnvelope ?? noFindings,
    bundle ? checkBundle(bundle, { ...beside, documents: sources }) : noFindings,
    closing ?? noFindings,
  ];
  return {
    ...{ document, evidence, chain },
    ...(inEnvelope ? { files: inEnvelope.files } : {}),
    trust,
    ...together(findings),
  };
}

function closingOf(
  { roots }: CheckInput,
  { parts, attachments, files }: Bundle,
  {
    chain,
    isEnvelope,
    reports,
    parseJson,
  }: Pick<Opened, "isEnvelope" | "parseJson"> & {
    chain: ChainDocument | null;
    reports: readonly (VerificationReport | null)[];
  },
): CheckedClosing {
  return checkClosing(parts, {
    chain,
    seals: sealsOf(reports),
    roots: roots ?? null,
    parseJson,
    ...(attachments ? { attachments } : {}),
    ...(isEnvelope ? { files: files ?? new Map() } : {}),
  });
}

function openPdf(path: string | null): ByteSource | null {
  return path === null ? null : openSegments([{ path, size: statSync(path).size }]);
}

function together(findings: readonly Findings[]): Findings {
  return {
    problems: withoutRepeats(findings.flatMap(({ problems }) => problems)),
    notes: findings.flatMap(({ notes }) => notes),
  };
}

/** The evidence is compared with the chain and with the PDF, so a problem can be found twice. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((found) => [JSON.stringify(found), found])).values()];
}

function sealsOf(reports: readonly (VerificationReport | null)[]): SignatureRecord[] {
  return reports.flatMap((report) => (report && sealOf(report)?.record) ?? []);
}

/** The certificates behind the seals. Anyone can run a service that makes the same claims. */
interface Trust {
  /** `met`: every seal leads to a root provided by the reader. `not_asked`: the reader provided none. */
  status: "met" | "not_met" | "not_asked";
  /** The distinct ends of the seals' paths: a root, or the last certificate in the files. */
  tops: PathCertificate[];
  problems: Problem[];
}

function checkTrust(
  { documents, evidence }: { documents: readonly VerificationReport[]; evidence: VerificationReport | null },
  isAsked: boolean,
): Trust {
  const named = [
    ...documents.map((report) => ({ pdf: "document" as const, report })),
    ...(evidence ? [{ pdf: "evidence" as const, report: evidence }] : []),
  ];
  const seals = named.flatMap(({ pdf, report }) => {
    const record = sealOf(report)?.record;
    return record ? [{ pdf, record }] : [];
  });
  const tops = new Map(seals.flatMap(({ record }) => record.certificates.slice(-1)).map((top) => [top.sha256, top]));
  const problems = seals
    .filter(({ record }) => record.chain !== "ours")
    .map(({ pdf }) => problem("seal_authority_mismatch", { pdf }));
  if (seals.length === 0) problems.push(problem("no_seal_for_authority"));
  if (!isAsked) return { status: "not_asked", tops: [...tops.values()], problems: [] };
  return { status: problems.length === 0 ? "met" : "not_met", tops: [...tops.values()], problems };
}
