import { readmeLines, type ReadmeFacts } from "@/lib/platform/signed-texts";
import type { ChainDocument } from "./schema";

/** README.txt of a bundle: its contents, and how to check it independently. */
export function bundleReadme(chain: ChainDocument): string {
  return isEnvelopeChain(chain) ? envelopeReadme(chain) : documentReadme(chain);
}

/** Whether the chain belongs to an envelope, according to its first event. */
export function isEnvelopeChain({ data }: ChainDocument): boolean {
  return data[0]?.type === "file.created" && data[0].data.kind === "envelope";
}

/** The facts in README.txt. */
export function factsOf({ service, file, sealed }: ChainDocument): ReadmeFacts {
  return {
    "Document ID": file.uuid,
    "SHA-256 of upload": file.originalSha256,
    "Audit trail head": sealed?.hash ?? "not sealed",
    "Made by": service,
  };
}

/** The parts in which the README of an envelope differs from that of a document. */
interface ReadmeTexts {
  subject: string;
  /** The files, one per line, with their meaning. */
  contents: string;
  /** Step 1: opening the files in a reader. */
  open: string;
  /** Step 2: the checks of the program. */
  checks: string;
  /** Step 4: what the definition of the hashes leaves to say. */
  seal: string;
}

function readme(chain: ChainDocument, { subject, contents, open, checks, seal }: ReadmeTexts): string {
  return `About this bundle
-----------------
${subject}

${contents}

${readmeLines(factsOf(chain))}

How to verify
-------------
1. ${open}

2. Offline, with the source code of Paraph and Node.js, no server and no database:

     npm ci
     npm run verify -- --ca=ca.crt THIS-BUNDLE.zip

   where ca.crt is the file at ${chain.service}/pki/ca.crt. Without it, everything but
   the name of the service is verified.

   ${checks}

3. Without that program, openssl verifies the closing record, and sha256sum the files listed in it:

     openssl cms -verify -binary -inform DER -in closing.p7s -content closing.json \\
       -CAfile ca.crt -purpose any -out /dev/null

4. With tools of your own: docs/EVIDENCE-FORMAT.md in the source code defines the hashes.${seal}

evidence.pdf states what this proves.
`.replaceAll("\n", "\r\n");
}

function attachmentsLine({ data }: ChainDocument): string {
  return data.some(({ type }) => type === "attachment.added")
    ? "\n  attachments/      files that signers added for the sender, only those that the reader of this copy may read"
    : "";
}

function documentReadme(chain: ChainDocument): string {
  const original =
    typeof chain.data[0]?.data.convertedFrom === "string"
      ? "\n  original.*         the file that document.pdf was converted from, in the sender's copy; its SHA-256 is below"
      : "";
  return readme(chain, {
    subject: `Everything needed to verify one signed document, now or in ten years, with or without the service
that created it.`,
    contents: `  document.pdf      the current signed document
  evidence.pdf      the signers, their proofs and every event up to the seal; sealed
  chain.json        the audit trail: every event with its hash, and the personal values behind salted hashes
  certificates.pem  the certificates of all signatures and of their authorities
  closing.json      size and SHA-256 of each of these files, and the end of the audit trail
  closing.p7s       the service's signature of closing.json, with the key of its seal${original}${attachmentsLine(chain)}`,
    open: `Open document.pdf and evidence.pdf in a reader that verifies signatures. To make it trust
   the signatures, import the service's root certificate, the last one in certificates.pem. Compare
   its fingerprint with the one that the service publishes at ${chain.service}/pki/ca.crt.`,
    checks: `It verifies every signature, recomputes every hash of the audit trail and names the first altered,
   deleted, swapped or inserted event. Exit code 0: everything is valid. 1: something is not valid.
   2: the check could not run. 3: valid, with a warning.`,
    seal: ` The seal's
   reason contains the head of the audit trail: pdfsig document.pdf shows it.`,
  });
}

function envelopeReadme(chain: ChainDocument): string {
  return readme(chain, {
    subject: `Everything needed to verify one envelope, several PDFs signed together, now or in ten years, with or
without the service that created it.`,
    contents: `  documents/        the signed PDFs in order: 01.pdf, 02.pdf and so on
  evidence.pdf      the signers, their proofs, every file and every event; sealed
  chain.json        the audit trail of the envelope: every event with its hash. Its event file.completed
                    names every file with its SHA-256 and the end of its own audit trail
  chains/           the audit trail of each file, 01.json for documents/01.pdf
  certificates.pem  the certificates of all signatures and of their authorities
  closing.json      size and SHA-256 of each of these files, and the end of the audit trail
  closing.p7s       the service's signature of closing.json, with the key of its seal
  originals/        the files that documents were converted from, if any, in the sender's copy: 01.docx for
                    documents/01.pdf. Their SHA-256 is in chains/${attachmentsLine(chain)}`,
    open: `Open the PDFs in a reader that verifies signatures. To make it trust the signatures, import the
   service's root certificate, the last one in certificates.pem. Compare its fingerprint with the one
   that the service publishes at ${chain.service}/pki/ca.crt.`,
    checks: `It verifies every signature of every file, recomputes every hash of all audit trails, and names a
   missing, foreign or misplaced file and the first altered, deleted, swapped or inserted event. Exit
   code 0: everything is valid. 1: something is not valid. 2: the check could not run. 3: valid, with a
   warning.`,
    seal: "",
  });
}
