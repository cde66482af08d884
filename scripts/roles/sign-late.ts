import { signRevision } from "@/lib/pades/sign-revision";
import {
  buildSignatureDictionary,
  buildTimestampDictionary,
  DEFAULT_PLACEHOLDER_BYTES,
} from "@/lib/pades/signature-dictionary";
import type { TestSigner } from "@/lib/pades/testing/certificates";
import { makeToken, type World } from "@/lib/pades/verify/testing/long-term-files";
import { Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { hashSource } from "@/lib/pdf/hash-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

interface LateField {
  /** One of both: who signs, or who stamps. */
  signer?: TestSigner;
  stampedBy?: World;
  /** Of the widget, without kind, name and value. */
  entries: string;
  /** Operators of its appearance; null for none. */
  drawing: string | null;
}

/** Appends a field of its own with a signature or timestamp over everything. */
export async function addField(bytes: Buffer, { signer, stampedBy, entries, drawing }: LateField): Promise<Buffer> {
  const target = new Target(bytes);
  const { revision } = target;
  const signature = stampedBy
    ? buildTimestampDictionary(DEFAULT_PLACEHOLDER_BYTES)
    : buildSignatureDictionary({
        signedAt: new Date("2026-11-21T10:00:00Z"),
        name: null,
        reason: null,
        references: [],
        placeholderBytes: DEFAULT_PLACEHOLDER_BYTES,
      });
  const signatureNum = revision.add(signature.body);
  const appearance =
    drawing === null
      ? ""
      : `/AP<</N ${pdfRef(revision.addStream("/Type/XObject/Subtype/Form/BBox[0 0 200 200]", drawing))}>>`;
  target.addField(`/FT/Sig/T(Late)${entries}${appearance}/V ${pdfRef(signatureNum)}`);
  const toSign = {
    revision,
    fieldName: "Late",
    signature,
    signatureNum,
    hashAll: () => hashSource(fromBuffer(bytes), null),
  };
  const makeCms = (digest: Buffer): Promise<Buffer> | Buffer =>
    stampedBy
      ? makeToken(stampedBy, digest, { at: "2026-11-21T10:00:00Z" })
      : signer
        ? signer.makeCms(digest)
        : Buffer.alloc(0);
  return Buffer.concat([bytes, (await signRevision(toSign, makeCms)).tail]);
}
