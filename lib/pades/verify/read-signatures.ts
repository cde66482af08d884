import type { Deadline } from "@/lib/pades/verify/deadline";
import { noFindings } from "@/lib/pades/verify/findings";
import { formerSignatures } from "@/lib/pades/verify/former-signatures";
import { readSignature, type ReadSignature } from "@/lib/pades/verify/read-signature";
import type { RevisionStore } from "@/lib/pades/verify/revisions";
import type { FilledSignature } from "@/lib/pades/verify/signature-fields";
import { holdsStrandedSignature } from "@/lib/pades/verify/stranded-signatures";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PdfDocument } from "@/lib/pdf/document";

/** Signatures of one file that are checked; what comes after them is `unsupported`. */
const mostSignatures = 256;

/** Reads the signatures of the final file, and those that it held before; a rewritten one is read as it was made. */
export function readSignatures(
  store: RevisionStore,
  signatures: readonly FilledSignature[],
  deadline: Deadline,
): ReadSignature[] {
  const { document } = store;
  const current = signatures.map((signature, index) => {
    const isPassedOver = index >= mostSignatures || deadline.passed;
    return isPassedOver ? passOver(signature) : readOrRefuse(document, signature);
  });
  const former = formerSignatures(store, current)
    .slice(0, mostSignatures)
    .map((signature) => readFormer(document, signature));
  const rewritten = new Set(former.map(({ signature }) => signature.fieldNum));
  const kept = current.filter(
    ({ signature, findings }) => findings.invalid.length === 0 || !rewritten.has(signature.fieldNum),
  );
  const reads = [...kept, ...former];
  if (holdsStrandedSignature(document, reads)) {
    reads.forEach(({ findings }) =>
      findings.modified.push("behind it stands a signature that no field leads to any more"),
    );
  }
  return reads;
}

function readFormer(document: PdfDocument, signature: FilledSignature): ReadSignature {
  const read = readOrRefuse(document, signature);
  read.findings.modified.push("a later revision took this signature out or wrote it anew");
  return read;
}

function readOrRefuse(document: PdfDocument, signature: FilledSignature): ReadSignature {
  return unlessDamaged(() => readSignature(document, signature), {
    ...passOver(signature),
    findings: { ...noFindings(), invalid: ["the signature is too damaged to be read"] },
  });
}

function passOver(signature: FilledSignature): ReadSignature {
  const findings = { ...noFindings(), unsupported: ["the file holds more signatures than are checked"] };
  return { signature, range: null, cms: null, token: null, digest: null, findings };
}
