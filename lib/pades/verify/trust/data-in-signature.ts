import { BerError, childrenOf, octetsOf, oidOf, rawOf, readBer, Tag, type BerNode } from "@/lib/pades/verify/cms/ber";
import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";

/** Adobe's archive of revocation data among the signed attributes (ISO 32000-2, 12.8.3.3.2). */
const adobeArchiveOid = "1.2.840.113583.1.1.8";
/** CAdES' own, among the unsigned ones (ETSI EN 319 122-1, A.1.1.2 and A.1.2.2). */
const certificateValuesOid = "1.2.840.113549.1.9.16.2.23";
const revocationValuesOid = "1.2.840.113549.1.9.16.2.24";
const ocspResponseOid = "1.3.6.1.5.5.7.16.2";

/** DER of the validation data that travel inside a signature. */
export interface DataInSignature {
  certificates: Buffer[];
  lists: Buffer[];
  responses: Buffer[];
}

/** Whatever of it can be read. */
export function dataInSignature(cms: CmsSignature): DataInSignature {
  const archived = valuesOf(cms.signedAttributes.values.get(adobeArchiveOid), { lists: 0xa0, responses: 0xa1 });
  const values = valuesOf(cms.unsignedAttributes.values.get(revocationValuesOid), { lists: 0xa0, responses: 0xa1 });
  const beside = cms.revocationInfos.map(readChoice);
  const certificates = (cms.unsignedAttributes.values.get(certificateValuesOid) ?? []).flatMap((list) =>
    unlessBroken(() => childrenOf(list).map(rawOf)),
  );
  return {
    certificates: [...cms.certificates, ...certificates],
    lists: [...archived.lists, ...values.lists, ...beside.flatMap(({ list }) => (list ? [list] : []))],
    responses: [
      ...archived.responses,
      ...values.responses,
      ...beside.flatMap(({ response }) => (response ? [response] : [])),
    ],
  };
}

function valuesOf(
  nodes: readonly BerNode[] | undefined,
  tags: { lists: number; responses: number },
): Pick<DataInSignature, "lists" | "responses"> {
  const parts = (nodes ?? []).flatMap((node) => unlessBroken(() => childrenOf(definiteOf(node))));
  const taken = (tag: number) =>
    parts
      .filter((part) => part.tag === tag)
      .flatMap((part) => unlessBroken(() => childrenOf(childrenOf(part)[0] ?? part).map(rawOf)));
  return { lists: taken(tags.lists), responses: taken(tags.responses) };
}

// Some writers wrap the archive into an OCTET STRING.
function definiteOf(node: BerNode): BerNode {
  return node.tag === Tag.octetString ? readBer(octetsOf(node)) : node;
}

// RevocationInfoChoice: a list, or [1] of a kind that is named (RFC 5940).
function readChoice(node: BerNode): { list?: Buffer; response?: Buffer } {
  if (node.tag === Tag.sequence) {
    return { list: rawOf(node) };
  }
  const [type, value] = node.tag === Tag.context1 ? unlessBroken(() => childrenOf(node)) : [];
  const isResponse = type !== undefined && unlessBroken(() => [oidOf(type)])[0] === ocspResponseOid;
  return isResponse && value ? { response: rawOf(value) } : {};
}

function unlessBroken<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof BerError) {
      return [];
    }
    throw error;
  }
}
