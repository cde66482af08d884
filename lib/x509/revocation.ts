import { createHash } from "node:crypto";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import {
  keyIdentifier,
  reasonNumbers,
  wholeSeconds,
  type AnswerTimes,
  type CertificateIssuer,
  type CertificateState,
  type ReasonName,
} from "./certificate";
import { signatureAlgorithm, signedStructure } from "./signing-key";

const version2 = 1;
const firstYearOfLongTimes = 2050;

export interface RevokedSerial {
  /** Hex. */
  serialNumber: string;
  revokedAt: Date;
  reason: ReasonName;
}

/**
 * A full revocation list (RFC 5280 section 5), signed by the authority whose certificates it lists. `number` must
 * increase with each list. DER.
 */
export async function makeRevocationList(
  authority: CertificateIssuer,
  revoked: readonly RevokedSerial[],
  number: bigint,
  times: AnswerTimes,
): Promise<Buffer> {
  const issuer = pkijs.Certificate.fromBER(new Uint8Array(authority.certificate));
  const list = new pkijs.CertificateRevocationList({
    version: version2,
    signature: pkijs.AlgorithmIdentifier.fromBER(new Uint8Array(signatureAlgorithm(authority.key))),
    issuer: issuer.subject,
    thisUpdate: timeOf(times.thisUpdate),
    nextUpdate: timeOf(times.nextUpdate),
    // An empty list of entries must be omitted (RFC 5280 section 5.1.2.6).
    ...(revoked.length === 0 ? {} : { revokedCertificates: revoked.map(entryOf) }),
    crlExtensions: new pkijs.Extensions({
      extensions: [
        extension(
          pkijs.id_AuthorityKeyIdentifier,
          new pkijs.AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(issuer) }).toSchema(),
        ),
        extension(pkijs.id_CRLNumber, asn1js.Integer.fromBigInt(number)),
      ],
    }),
  });
  // Not signed yet: the first member is the content to sign.
  const [content] = (list.toSchema(true) as asn1js.Sequence).valueBlock.value;
  return signedStructure(Buffer.from(content?.toBER() ?? new ArrayBuffer(0)), authority.key);
}

/** An unspecified reason is omitted (RFC 5280 section 5.3.1). */
function entryOf({ serialNumber, revokedAt, reason }: RevokedSerial): pkijs.RevokedCertificate {
  const reasonCode = extension(pkijs.id_CRLReason, new asn1js.Enumerated({ value: reasonNumbers[reason] }));
  return new pkijs.RevokedCertificate({
    userCertificate: asn1js.Integer.fromBigInt(BigInt(`0x${serialNumber}`)),
    revocationDate: timeOf(revokedAt),
    ...(reason === "unspecified" ? {} : { crlEntryExtensions: new pkijs.Extensions({ extensions: [reasonCode] }) }),
  });
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280 section 5.1.2.4). */
function timeOf(date: Date): pkijs.Time {
  const isLong = date.getUTCFullYear() >= firstYearOfLongTimes;
  return new pkijs.Time({
    type: isLong ? pkijs.TimeType.GeneralizedTime : pkijs.TimeType.UTCTime,
    value: wholeSeconds(date),
  });
}

function extension(extnID: string, value: { toBER(): ArrayBuffer }): pkijs.Extension {
  return new pkijs.Extension({ extnID, extnValue: value.toBER() });
}

/** OCSPResponseStatus (RFC 6960 section 4.2.1). */
const statuses = { successful: 0, malformedRequest: 1, unauthorized: 6 };
const contextTag = 3;

/** An error response, without a certificate status and unsigned. DER. */
export function refuseOcsp(status: "malformedRequest" | "unauthorized"): Buffer {
  return toDer(new pkijs.OCSPResponse({ responseStatus: new asn1js.Enumerated({ value: statuses[status] }) }));
}

/**
 * An OCSP response signed by the authority itself, which it identifies by its key (RFC 6960 section 4.2.2.3). The
 * request's nonce is returned. DER.
 */
