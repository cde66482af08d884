import { readFileSync } from "node:fs";
import { bundleReadme } from "@/lib/evidence/bundle-readme";
import { closedParts, envelopeParts } from "@/lib/evidence/closing-record";
import type { ChainDocument } from "@/lib/evidence/schema";
import { isGreen } from "@/lib/pades/verify/report";
import { verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { checkAttachments } from "./check-attachments";
import { checkCertificates, type Findings } from "./check-certificates";
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
  const missing = named.filter((name) => parts[name] === undefined).map((name) => `${name} is missing from the bundle`);
  const misplaced = beside.isEnvelope
    ? [parts["document.pdf"] === undefined ? [] : ["document.pdf"]].flat()
    : [...(files?.keys() ?? [])];
  const others = [...foreign, ...misplaced].map((name) => `unexpected file in the bundle: ${name} (not checked)`);
  const document =
    beside.given && beside.own && beside.given !== beside.own
      ? compareDocuments(beside.given, beside.own, beside.options)
      : nothing;
  const pem = parts["certificates.pem"];
  const certificates =
    pem === undefined ? nothing : checkCertificates(readFileSync(pem, "utf8"), beside.documents, beside.evidence);
  const readme =
    parts["README.txt"] === undefined || beside.isClosed
      ? nothing
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

const nothing: Findings = { problems: [], notes: [] };

/** The bytes are equal, or one document is the beginning of the other, because revisions are only appended. */
function compareDocuments(given: ByteSource, own: ByteSource, options: VerifyOptions): Findings {
  const shared = Math.min(given.size, own.size);
  const isBeginning = hashPrefixes(given, [shared]).get(shared) === hashPrefixes(own, [shared]).get(shared);
  if (!isBeginning)
    return {
      problems: ["the given PDF does not match document.pdf in the bundle and is not another revision of it"],
      notes: [],
    };
  if (given.size === own.size) return nothing;
  if (given.size > own.size)
    return { problems: [], notes: ["the given PDF is a later revision of document.pdf in the bundle"] };
  const { verdict } = verifyPdf(own, options);
  return {
    problems: isGreen(verdict) ? [] : [`signature verdict of document.pdf in the bundle: ${verdict}`],
    notes: ["the given PDF is an earlier revision of document.pdf in the bundle"],
  };
}

/** The lines of README.txt that state facts, in every version of it (docs/EVIDENCE-FORMAT.md). */
const factLines: Readonly<Record<string, (chain: ChainDocument) => string>> = {
  "Document ID": ({ file }) => file.uuid,
  "SHA-256 of upload": ({ file }) => file.originalSha256,
  "Audit trail head": ({ sealed }) => sealed?.hash ?? "not sealed",
  "Made by": ({ service }) => service,
};

/** The facts must match the chain. Another version may have worded the rest differently, so a difference there is only a note. */
function checkReadme(text: string, chain: ChainDocument | null): Findings {
  if (chain === null) return { problems: [], notes: ["README.txt could not be compared: no readable audit trail"] };
  const problems = Object.entries(factLines).flatMap(([label, fact]) => {
    const said = [...text.matchAll(new RegExp(`^${label} {2,}(.*?)\\r?$`, "gm"))].map(([, value]) => value);
    const isStated = said.length > 0 && said.every((value) => value === fact(chain));
    return isStated ? [] : [`“${label}” in README.txt is missing or does not match the audit trail`];
  });
  const isWritten = text === bundleReadme(chain);
  return {
    problems,
    notes: isWritten
      ? []
      : [
          "README.txt differs from the text that this version writes: only the document ID, the two hashes and the service in it were checked",
        ],
  };
}
