import type { ChainDocument } from "./schema";

/** README.txt of a bundle: its contents, and how to check it independently. */
export function bundleReadme(chain: ChainDocument): string {
  return isEnvelopeChain(chain) ? envelopeReadme(chain) : documentReadme(chain);
}

/** Whether the chain belongs to an envelope, according to its first event. */
export function isEnvelopeChain({ data }: ChainDocument): boolean {
  return data[0]?.type === "file.created" && data[0].data.kind === "envelope";
}

function documentReadme({ service, file, sealed, data }: ChainDocument): string {
  const attached = data.some(({ type }) => type === "attachment.added")
    ? "\n  attachments/      files that signers added for the sender, as far as the reader of this copy may read them"
    : "";
  const original =
    typeof data[0]?.data.convertedFrom === "string"
      ? "\n  original.*         the file that document.pdf was converted from, in the sender's copy; its SHA-256 is below"
      : "";
  return `What this is
------------
Everything that is needed to check one signed document, now or in ten years, with or without
the service that made it.

  document.pdf      the signed document, as it stands now
  evidence.pdf      who signed, what each of them proved, and every event up to the seal; sealed
  chain.json        the audit trail: every event with its hash, and the personal values behind salted hashes
  certificates.pem  the certificates of all signatures and of their authorities
  closing.json      how long and of which SHA-256 each of these files is, and where the audit trail ends
  closing.p7s       the service's signature of closing.json, with the key of its seal${original}${attached}

Document ID         ${file.uuid}
SHA-256 of upload   ${file.originalSha256}
Audit trail head    ${sealed?.hash ?? "not sealed"}
Made by             ${service}

How to check it
---------------
1. Open document.pdf and evidence.pdf in a reader that checks signatures. To have it trust the
   signatures, give it the service's root certificate: the last one in certificates.pem. Compare its
   fingerprint with the one that the service publishes at ${service}/pki/ca.crt.

2. Offline, with the source code of Paraph and Node.js, no server and no database:

     npm ci
     npm run verify -- --ca=ca.crt THIS-BUNDLE.zip

   where ca.crt is what the service answers at /pki/ca.crt; without it everything but the name of
   the service is checked.

   It checks every signature, recomputes every hash of the audit trail and names the first event that
   was altered, deleted, swapped or inserted. It ends with 0 when everything holds, with 1 when
   something does not, with 2 when it could not be checked.

3. Without that program, openssl checks the closing record, and sha256sum the files that it names:

     openssl cms -verify -binary -inform DER -in closing.p7s -content closing.json \\
       -CAfile ca.crt -purpose any -out /dev/null

4. With tools of your own: docs/EVIDENCE-FORMAT.md in the source code says how the hashes are made.
   The document's seal says the head in its reason: pdfsig document.pdf shows it.

What it proves, and what it does not, is said in evidence.pdf.
`.replaceAll("\n", "\r\n");
}

function envelopeReadme({ service, file, sealed, data }: ChainDocument): string {
  const attached = data.some(({ type }) => type === "attachment.added")
    ? "\n  attachments/      files that signers added for the sender, as far as the reader of this copy may read them"
    : "";
  return `What this is
------------
Everything that is needed to check one envelope, several PDFs signed together, now or in ten years,
with or without the service that made it.

  documents/        the signed PDFs in order: 01.pdf, 02.pdf and so on
  evidence.pdf      who signed, what each of them proved, every file and every event; sealed
  chain.json        the audit trail of the envelope: every event with its hash. Its event file.completed
                    names every file with its SHA-256 and the end of its own audit trail
  chains/           the audit trail of each file, 01.json for documents/01.pdf
  certificates.pem  the certificates of all signatures and of their authorities
  closing.json      how long and of which SHA-256 each of these files is, and where the audit trail ends
  closing.p7s       the service's signature of closing.json, with the key of its seal
  originals/        the files that documents were converted from, if any, in the sender's copy: 01.docx for
                    documents/01.pdf. Their SHA-256 is in chains/${attached}

Document ID         ${file.uuid}
SHA-256 of upload   ${file.originalSha256}
Audit trail head    ${sealed?.hash ?? "not sealed"}
Made by             ${service}

How to check it
---------------
1. Open the PDFs in a reader that checks signatures. To have it trust the signatures, give it the
   service's root certificate: the last one in certificates.pem. Compare its fingerprint with the one
   that the service publishes at ${service}/pki/ca.crt.

2. Offline, with the source code of Paraph and Node.js, no server and no database:

     npm ci
     npm run verify -- --ca=ca.crt THIS-BUNDLE.zip

   where ca.crt is what the service answers at /pki/ca.crt; without it everything but the name of
   the service is checked.

   It checks every signature of every file, recomputes every hash of all audit trails, and names a file
   that is missing, foreign or in another place, and the first event that was altered, deleted, swapped
   or inserted. It ends with 0 when everything holds, with 1 when something does not, with 2 when it
   could not be checked.

3. Without that program, openssl checks the closing record, and sha256sum the files that it names:

     openssl cms -verify -binary -inform DER -in closing.p7s -content closing.json \\
       -CAfile ca.crt -purpose any -out /dev/null

4. With tools of your own: docs/EVIDENCE-FORMAT.md in the source code says how the hashes are made.

What it proves, and what it does not, is said in evidence.pdf.
`.replaceAll("\n", "\r\n");
}
