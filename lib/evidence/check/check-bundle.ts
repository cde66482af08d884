import { readFileSync } from "node:fs";
import { isGreen, verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { closedParts } from "../closing-record";
import type { ChainDocument } from "../schema";
import { checkCertificates, type Findings } from "./check-certificates";
import { checkReadme } from "./check-readme";
import { hashPrefixes } from "./hash-prefixes";
import type { UnpackedBundle } from "./read-bundle";

/** A bundle as it was unpacked, and the names of what else it held. */
export interface Bundle {
  parts: UnpackedBundle;
  foreign: readonly string[];
}

interface Beside {
  /** The PDF that was given beside the bundle, or the bundle's own. */
  given: ByteSource | null;
  /** The bundle's own. */
  own: ByteSource | null;
  evidence: ByteSource | null;
  chain: ChainDocument | null;
  options: VerifyOptions;
  /** Whether a closing record holds, which fixes every byte of the parts. */
  isClosed: boolean;
}

/** Nothing in a bundle goes unread: what it lacks, what it holds besides, and each part that no other check compares. */
export function checkBundle({ parts, foreign }: Bundle, beside: Beside): Findings {
  const missing = closedParts.filter((name) => parts[name] === undefined).map((name) => `the bundle has no ${name}`);
  const others = foreign.map((name) => `the bundle holds ${name}, which is no part of a bundle and was not read`);
  const document =
    beside.given && beside.own && beside.given !== beside.own
      ? compareDocuments(beside.given, beside.own, beside.options)
      : nothing;
  const pem = parts["certificates.pem"];
  const certificates =
    pem === undefined
      ? nothing
      : checkCertificates(readFileSync(pem, "utf8"), beside.own ?? beside.given, beside.evidence);
  const readme =
    parts["README.txt"] === undefined || beside.isClosed
      ? nothing
      : checkReadme(readFileSync(parts["README.txt"], "utf8"), beside.chain);
  return {
    problems: [...missing, ...others, ...document.problems, ...certificates.problems, ...readme.problems],
    notes: [...document.notes, ...(beside.isClosed ? [] : certificates.notes), ...readme.notes],
  };
}

const nothing: Findings = { problems: [], notes: [] };

/** The same bytes, or one of them the beginning of the other: a revision is only ever added at the end. */
function compareDocuments(given: ByteSource, own: ByteSource, options: VerifyOptions): Findings {
  const shared = Math.min(given.size, own.size);
  const isBeginning = hashPrefixes(given, [shared]).get(shared) === hashPrefixes(own, [shared]).get(shared);
  if (!isBeginning)
    return {
      problems: ["the PDF that was given is not the document.pdf in the bundle, and no other revision of it"],
      notes: [],
    };
  if (given.size === own.size) return nothing;
  if (given.size > own.size)
    return { problems: [], notes: ["the PDF that was given is a later revision of the document.pdf in the bundle"] };
  const { verdict } = verifyPdf(own, options);
  return {
    problems: isGreen(verdict) ? [] : [`the signatures of the document.pdf in the bundle: ${verdict}`],
    notes: ["the PDF that was given is an earlier revision of the document.pdf in the bundle"],
  };
}
