import type { ChainDocument } from "./schema";

/** README.txt of a bundle: what is in it, and how to check it without anybody's help. */
export function bundleReadme({ service, file, sealed }: ChainDocument): string {
  return `What this is
------------
Everything that is needed to check one signed document, now or in ten years, with or without
the service that made it.

  document.pdf      the signed document, as it stands now
  evidence.pdf      who signed, what each of them proved, and every event up to the seal; sealed
  chain.json        the audit trail: every event with its hash, and the personal values behind salted hashes
  certificates.pem  the certificates of all signatures and of their authorities
  closing.json      how long and of which SHA-256 each of these files is, and where the audit trail ends
  closing.p7s       the service's signature of closing.json, with the key of its seal

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
