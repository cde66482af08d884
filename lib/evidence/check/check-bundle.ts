import { readFileSync } from "node:fs";
import { bundleReadme, factsOf } from "@/lib/evidence/bundle-readme";
import { closedParts, envelopeParts } from "@/lib/evidence/closing-record";
import type { ChainDocument } from "@/lib/evidence/schema";
import { isGreen } from "@/lib/pades/verify/report/report";
import { verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { differingFacts } from "@/lib/platform/signed-texts";
import { checkAttachments } from "./check-attachments";
import { checkCertificates } from "./check-certificates";
import { noFindings, note, problem, type Findings } from "./findings";
import { hashPrefixes } from "./hash-prefixes";
import type { UnpackedBundle } from "./read-bundle";

/** An unpacked bundle, and the names of the other entries it contained. */
export interface Bundle {
  parts: UnpackedBundle;
  foreign: readonly string[];
  /** Attachment files by entry name. */
  attachments?: ReadonlyMap<string, string>;
  /** The files of an envelope and their chains, by entry name. */
  files?: ReadonlyMap<string, string>;
}

interface Beside {
  /** The PDF given in addition to the bundle, or the bundle's own. */
  given: ByteSource | null;
  /** The bundle's own PDF. */
  own: ByteSource | null;
  evidence: ByteSource | null;
  chain: ChainDocument | null;
  options: VerifyOptions;
  /** Whether a valid closing record covers every byte of the parts. */
  isClosed: boolean;
  isEnvelope: boolean;
  /** The signed PDFs whose certificates are in the bundle. */
  documents: readonly ByteSource[];
}

/** Every part of a bundle is checked: missing parts, additional ones, and each part that no other check compares. */
export function checkBundle({ parts, foreign, attachments, files }: Bundle, beside: Beside): Findings {
  const named = beside.isEnvelope ? envelopeParts : closedParts;
  const missing = named.filter((name) => parts[name] === undefined).map((name) => problem("entry_missing", { name }));
  const misplaced = beside.isEnvelope
    ? [parts["document.pdf"] === undefined ? [] : ["document.pdf"]].flat()
    : [...(files?.keys() ?? [])];
  const others = [...foreign, ...misplaced].map((name) => problem("entry_unexpected", { name }));
  const document =
    beside.given && beside.own && beside.given !== beside.own
      ? compareDocuments(beside.given, beside.own, beside.options)
      : noFindings;
  const pem = parts["certificates.pem"];
  const certificates =
    pem === undefined ? noFindings : checkCertificates(readFileSync(pem, "utf8"), beside.documents, beside.evidence);
  const readme =
    parts["README.txt"] === undefined || beside.isClosed
      ? noFindings
      : checkReadme(readFileSync(parts["README.txt"], "utf8"), beside.chain);
  const attached = checkAttachments(attachments ?? new Map(), beside.chain);
  return {
    problems: [
      ...missing,
      ...others,
      ...document.problems,
      ...certificates.problems,
      ...readme.problems,
      ...attached.problems,
    ],
    notes: [...document.notes, ...(beside.isClosed ? [] : certificates.notes), ...readme.notes, ...attached.notes],
  };
}

/** The bytes are equal, or one document is the beginning of the other, because revisions are only appended. */
function compareDocuments(given: ByteSource, own: ByteSource, options: VerifyOptions): Findings {
  const shared = Math.min(given.size, own.size);
  const isBeginning = hashPrefixes(given, [shared]).get(shared) === hashPrefixes(own, [shared]).get(shared);
  if (!isBeginning) return { problems: [problem("given_pdf_unrelated")], notes: [] };
  if (given.size === own.size) return noFindings;
  if (given.size > own.size) return { problems: [], notes: [note("given_pdf_later")] };
  const { verdict } = verifyPdf(own, options);
  return {
    problems: isGreen(verdict) ? [] : [problem("verdict_not_intact", { pdf: "bundled", verdict })],
    notes: [note("given_pdf_earlier")],
  };
}

/**
 * The facts must match the chain. Another version may have worded the rest differently, so a difference there is only a
 * note.
 */
function checkReadme(text: string, chain: ChainDocument | null): Findings {
  if (chain === null) return { problems: [], notes: [note("readme_not_compared")] };
  const problems = differingFacts(text, factsOf(chain)).map((label) => problem("readme_fact_mismatch", { label }));
  const isWritten = text === bundleReadme(chain);
  return { problems, notes: isWritten ? [] : [note("readme_reworded")] };
}
