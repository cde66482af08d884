import sharp from "sharp";
import type { PdfEngine } from "@/lib/engine/engine";
import { buildCms } from "@/lib/pades/cms";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { makeIssuingCertificate, makeRootCertificate, makeSingleUseCertificate } from "@/lib/x509/issued-certificates";
import { localKey } from "@/lib/x509/signing-key";
import { makeKeyPair } from "@/lib/x509/wrapped-key";

/** The signers of the test: a separate authority, one key, one drawn signature. */
export interface SigningParty {
  cms: CmsMaker;
  /** PNG as produced by our own normaliser. */
  image: Buffer;
}

export async function makeSigningParty(engine: PdfEngine): Promise<SigningParty> {
  const now = new Date();
  const spec = { organization: "corpus", now };
  const [rootKey, issuingKey, key] = await Promise.all([makeKeyPair("p256"), makeKeyPair("p256"), makeKeyPair("p256")]);
  const root = {
    certificate: await makeRootCertificate(spec, localKey(rootKey.privateKey)),
    key: localKey(rootKey.privateKey),
  };
  const issuing = {
    certificate: await makeIssuingCertificate(spec, issuingKey.publicKey, root, null),
    key: localKey(issuingKey.privateKey),
  };
  const person = { displayName: "Ada Lovelace", email: "ada@example.org", proof: "corpus" };
  const certificate = await makeSingleUseCertificate(person, key.publicKey, now, issuing);
  const drawn = await sharp({ create: { width: 300, height: 120, channels: 4, background: "#102a6b" } })
    .png()
    .toBuffer();
  return {
    cms: (digest) => buildCms({ digest, certificate, chain: [issuing.certificate], key: localKey(key.privateKey) }),
    image: (await engine.normaliseImage(drawn)).png,
  };
}
