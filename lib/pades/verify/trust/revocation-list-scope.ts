import { childrenOf, contentOf, rawOf, readBer } from "@/lib/pades/verify/cms/ber";
import type { Certificate } from "@/lib/pades/verify/trust/certificate";
import { basicConstraintsOf, Oid } from "@/lib/pades/verify/trust/certificate-extensions";
import { issuingDistributionPoint, type RevocationList } from "@/lib/pades/verify/trust/revocation-list";

/** Tags of IssuingDistributionPoint (RFC 5280 5.2.5). */
const Part = {
  place: 0xa0,
  onlyUsers: 0x81,
  onlyAuthorities: 0x82,
  someReasons: 0x83,
  indirect: 0x84,
  onlyAttributes: 0x85,
} as const;

/**
 * Whether a list speaks of a certificate at all, so that not being on it means something (RFC 5280 6.3.3 b): lists may cover one kind
 * of certificates, some reasons, or what one distribution point was named for. Throws BerError.
 */
export function covers(list: RevocationList, certificate: Certificate): boolean {
  const scope = list.extensions.get(issuingDistributionPoint);
  if (!scope) {
    return true;
  }
  const parts = childrenOf(readBer(scope.value));
  const isSet = (tag: number) => parts.some((part) => part.tag === tag && contentOf(part)[0] !== 0);
  if (isSet(Part.indirect) || isSet(Part.onlyAttributes) || parts.some(({ tag }) => tag === Part.someReasons)) {
    return false;
  }
  const { isAuthority } = basicConstraintsOf(certificate);
  if (isSet(isAuthority ? Part.onlyUsers : Part.onlyAuthorities)) {
    return false;
  }
  const place = parts.find(({ tag }) => tag === Part.place);
  return !place || namesPlace(certificate, generalNamesIn(rawOf(place)));
}

// The names are compared as they are written: an authority writes the same address in both places.
function namesPlace(certificate: Certificate, places: readonly Buffer[]): boolean {
  const points = certificate.extensions.get(Oid.crlDistributionPoints);
  return points !== undefined && places.some((name) => points.value.includes(name));
}

function generalNamesIn(place: Buffer): Buffer[] {
  const [choice] = childrenOf(readBer(place));
  return choice ? childrenOf(choice).map(rawOf) : [];
}
