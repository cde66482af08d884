import { readFileSync, statSync } from "node:fs";
import type { SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";
import { isGreen, verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer, openSegments, type ByteSource } from "@/lib/pdf/byte-source";
import type { ChainDocument } from "../schema";
import { checkBundle, type Bundle } from "./check-bundle";
import type { Findings } from "./check-certificates";
import { checkChain, type CheckedChain } from "./check-chain";
import { checkClosing } from "./check-closing";
import { checkDocument } from "./check-document";
import { checkEvidence, checkEvidenceBytes, checkEvidenceOf } from "./check-evidence";
import { serviceNote } from "./check-service";
import { checkTrust, type Trust } from "./check-trust";
import { sealOf } from "./seal-of";

/** Paths of what there is to check. */
export interface Parts {
  /** DER of the root certificates that the reader trusts to be the service's; none: whose keys signed is not judged. */
  roots?: readonly Buffer[];
  document: string | null;
  evidence: string | null;
  chain: string | null;
  /** The bundle that one or more of them come from: all that it holds is looked at. */
  bundle?: Bundle;
}

export interface CheckedParts {
  document: VerificationReport | null;
  evidence: VerificationReport | null;
  chain: ChainDocument | null;
  trust: Omit<Trust, "problems">;
  /** What does not hold. Empty: everything does. */
  problems: string[];
  notes: string[];
}

/** No signature of ten signers on a large file should go unchecked for want of time: nobody waits for a web page here. */
const milliseconds = 60_000;

/**
 * Checks whatever there is of a signed document, its audit chain and its evidence, each by itself and against the others. Needs nothing but these files.
 * `parseJson` reads the chain, `judge` adds to the document's report what pictures show. Throws PdfError for a PDF that cannot be read, and what `parseJson` throws.
 */
export function checkParts(
  parts: Parts,
  parseJson: (bytes: Buffer) => unknown,
  judge: (report: VerificationReport) => VerificationReport = (report) => report,
): CheckedParts {
  const source = openPdf(parts.document);
  const ownPath = parts.bundle?.parts["document.pdf"] ?? null;
  const own = ownPath === parts.document ? source : openPdf(ownPath);
  try {
    const options = { milliseconds, ours: { rootCertificates: parts.roots ?? [] } };
    const evidenceSource = parts.evidence === null ? null : fromBuffer(readFileSync(parts.evidence));
    const document = source && judge(verifyPdf(source, options));
    const evidence = evidenceSource && verifyPdf(evidenceSource, options);
    const checked = parts.chain === null ? null : checkChain(parseJson(readFileSync(parts.chain)));
    const chain = checked?.chain ?? null;
    const { problems, ...trust } = checkTrust({ document, evidence }, parts.roots !== undefined);
    const closing = parts.bundle
      ? checkClosing(parts.bundle.parts, {
          chain,
          seals: sealsOf([document, evidence]),
          roots: parts.roots ?? null,
          parseJson,
        })
      : null;
    const isClosed = closing?.status === "held";
    const findings = [
      compare({ source, document, evidence, checked, isClosed }),
      { problems, notes: [] },
      ...(parts.bundle
        ? [checkBundle(parts.bundle, { given: source, own, evidence: evidenceSource, chain, options, isClosed })]
        : []),
      ...(closing ? [closing] : []),
    ];
    return { document, evidence, chain, trust, ...together(findings) };
  } finally {
    source?.close();
    if (own !== source) own?.close();
  }
}

function openPdf(path: string | null): ByteSource | null {
  return path === null ? null : openSegments([{ path, size: statSync(path).size }]);
}

function together(findings: readonly Findings[]): Findings {
  return {
    problems: [...new Set(findings.flatMap(({ problems }) => problems))],
    notes: findings.flatMap(({ notes }) => notes),
  };
}

function sealsOf(reports: readonly (VerificationReport | null)[]): SignatureRecord[] {
  return reports.flatMap((report) => (report && sealOf(report)?.record) ?? []);
}

interface Checked {
  source: ByteSource | null;
  document: VerificationReport | null;
  evidence: VerificationReport | null;
  checked: CheckedChain | null;
  isClosed: boolean;
}

function compare({ source, document, evidence, checked, isClosed }: Checked): Findings {
  const chain = checked?.chain ?? null;
  const against = chain && source && document ? checkDocument(chain, source, document, isClosed) : null;
  const sealedHead = against?.sealedHead ?? chain?.sealed?.hash ?? null;
  return {
    problems: [
      ...(document && !isGreen(document.verdict) ? [`the signatures of the document: ${document.verdict}`] : []),
      ...(checked?.problems ?? []),
      ...(against?.problems ?? []),
      ...(evidence && !chain && !isGreen(evidence.verdict) ? [`the evidence document: ${evidence.verdict}`] : []),
      ...(evidence && chain ? checkEvidence({ uuid: chain.file.uuid, head: sealedHead }, evidence) : []),
      ...(evidence && document ? checkEvidenceOf(document, evidence) : []),
      ...(evidence && chain ? checkEvidenceBytes(chain, evidence) : []),
    ],
    notes: [
      ...(against?.notes ?? []),
      ...(chain && !isClosed ? [serviceNote(chain, document)] : []),
      ...copyNotes(document, checked),
    ],
  };
}

function copyNotes(document: VerificationReport | null, checked: CheckedChain | null): string[] {
  if (!checked?.chain) return [];
  const { hiddenValues } = checked;
  return [
    ...(document ? [] : ["no signed PDF was given: the chain holds together or does not, and no seal vouches for it"]),
    ...(hiddenValues > 0
      ? [
          `${hiddenValues} personal values are erased or not shown in this copy; their salted hashes hold the chain together`,
        ]
      : []),
  ];
}