export async function makeOcspResponse(
  authority: CertificateIssuer,
  { certificates, nonce }: OcspRequest,
  stateOf: (certificate: pkijs.CertID) => CertificateState,
  times: AnswerTimes,
): Promise<Buffer> {
  const data = new pkijs.ResponseData({
    responderID: keyIdentifier(pkijs.Certificate.fromBER(new Uint8Array(authority.certificate))),
    producedAt: times.thisUpdate,
    responses: certificates.map(
      (certID) => new pkijs.SingleResponse({ certID, certStatus: statusOf(stateOf(certID)), ...times }),
    ),
    ...(nonce ? { responseExtensions: [nonce] } : {}),
  });
  const basic = await signedStructure(Buffer.from((data.toSchema(true) as asn1js.Sequence).toBER()), authority.key);
  return toDer(
    new pkijs.OCSPResponse({
      responseStatus: new asn1js.Enumerated({ value: statuses.successful }),
      responseBytes: new pkijs.ResponseBytes({
        responseType: pkijs.id_PKIX_OCSP_Basic,
        response: new asn1js.OctetString({ valueHex: new Uint8Array(basic) }),
      }),
    }),
  );
}

/** CertStatus: good [0] and unknown [2] are empty. revoked [1] has the time and optionally the reason [0]. */
function statusOf(state: CertificateState): asn1js.BaseBlock {
  if (state.kind === "revoked") {
    const time = new asn1js.GeneralizedTime({ valueDate: wholeSeconds(state.at) });
    const reason = new asn1js.Constructed({
      idBlock: { tagClass: contextTag, tagNumber: 0 },
      value: [new asn1js.Enumerated({ value: reasonNumbers[state.reason] })],
    });
    return new asn1js.Constructed({
      idBlock: { tagClass: contextTag, tagNumber: 1 },
      value: state.reason === "unspecified" ? [time] : [time, reason],
    });
  }
  return new asn1js.Primitive({ idBlock: { tagClass: contextTag, tagNumber: state.kind === "good" ? 0 : 2 } });
}

function toDer(response: pkijs.OCSPResponse): Buffer {
  return Buffer.from(response.toSchema().toBER());
}

const nonceId = "1.3.6.1.5.5.7.48.1.2";
/** RFC 9654 section 2.1, in octets, plus up to three for the OCTET STRING around the nonce. */
const maxNonceLength = 128 + 3;
/** The hashes that clients use. A certificate identified by another hash is treated as unknown. */
const hashNames: Partial<Record<string, string>> = { "1.3.14.3.2.26": "sha1", "2.16.840.1.101.3.4.2.1": "sha256" };

interface OcspRequest {
  /** At least one. */
  certificates: pkijs.CertID[];
  nonce: pkijs.Extension | null;
}

/** Reads a request (RFC 6960 section 4.1.1); null if it is invalid or unsupported. A signature is ignored. */
export function readOcspRequest(der: Uint8Array): OcspRequest | null {
  const request = parse(der);
  if (!request) return null;
  const { requestList, requestExtensions = [] } = request.tbsRequest;
  const extensions = [...requestExtensions, ...requestList.flatMap((single) => single.singleRequestExtensions ?? [])];
  const nonce = requestExtensions.find(({ extnID }) => extnID === nonceId) ?? null;
  if (requestList.length === 0 || (nonce && !isGoodNonce(nonce))) return null;
  if (extensions.some(({ critical, extnID }) => critical && extnID !== nonceId)) return null;
  return { certificates: requestList.map(({ reqCert }) => reqCert), nonce };
}

/**
 * Returns a test of whether a requested certificate names this authority as its issuer, by the hashes of its name and
 * key.
 */
export function namesAsIssuer(authority: Buffer): (certificate: pkijs.CertID) => boolean {
  const { subject, subjectPublicKeyInfo } = pkijs.Certificate.fromBER(new Uint8Array(authority));
  const name = new Uint8Array(subject.toSchema().toBER());
  const key = subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return ({ hashAlgorithm, issuerNameHash, issuerKeyHash }) => {
    const hashName = hashNames[hashAlgorithm.algorithmId];
    return hashName !== undefined && isHash(hashName, issuerNameHash, name) && isHash(hashName, issuerKeyHash, key);
  };
}

/** Lower-case hex as the instance stores it, without the zero octet that keeps a DER integer positive. */
export function requestedSerialNumber(certificate: pkijs.CertID): string {
  return Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString("hex").replace(/^00/, "");
}

function isHash(hashName: string, claimed: asn1js.OctetString, of: Uint8Array): boolean {
  return createHash(hashName).update(of).digest().equals(claimed.valueBlock.valueHexView);
}

function parse(der: Uint8Array): pkijs.OCSPRequest | null {
  try {
    const { result, offset } = asn1js.fromBER(der);
    return offset === der.length ? new pkijs.OCSPRequest({ schema: result }) : null;
  } catch {
    return null;
  }
}

function isGoodNonce({ extnValue }: pkijs.Extension): boolean {
  const length = extnValue.valueBlock.valueHexView.length;
  return length > 0 && length <= maxNonceLength;
}
