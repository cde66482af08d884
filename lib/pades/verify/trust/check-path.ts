import { brokenDigests, signatureAlgorithmOf } from "@/lib/pades/verify/cms/algorithms";
import { isSelfIssued, type Certificate } from "@/lib/pades/verify/cms/certificate";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { BerError, childrenOf, contentOf, oidOf, rawOf, readBer, type BerNode } from "@/lib/x509/ber";
import { comparableName, isBelow } from "@/lib/x509/distinguished-name";
import { KeyUsage, mayBeUsedFor, Oid, purposesOf, unknownCriticalExtensions } from "./certificate-extensions";
import { nameOf, type PathProblem } from "./issued-by";

/** Whether a rule is violated independently of the time. */
export function isBroken({ kind }: PathProblem): boolean {
  return kind === "constraint";
}

/**
 * Problems of a path at a time (RFC 5280 6.1.3 and 6.1.4), signer first. Signatures, authority and path length were
 * checked when it was built. Only the key of an anchor is used (6.1.1 d), unless the anchor itself is the signer.
 */
export function checkPath(certificates: readonly Certificate[], at: Date, isAnchored: boolean): PathProblem[] {
  const belowAnchor = isAnchored && certificates.length > 1 ? certificates.slice(0, -1) : certificates;
  return [
    ...belowAnchor.flatMap((certificate) => [...checkTimes(certificate, at), ...checkCriticalExtensions(certificate)]),
    ...unlessBroken(() => checkNameConstraints(certificates)),
    ...belowAnchor.flatMap((certificate) => weaknessesOf(certificate, !isSelfIssued(certificate))),
    ...certificates.filter(hasPolicyConstraints).map((certificate) => ({
      kind: "note" as const,
      finding: finding("policy_constraints_unchecked", { name: nameOf(certificate) }),
    })),
  ];
}

function checkTimes(certificate: Certificate, at: Date): PathProblem[] {
  if (at < certificate.notBefore) {
    return [
      {
        kind: "not_yet_valid",
        finding: finding("certificate_not_yet_valid", {
          name: nameOf(certificate),
          day: dayOf(certificate.notBefore),
        }),
      },
    ];
  }
  return at > certificate.notAfter
    ? [
        {
          kind: "expired",
          finding: finding("certificate_expired", { name: nameOf(certificate), day: dayOf(certificate.notAfter) }),
        },
      ]
    : [];
}

function checkCriticalExtensions(certificate: Certificate): PathProblem[] {
  return unknownCriticalExtensions(certificate).map((oid) => ({
    kind: "constraint",
    finding: finding("extension_unknown", { name: nameOf(certificate), oid }),
  }));
}

function unlessBroken(check: () => PathProblem[]): PathProblem[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof BerError) {
      return [{ kind: "constraint", finding: finding("name_constraint_unreadable") }];
    }
    throw error;
  }
}

function hasPolicyConstraints({ extensions }: Certificate): boolean {
  return [Oid.policyConstraints, Oid.inhibitAnyPolicy].some((oid) => extensions.get(oid)?.critical === true);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Keys with fewer bits can be expected to be broken (ETSI TS 119 312: RSA since 2011, curves since 2013). */
const fewestRsaBits = 2048;
const fewestCurveBits = 224;

/** Outdated cryptography in a certificate: a key that is too short, or an issuer's signature with a broken digest. */
function weaknessesOf(certificate: Certificate, countsItsSignature: boolean): PathProblem[] {
  const weak = (found: Finding): PathProblem => ({ kind: "weak", finding: found });
  const key = shortKeyOf(certificate);
  const digest = signatureAlgorithmOf(certificate.signatureAlgorithm)?.digest ?? "";
  return [
    ...(key === null ? [] : [weak(key)]),
    ...(countsItsSignature && brokenDigests.has(digest)
      ? [weak(finding("certificate_digest_broken", { name: nameOf(certificate), digest }))]
      : []),
  ];
}

function shortKeyOf(certificate: Certificate): Finding | null {
  const name = nameOf(certificate);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.x509.publicKey;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === "dsa" || asymmetricKeyType === "rsa" || asymmetricKeyType === "rsa-pss") {
    return bits < fewestRsaBits
      ? finding("key_too_short", { name, algorithm: asymmetricKeyType.toUpperCase(), bits })
      : null;
  }
  const curve = asymmetricKeyDetails?.namedCurve;
  const curveBits = Number(/\d{3}/.exec(curve ?? "")?.[0] ?? fewestCurveBits);
  return curve !== undefined && curveBits < fewestCurveBits ? finding("curve_too_short", { name, curve }) : null;
}

/** Forms of GeneralName (RFC 5280 4.2.1.6), by tag. */
const email = 0x81;
const dns = 0x82;
const directory = 0xa4;
const emailAddressOid = "1.2.840.113549.1.9.1";
/** Limit of names in one certificate, and of constraints of one authority, that are compared with each other. */
const mostNames = 256;

interface GeneralName {
  tag: number;
  node: BerNode;
}

/**
 * Names below a constrained authority that it is not permitted to certify (RFC 5280 4.2.1.10, 6.1.3 b and c). Throws
 * BerError.
 */
function checkNameConstraints(certificates: readonly Certificate[]): PathProblem[] {
  return certificates.flatMap((authority, index) => {
    const constraints = index === 0 ? undefined : authority.extensions.get(Oid.nameConstraints);
    const below = certificates
      .slice(0, index)
      .filter((certificate, place) => place === 0 || !isSelfIssued(certificate));
    return constraints ? below.flatMap((certificate) => compare(authority, constraints.value, certificate)) : [];
  });
}

