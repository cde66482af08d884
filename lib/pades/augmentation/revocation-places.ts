import type { X509Certificate } from "node:crypto";
import { childrenOf, contentOf, readBer } from "@/lib/pades/verify/cms/ber";
import { extensionOf } from "./certificate-path";

const distributionPointsId = "2.5.29.31";
/** DistributionPoint.distributionPoint, its fullName, and a GeneralName that is a URI (RFC 5280, 4.2.1.13). */
const explicit0 = 0xa0;
const uri = 0x86;
/** More addresses of one kind than that are not tried. */
const most = 2;

/** URLs of the issuer's OCSP responders for the certificate (RFC 5280, 4.2.2.1). */
export function ocspPlaces(certificate: X509Certificate): string[] {
  return accessPlaces(certificate, "OCSP");
}

/** URLs of the issuer's own certificate. */
export function issuerPlaces(certificate: X509Certificate): string[] {
  return accessPlaces(certificate, "CA Issuers");
}

/** URLs of the issuer's revocation list. */
export function listPlaces(certificate: X509Certificate): string[] {
  const extension = extensionOf(certificate.raw, distributionPointsId);
  const points = extension ? childrenOf(readBer(extension.value)).flatMap(childrenOf) : [];
  const names = points
    .filter(({ tag }) => tag === explicit0)
    .flatMap(childrenOf)
    .filter(({ tag }) => tag === explicit0)
    .flatMap(childrenOf);
  return onlyHttp(names.filter(({ tag }) => tag === uri).map((name) => contentOf(name).toString("latin1")));
}

function accessPlaces(certificate: X509Certificate, method: "OCSP" | "CA Issuers"): string[] {
  const lines = (certificate.infoAccess ?? "").split("\n");
  return onlyHttp(
    lines.flatMap((line) => (line.startsWith(`${method} - URI:`) ? [line.slice(`${method} - URI:`.length)] : [])),
  );
}

function onlyHttp(places: readonly string[]): string[] {
  return places.filter((place) => /^https?:\/\//i.test(place)).slice(0, most);
}
