import { createHash } from "node:crypto";
import { timestampDocument } from "@/lib/pades/augmentation/augment";
import { addValidationData } from "@/lib/pades/augmentation/validation-data";
import { signFields } from "@/lib/pades/sign-fields";
import { answerTimestampRequest } from "@/lib/pades/testing/make-token";
import { buildTimestampRequest } from "@/lib/pades/timestamps/http-timestamper";
import { imprintOfSignature, withSignatureTimestamp } from "@/lib/pades/timestamps/signature-timestamp";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { childrenOf, rawOf, readBer } from "@/lib/x509/ber";
import { cmsBy, makeAuthority, makeRoot, makeSigner, type CertificatePlan, type Holder } from "./pki";
import { fileUuid, plan } from "./signed-files";

/** A signer, a timestamp authority, and the authorities that issued their certificates. */
export interface World {
  root: Holder;
  issuing: Holder;
  signer: Holder;
  stampRoot: Holder;
  stamper: Holder;
}

export interface WorldChanges {
  root?: Partial<CertificatePlan>;
  issuing?: Partial<CertificatePlan>;
  signer?: Partial<CertificatePlan>;
  stamper?: Partial<CertificatePlan>;
}

export const stampingPurpose = { purposes: ["1.3.6.1.5.5.7.3.8"], purposesAreCritical: true };

export function makeWorld({
  root: rootChanges,
  issuing: issuingChanges,
  signer: signerChanges,
  stamper: stamperChanges,
}: WorldChanges = {}): World {
  const root = makeRoot("Signing Root", rootChanges);
  const issuing = makeAuthority("Issuing", root, issuingChanges);
  const stampRoot = makeRoot("Stamping Root");
  const stamper = makeSigner("Stamper", stampRoot, { ...stampingPurpose, ...stamperChanges });
  return { root, issuing, signer: makeSigner("Ada", issuing, signerChanges), stampRoot, stamper };
}

export interface StampPlan {
  by?: Holder;
  at: string;
}

/** A token of the world's stamper over a digest. */
export function makeToken({ stamper, stampRoot }: World, digest: Buffer, { by = stamper, at }: StampPlan): Buffer {
  const request = buildTimestampRequest(digest, Buffer.from([1, 2, 3]));
  const response = answerTimestampRequest(request, {
    certificate: by.certificate,
    key: by.privateKey,
    chain: [stampRoot.certificate],
    at: new Date(at),
  });
  const token = childrenOf(readBer(response))[1];
  return token ? rawOf(token) : Buffer.alloc(0);
}

export interface SignaturePlan {
  claimedAt?: string;
  stamp?: StampPlan;
  /** A second token beside it, from another world's stamper. */
  stranger?: { world: World; at: string };
}

/** A form with one field, signed by Ada. */
export async function makeSigned(
  world: World,
  { claimedAt = "2026-06-02T12:00:00Z", stamp, stranger }: SignaturePlan = {},
): Promise<Buffer> {
  const form = formPdf({ widgets: ["/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]"] });
  const makeCms = cmsBy(world.signer, world.issuing, world.root);
  const signing = async (digest: Buffer): Promise<Buffer> => {
    const cms = await makeCms(digest);
    const imprint = imprintOfSignature(cms);
    const tokens = [
      ...(stamp ? [makeToken(world, imprint, stamp)] : []),
      ...(stranger ? [makeToken(stranger.world, imprint, stranger)] : []),
    ];
    return tokens.length > 0 ? withSignatureTimestamp(cms, Buffer.concat(tokens)) : cms;
  };
  const { tail } = await signFields(fromBuffer(form), plan("Sig1", { signedAt: new Date(claimedAt) }), signing);
  return Buffer.concat([form, tail]);
}

/** Adds a document security store, or extends the existing one. */
export function withData(
  bytes: Buffer,
  data: { lists?: readonly Buffer[]; responses?: readonly Buffer[]; certificates?: readonly Buffer[] },
): Buffer {
  const entry = {
    vriKey: null,
    certificates: data.certificates ?? [],
    ocspAnswers: data.responses ?? [],
    revocationLists: data.lists ?? [],
  };
  return Buffer.concat([bytes, addValidationData(fromBuffer(bytes), [entry])]);
}

/** Appends a document timestamp over the whole file. */
export async function withDocumentTimestamp(world: World, bytes: Buffer, stamp: StampPlan): Promise<Buffer> {
  const { tail } = await timestampDocument(
    fromBuffer(bytes),
    { fileUuid, maxPages: 10 },
    () => createHash("sha256").update(bytes),
    (digest) => makeToken(world, digest, stamp),
  );
  return Buffer.concat([bytes, tail]);
}