function compare(authority: Certificate, constraints: Buffer, certificate: Certificate): PathProblem[] {
  const parts = childrenOf(readBer(constraints));
  const [permitted, excluded] = [0xa0, 0xa1].map((tag) => subtreesOf(parts.find((part) => part.tag === tag)));
  const names = namesOf(certificate);
  const problems: PathProblem[] = [];
  for (const name of names) {
    const ofSameForm = (permitted ?? []).filter(({ tag }) => tag === name.tag);
    const isOutside = ofSameForm.length > 0 && !ofSameForm.some((base) => isWithin(name, base));
    if (isOutside || (excluded ?? []).some((base) => base.tag === name.tag && isWithin(name, base))) {
      problems.push({
        kind: "constraint",
        finding: finding("name_not_permitted", { name: nameOf(certificate), authority: nameOf(authority) }),
      });
    }
  }
  const unchecked = [...(permitted ?? []), ...(excluded ?? [])].some(
    ({ tag }) => ![email, dns, directory].includes(tag) && names.some((name) => name.tag === tag),
  );
  return unchecked
    ? [...problems, { kind: "note", finding: finding("name_constraints_unchecked", { name: nameOf(authority) }) }]
    : problems;
}

function subtreesOf(list: BerNode | undefined): GeneralName[] {
  return (list ? childrenOf(list).slice(0, mostNames) : []).flatMap((subtree) => {
    const [node] = childrenOf(subtree);
    return node ? [{ tag: node.tag, node }] : [];
  });
}

function namesOf(certificate: Certificate): GeneralName[] {
  const alternative = certificate.extensions.get(Oid.subjectAlternativeName);
  const alternatives = alternative
    ? childrenOf(readBer(alternative.value)).map((node) => ({ tag: node.tag, node }))
    : [];
  const subject = readBer(certificate.subject);
  const own = childrenOf(subject).length > 0 ? [{ tag: directory, node: subject }] : [];
  const addresses = alternatives.some(({ tag }) => tag === email) ? [] : addressesIn(subject);
  return [...own, ...addresses, ...alternatives].slice(0, mostNames);
}

// RFC 5280 4.2.1.10: without an alternative name, the e-mail address in the subject is checked against the
// constraints.
function addressesIn(subject: BerNode): GeneralName[] {
  return childrenOf(subject)
    .flatMap((relative) => childrenOf(relative))
    .flatMap((attribute) => {
      const [type, value] = childrenOf(attribute);
      return type && value && oidOf(type) === emailAddressOid ? [{ tag: email, node: value }] : [];
    });
}

function isWithin(name: GeneralName, base: GeneralName): boolean {
  if (name.tag === directory) {
    return isBelow(comparableName(nameIn(name.node)), comparableName(nameIn(base.node)));
  }
  const [text, limit] = [name, base].map(({ node }) => contentOf(node).toString("latin1").toLowerCase());
  return name.tag === email ? isAddressWithin(text ?? "", limit ?? "") : isHostWithin(text ?? "", limit ?? "");
}

// A directoryName is explicitly tagged, while the subject is a plain Name.
function nameIn(node: BerNode): Buffer {
  const [inner] = node.tag === directory ? childrenOf(node) : [node];
  return rawOf(inner ?? node);
}

function isAddressWithin(address: string, limit: string): boolean {
  const host = address.slice(address.lastIndexOf("@") + 1);
  if (limit.includes("@")) {
    return address === limit;
  }
  return limit.startsWith(".") ? host.endsWith(limit) : host === limit;
}

function isHostWithin(host: string, limit: string): boolean {
  return limit === "" || host === limit || host.endsWith(limit.startsWith(".") ? limit : `.${limit}`);
}

/** Purposes unrelated to document signing. A certificate with only these was issued for something else. */
const ofMachines: ReadonlySet<string> = new Set([Oid.serverAuthentication, Oid.timeStamping, Oid.ocspSigning]);

/**
 * Whether a certificate is meant for signing documents: digitalSignature or nonRepudiation (RFC 9336 3, ETSI EN 319
 * 412-2 4.3.2).
 */
export function checkSignerUsage(signer: Certificate): PathProblem[] {
  return readable(signer, () => {
    const purposes = purposesOf(signer);
    if (!mayBeUsedFor(signer, KeyUsage.digitalSignature, KeyUsage.nonRepudiation)) {
      return finding("key_not_for_signatures", { name: nameOf(signer) });
    }
    return purposes?.every((purpose) => ofMachines.has(purpose))
      ? finding("certificate_not_for_documents", { name: nameOf(signer) })
      : null;
  });
}

/**
 * RFC 3161 2.3, for the certificate of a timestamp authority: the extended key usage must be critical and contain
 * only timeStamping.
 */
export function checkTimestampUsage(signer: Certificate): PathProblem[] {
  return readable(signer, () => {
    const purposes = purposesOf(signer) ?? [];
    if (!purposes.includes(Oid.timeStamping)) {
      return finding("timestamp_usage_missing");
    }
    if (purposes.length > 1 || signer.extensions.get(Oid.extendedKeyUsage)?.critical !== true) {
      return finding("timestamp_usage_not_alone");
    }
    return mayBeUsedFor(signer, KeyUsage.digitalSignature, KeyUsage.nonRepudiation)
      ? null
      : finding("timestamp_key_usage");
  });
}

function readable(signer: Certificate, check: () => Finding | null): PathProblem[] {
  try {
    const found = check();
    return found === null ? [] : [{ kind: "usage", finding: found }];
  } catch (error) {
    if (error instanceof BerError) {
      return [{ kind: "usage", finding: finding("extension_unreadable", { name: nameOf(signer) }) }];
    }
    throw error;
  }
}
