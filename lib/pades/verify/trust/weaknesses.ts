import { brokenDigests, signatureAlgorithmOf } from "@/lib/pades/verify/cms/algorithms";
import type { Certificate } from "@/lib/pades/verify/trust/certificate";
import { calledBy, type PathProblem } from "@/lib/pades/verify/trust/path-problem";

/** Bits below which a key can be expected to be broken (ETSI TS 119 312: RSA since 2011, curves since 2013). */
const fewestRsaBits = 2048;
const fewestCurveBits = 224;

/** Cryptography of the past in a certificate: a key too short, an issuer's signature over a broken digest. */
export function weaknessesOf(certificate: Certificate, countsItsSignature: boolean): PathProblem[] {
  const weak = (text: string): PathProblem => ({ kind: "weak", text });
  const key = shortKeyOf(certificate);
  const digest = signatureAlgorithmOf(certificate.signatureAlgorithm)?.digest ?? "";
  return [
    ...(key === null ? [] : [weak(`the key of ${calledBy(certificate)} is too short: ${key}`)]),
    ...(countsItsSignature && brokenDigests.has(digest)
      ? [weak(`the certificate of ${calledBy(certificate)} was signed with ${digest}`)]
      : []),
  ];
}

function shortKeyOf({ x509 }: Certificate): string | null {
  const { asymmetricKeyType, asymmetricKeyDetails } = x509.publicKey;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === "dsa" || asymmetricKeyType === "rsa" || asymmetricKeyType === "rsa-pss") {
    return bits < fewestRsaBits ? `${asymmetricKeyType.toUpperCase()} with ${bits} bits` : null;
  }
  const curve = asymmetricKeyDetails?.namedCurve;
  const curveBits = Number(/\d{3}/.exec(curve ?? "")?.[0] ?? fewestCurveBits);
  return curve !== undefined && curveBits < fewestCurveBits ? `the curve ${curve}` : null;
}
