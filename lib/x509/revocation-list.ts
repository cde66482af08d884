import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import {
  keyIdentifier,
  reasonNumbers,
  wholeSeconds,
  type AnswerTimes,
  type CertificateIssuer,
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
 * DER of a full revocation list (RFC 5280 section 5), signed by the authority whose certificates it lists. `number` must grow from
 * list to list.
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
    // An empty list of entries must be left out (section 5.1.2.6).
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
  // Without a signature yet: the first member is what is signed.
  const [content] = (list.toSchema(true) as asn1js.Sequence).valueBlock.value;
  return signedStructure(Buffer.from(content?.toBER() ?? new ArrayBuffer(0)), authority.key);
}

/** An unspecified reason is omitted (section 5.3.1). */
function entryOf({ serialNumber, revokedAt, reason }: RevokedSerial): pkijs.RevokedCertificate {
  const reasonCode = extension(pkijs.id_CRLReason, new asn1js.Enumerated({ value: reasonNumbers[reason] }));
  return new pkijs.RevokedCertificate({
    userCertificate: asn1js.Integer.fromBigInt(BigInt(`0x${serialNumber}`)),
    revocationDate: timeOf(revokedAt),
    ...(reason === "unspecified" ? {} : { crlEntryExtensions: new pkijs.Extensions({ extensions: [reasonCode] }) }),
  });
}

/** UTCTime up to 2049, GeneralizedTime from then on (section 5.1.2.4). */
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
