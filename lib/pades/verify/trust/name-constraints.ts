import { childrenOf, contentOf, oidOf, rawOf, readBer, type BerNode } from "@/lib/pades/verify/cms/ber";
import { isSelfIssued, type Certificate } from "@/lib/pades/verify/trust/certificate";
import { Oid } from "@/lib/pades/verify/trust/certificate-extensions";
import { comparableName, isBelow } from "@/lib/pades/verify/trust/distinguished-name";
import { calledBy, type PathProblem } from "@/lib/pades/verify/trust/path-problem";

/** Forms of GeneralName (RFC 5280 4.2.1.6), by tag. */
const email = 0x81;
const dns = 0x82;
const directory = 0xa4;
const emailAddressOid = "1.2.840.113549.1.9.1";
/** Names of one certificate, and constraints of one authority, that are compared with each other. */
const mostNames = 256;

interface GeneralName {
  tag: number;
  node: BerNode;
}

/** Names below a constrained authority that it may not vouch for (RFC 5280 4.2.1.10, 6.1.3 b and c). Throws BerError. */
export function checkNameConstraints(certificates: readonly Certificate[]): PathProblem[] {
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
        text: `${calledBy(authority)} may not vouch for a name of ${calledBy(certificate)}`,
      });
    }
  }
  const unchecked = [...(permitted ?? []), ...(excluded ?? [])].some(
    ({ tag }) => ![email, dns, directory].includes(tag) && names.some((name) => name.tag === tag),
  );
  return unchecked
    ? [...problems, { kind: "note", text: `some of the name constraints of ${calledBy(authority)} are not checked` }]
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

// RFC 5280 4.2.1.10: without an alternative name the address in the subject is held against the constraints.
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

// A directoryName is explicitly tagged, the subject is a Name as it stands.
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
