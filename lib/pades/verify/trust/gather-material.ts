import { readCertificate, type Certificate } from "@/lib/pades/verify/cms/certificate";
import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import type { Deadline } from "@/lib/pades/verify/file/deadline";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { BerError, childrenOf, octetsOf, oidOf, rawOf, readBer, Tag, type BerNode } from "@/lib/x509/ber";
import { CertificatePool, type Anchors } from "./build-path";
import { LinkBudget } from "./issued-by";
import { RevocationData, type DataOrigin } from "./revocation-data";

/** Limit of certificates read from one signature. */
const mostInSignature = 64;
const largestCertificate = 64 * 1024;

/** Trust anchors and other certificates passed to a verifier. All DER. */
export interface TrustAnchors {
  /** This instance's root certificates, including old ones. */
  ours: readonly Buffer[];
  /** Roots known from elsewhere, as the operator configured them. */
  known: readonly Buffer[];
  /** Current revocation lists of our own authorities. */
  revocationLists: readonly Buffer[];
}

/** The data by which the paths and revocation of one file are judged. */
export interface TrustMaterial {
  anchors: Anchors;
  pool: CertificatePool;
  revocation: RevocationData;
  budget: LinkBudget;
}

/**
 * Collects certificates and revocation data from the signatures, the security store and the verifier's own data.
 * Never throws because of the file's content.
 */
export function gatherMaterial(
  document: PdfDocument,
  signatures: readonly CmsSignature[],
  trust: TrustAnchors,
  deadline: Deadline,
): TrustMaterial {
  const [ours, known] = [openAll(trust.ours), openAll(trust.known)];
  const material: TrustMaterial = {
    anchors: { ours, known },
    pool: new CertificatePool(),
    revocation: new RevocationData(),
    budget: new LinkBudget(),
  };
  material.pool.add([...trust.ours, ...trust.known]);
  trust.revocationLists.forEach((der) => material.revocation.addList(der, { kind: "own" }));
  signatures.forEach((cms) => addSignature(material, cms));
  if (!document.isEncrypted) {
    addStore(material, document, deadline);
  }
  return material;
}

/** Adds the data that a signature or a timestamp carries. */
export function addSignature({ pool, revocation }: TrustMaterial, cms: CmsSignature): void {
  const origin: DataOrigin = { kind: "signature" };
  const inside = dataInSignature(cms);
  pool.add(inside.certificates.slice(0, mostInSignature));
  inside.responses.forEach((der) => {
    revocation.addResponse(der, origin);
  });
  inside.lists.forEach((der) => revocation.addList(der, origin));
}

function addStore({ pool, revocation }: TrustMaterial, document: PdfDocument, deadline: Deadline): void {
  const store = storeObjectsOf(document);
  const each = (numbers: Iterable<number>, use: (num: number) => void) =>
    [...numbers].forEach((num) => (deadline.passed ? undefined : use(num)));
  each(store.certificates, (num) => pool.add(listed(storedBytes(document, num, largestCertificate))));
  each(store.responses, (num) =>
    listed(storedBytes(document, num, revocation.bytesLeft)).forEach((der) =>
      revocation.addResponse(der, { kind: "store", objectNum: num }),
    ),
  );
  each(store.lists, (num) =>
    listed(storedBytes(document, num, revocation.bytesLeft)).forEach((der) =>
      revocation.addList(der, { kind: "store", objectNum: num }),
    ),
  );
}

function listed(der: Buffer | null): Buffer[] {
  return der ? [der] : [];
}

function openAll(ders: readonly Buffer[]): Certificate[] {
  return ders.map(readCertificate).filter((certificate) => certificate !== null);
}

/** Adobe's archive of revocation data in the signed attributes (ISO 32000-2, 12.8.3.3.2). */
const adobeArchiveOid = "1.2.840.113583.1.1.8";
/** CAdES' own, in the unsigned attributes (ETSI EN 319 122-1, A.1.1.2 and A.1.2.2). */
const certificateValuesOid = "1.2.840.113549.1.9.16.2.23";
const revocationValuesOid = "1.2.840.113549.1.9.16.2.24";
const ocspResponseOid = "1.3.6.1.5.5.7.16.2";

/** DER of the validation data embedded in a signature. */
interface DataInSignature {
  certificates: Buffer[];
  lists: Buffer[];
  responses: Buffer[];
}

/** Unreadable parts are skipped. */
function dataInSignature(cms: CmsSignature): DataInSignature {
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

// Some writers wrap the archive in an OCTET STRING.
function definiteOf(node: BerNode): BerNode {
  return node.tag === Tag.octetString ? readBer(octetsOf(node)) : node;
}

// RevocationInfoChoice: a list, or [1] with a type identifier (RFC 5940).
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

/** Limit of entries read from one array of the store. */
const mostEntries = 512;
const mostSignatures = 512;

/**
 * Object numbers of the streams in a document's security store (/DSS, ISO 32000-2, 12.8.4.3), including its VRI
 * entries.
 */
interface StoreObjects {
  certificates: Set<number>;
  responses: Set<number>;
  lists: Set<number>;
}

/** Empty if there is no store, or none that can be read. */
export function storeObjectsOf(document: PdfDocument): StoreObjects {
  const found: StoreObjects = { certificates: new Set(), responses: new Set(), lists: new Set() };
  orWhenUnreadable(() => {
    const catalog = document.catalog();
    const store = document.dict(catalog.value.entries.get("DSS"), catalog.bytes);
    if (store) {
      take(document, store, found, { certificates: "Certs", responses: "OCSPs", lists: "CRLs" });
      entriesOfVri(document, store).forEach((entry) =>
        take(document, entry, found, { certificates: "Cert", responses: "OCSP", lists: "CRL" }),
      );
    }
  }, undefined);
  return found;
}

function entriesOfVri(document: PdfDocument, store: Located<PdfDict>): Located<PdfDict>[] {
  const vri = document.dict(store.value.entries.get("VRI"), store.bytes);
  const values = vri ? [...vri.value.entries.values()].slice(0, mostSignatures) : [];
  return values.flatMap((value) => {
    const entry = vri && document.dict(value, vri.bytes);
    return entry ? [entry] : [];
  });
}

function take(
  document: PdfDocument,
  from: Located<PdfDict>,
  into: StoreObjects,
  keys: Record<keyof StoreObjects, string>,
): void {
  for (const kind of ["certificates", "responses", "lists"] as const) {
    const list = document.array(from.value.entries.get(keys[kind]), from.bytes);
    for (const item of list?.value.items.slice(0, mostEntries) ?? []) {
      if (item.kind === "ref") {
        into[kind].add(item.num);
      }
    }
  }
}

/**
 * The decoded stream of one of these objects, or null if it is missing, damaged or larger than `mostBytes` as stored.
 */
function storedBytes(document: PdfDocument, num: number, mostBytes: number): Buffer | null {
  return orWhenUnreadable(() => {
    const object = document.load(num);
    return object && document.rawStream(object).length <= mostBytes ? document.decodedStream(object) : null;
  }, null);
}
