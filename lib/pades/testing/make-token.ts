import { createHash, sign, type KeyObject } from "node:crypto";
import { childrenOf, contentOf, rawOf, readBer, Tag } from "@/lib/x509/ber";
import {
  derNull,
  derTrue,
  derValue,
  explicit,
  implicitSetOf,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  setOf,
  smallInteger,
} from "@/lib/x509/der";

const OID = {
  signedData: objectIdentifier("1.2.840.113549.1.7.2"),
  tstInfo: objectIdentifier("1.2.840.113549.1.9.16.1.4"),
  contentType: objectIdentifier("1.2.840.113549.1.9.3"),
  messageDigest: objectIdentifier("1.2.840.113549.1.9.4"),
  signingCertificateV2: objectIdentifier("1.2.840.113549.1.9.16.2.47"),
  sha256: objectIdentifier("2.16.840.1.101.3.4.2.1"),
  policy: objectIdentifier("1.2.3.4.1"),
  ecdsaWithSha256: objectIdentifier("1.2.840.10045.4.3.2"),
  rsaEncryption: objectIdentifier("1.2.840.113549.1.1.1"),
};

/** Overrides for a token's content and signer; omitted entries are valid. */
export interface TokenPlan {
  certificate: Buffer;
  key: KeyObject;
  chain?: readonly Buffer[];
  at?: Date;
  /** Replaces the requested value. */
  imprint?: Buffer;
  nonce?: Buffer;
  accuracySeconds?: number;
  /** PKIStatus. */
  status?: number;
}

/**
 * Answers a TimeStampReq in this process: for invalid tokens that `openssl ts` cannot make, and for benchmarks, where
 * starting `openssl ts` would dominate the measurement.
 */
export function answerTimestampRequest(query: Buffer, plan: TokenPlan): Buffer {
  const [, imprint, ...options] = childrenOf(readBer(query));
  const hashed = imprint && childrenOf(imprint)[1];
  const digest = hashed && contentOf(hashed);
  const given = options.find(({ tag }) => tag === Tag.integer);
  const nonce = plan.nonce ?? (given && contentOf(given));
  const info = tstInfo({ ...plan, imprint: plan.imprint ?? digest ?? Buffer.alloc(32), ...(nonce ? { nonce } : {}) });
  return sequence(sequence(smallInteger(plan.status ?? 0)), signedInfo(info, plan));
}

export function refuseTimestamp(status = 2): Buffer {
  return sequence(sequence(smallInteger(status), sequence(derValue(0x0c, Buffer.from("not today")))));
}

function tstInfo({ imprint, nonce, at = new Date(), accuracySeconds }: TokenPlan): Buffer {
  const time = derValue(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
  return sequence(
    smallInteger(1),
    OID.policy,
    sequence(sequence(OID.sha256, derNull()), octetString(imprint ?? Buffer.alloc(32))),
    smallInteger(7),
    time,
    ...(accuracySeconds === undefined
      ? []
      : [sequence(positiveInteger(Buffer.from([accuracySeconds >> 8, accuracySeconds & 0xff])))]),
    derTrue(),
    ...(nonce ? [positiveInteger(nonce)] : []),
  );
}

function signedInfo(info: Buffer, { certificate, key, chain = [] }: TokenPlan): Buffer {
  const [tbs] = childrenOf(readBer(certificate));
  const fields = (tbs ? childrenOf(tbs) : []).filter(({ tag }, index) => index > 0 || tag !== Tag.context0);
  const [serial, , issuer] = fields;
  if (!serial || issuer?.tag !== Tag.sequence) throw new RangeError("no certificate");
  const attribute = (type: Buffer, value: Buffer): Buffer => sequence(type, setOf(value));
  const certHash = sequence(sequence(sequence(octetString(createHash("sha256").update(certificate).digest()))));
  const attributes = setOf(
    attribute(OID.contentType, OID.tstInfo),
    attribute(OID.messageDigest, octetString(createHash("sha256").update(info).digest())),
    attribute(OID.signingCertificateV2, certHash),
  );
  const isEcdsa = key.asymmetricKeyType === "ec";
  const signature = sign("sha256", attributes, isEcdsa ? { key, dsaEncoding: "der" } : key);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(rawOf(issuer), rawOf(serial)),
    sequence(OID.sha256),
    Buffer.concat([Buffer.of(0xa0), attributes.subarray(1)]),
    isEcdsa ? sequence(OID.ecdsaWithSha256) : sequence(OID.rsaEncryption, derNull()),
    octetString(signature),
  );
  const encapsulated = sequence(OID.tstInfo, explicit(0, octetString(info)));
  const signedData = sequence(
    smallInteger(3),
    setOf(sequence(OID.sha256)),
    encapsulated,
    implicitSetOf(0, certificate, ...chain),
    setOf(signerInfo),
  );
  return sequence(OID.signedData, explicit(0, signedData));
}
