import {
  BerError,
  childrenOf,
  contentOf,
  isConstructed,
  octetsOf,
  oidOf,
  rawOf,
  readBer,
  Tag,
  toDefinite,
  type BerNode,
} from "@/lib/x509/ber";

/** The length octet of the indefinite form. Without it, the encoding is definite throughout. */
const indefiniteLength = 0x80;
const signedDataOid = "1.2.840.113549.1.7.2";

export interface AlgorithmIdentifier {
  oid: string;
  parameters: BerNode | null;
}

/** One CMS SignedData with exactly one SignerInfo (RFC 5652 section 5), parsed but not checked. */
export interface CmsSignature {
  /** The length of the structure in bytes. The rest of /Contents must be zeros. */
  length: number;
  contentType: string;
  /** The encapsulated content, or null for a detached signature. */
  content: Buffer | null;
  /** DER of every X.509 certificate embedded in the signature. */
  certificates: Buffer[];
  /** The embedded revocation data (RevocationInfoChoices, RFC 5652 10.2.1), unparsed. */
  revocationInfos: BerNode[];
  digestAlgorithms: string[];
  digestAlgorithm: string;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Buffer;
  signerId: SignerId;
  /**
   * The exact bytes covered by the signature: the signed attributes as a SET (RFC 5652 5.4). Null if there are none.
   */
  signedAttributesBytes: Buffer | null;
  /** Whether the signed attributes are in the DER order of a SET OF, as RFC 5652 5.4 requires. */
  attributesInOrder: boolean;
  signedAttributes: Attributes;
  unsignedAttributes: Attributes;
}

export type SignerId = { kind: "issuer"; issuer: Buffer; serial: Buffer } | { kind: "key"; keyIdentifier: Buffer };

/** Attribute type → its values. An attribute that occurs twice is listed in `repeated`. */
export interface Attributes {
  values: ReadonlyMap<string, readonly BerNode[]>;
  repeated: readonly string[];
}

/** Reads a CMS signature from the start of `bytes`. Throws BerError with a readable reason. */
export function readCms(bytes: Buffer): CmsSignature {
  const contentInfo = readBer(bytes);
  const [type, wrapped, more] = childrenOf(expect(contentInfo, Tag.sequence));
  if (!type || !wrapped || more || oidOf(type) !== signedDataOid) {
    throw new BerError("not a CMS SignedData");
  }
  const signedData = only(childrenOf(expect(wrapped, Tag.context0)), "SignedData");
  const parts = childrenOf(expect(signedData, Tag.sequence));
  const [, digestSet, encapsulated] = parts;
  const signerInfos = parts.at(-1);
  const between = parts.slice(3, -1);
  if (
    !digestSet ||
    !encapsulated ||
    !signerInfos ||
    between.some(({ tag }) => tag !== Tag.context0 && tag !== Tag.context1)
  ) {
    throw new BerError("SignedData is incomplete, or holds something else");
  }
  const certificateSet = between.find((part) => part.tag === Tag.context0);
  const revocationSet = between.find((part) => part.tag === Tag.context1);
  return {
    length: contentInfo.end,
    ...readEncapsulated(encapsulated),
    certificates: certificateSet ? certificatesIn(certificateSet) : [],
    revocationInfos: revocationSet ? childrenOf(revocationSet) : [],
    digestAlgorithms: childrenOf(expect(digestSet, Tag.set)).map((algorithm) => readAlgorithm(algorithm).oid),
    ...readSignerInfo(only(childrenOf(expect(signerInfos, Tag.set)), "SignerInfo")),
  };
}

function readEncapsulated(node: BerNode): Pick<CmsSignature, "contentType" | "content"> {
  const [type, wrapped] = childrenOf(expect(node, Tag.sequence));
  if (!type) {
    throw new BerError("encapContentInfo is empty");
  }
  const content = wrapped ? octetsOf(only(childrenOf(expect(wrapped, Tag.context0)), "eContent")) : null;
  return { contentType: oidOf(type), content };
}

// Other certificate formats (attribute certificates, RFC 5652 10.2.2) have context tags and are skipped.
function certificatesIn(set: BerNode): Buffer[] {
  return childrenOf(set)
    .filter((node) => node.tag === Tag.sequence)
    .map(rawOf);
}

type SignerPart = Omit<
  CmsSignature,
  "length" | "contentType" | "content" | "certificates" | "revocationInfos" | "digestAlgorithms"
>;

function readSignerInfo(node: BerNode): SignerPart {
  const parts = childrenOf(expect(node, Tag.sequence));
  const [, identifier, digest] = parts;
  const signed = parts[3]?.tag === Tag.context0 ? parts[3] : null;
  const rest = parts.slice(signed ? 4 : 3);
  const [algorithm, signature, unsigned, ...further] = rest;
  const isWhole = further.length === 0 && (unsigned === undefined || unsigned.tag === Tag.context1);
  if (!identifier || !digest || !algorithm || !signature || !isWhole) {
    throw new BerError("SignerInfo is incomplete, or holds something else");
  }
  return {
    signerId: readSignerId(identifier),
    digestAlgorithm: readAlgorithm(digest).oid,
    signedAttributesBytes: signed ? asSet(signed) : null,
    attributesInOrder: signed === null || isInOrder(childrenOf(signed).map(rawOf)),
    signedAttributes: readAttributes(signed),
    signatureAlgorithm: readAlgorithm(algorithm),
    signature: octetsOf(signature),
    unsignedAttributes: readAttributes(unsigned ?? null),
  };
}

function readSignerId(node: BerNode): SignerId {
  if (node.tag !== Tag.sequence) {
    return { kind: "key", keyIdentifier: octetsOf(node) };
  }
  const [issuer, serial] = childrenOf(node);
  if (!issuer || !serial) {
    throw new BerError("issuerAndSerialNumber is incomplete");
  }
  return { kind: "issuer", issuer: rawOf(issuer), serial: contentOf(serial) };
}

export function readAlgorithm(node: BerNode): AlgorithmIdentifier {
  const [oid, parameters] = childrenOf(expect(node, Tag.sequence));
  if (!oid) {
    throw new BerError("AlgorithmIdentifier is empty");
  }
  return { oid: oidOf(oid), parameters: parameters ?? null };
}

// The attributes are stored as [0] IMPLICIT and signed as an explicit SET OF.
function asSet(node: BerNode): Buffer {
  const isDefinite = !rawOf(node).includes(indefiniteLength) || isWhollyDefinite(node);
  const bytes = isDefinite ? Buffer.from(rawOf(node)) : toDefinite(node);
  bytes[0] = Tag.set;
  return bytes;
}

function isInOrder(encodings: readonly Buffer[]): boolean {
  return encodings.every((encoding, index) => Buffer.compare(encodings[index - 1] ?? Buffer.alloc(0), encoding) <= 0);
}

function isWhollyDefinite(node: BerNode): boolean {
  if (node.indefinite) {
    return false;
  }
  return !isConstructed(node) || childrenOf(node).every(isWhollyDefinite);
}

function readAttributes(node: BerNode | null): Attributes {
  const values = new Map<string, readonly BerNode[]>();
  const repeated: string[] = [];
  for (const attribute of node ? childrenOf(node) : []) {
    const [type, set] = childrenOf(attribute);
    if (!type || !set) {
      throw new BerError("attribute is incomplete");
    }
    const oid = oidOf(type);
    if (values.has(oid)) {
      repeated.push(oid);
    }
    values.set(oid, childrenOf(set));
  }
  return { values, repeated };
}

/** The single value of an attribute, or null when the attribute is absent or does not have exactly one value. */
export function singleValue(attributes: Attributes, oid: string): BerNode | null {
  const values = attributes.values.get(oid);
  return values?.length === 1 ? (values[0] ?? null) : null;
}

function expect(node: BerNode, tag: number): BerNode {
  if (node.tag !== tag) {
    throw new BerError(`expected tag 0x${tag.toString(16)}, found 0x${node.tag.toString(16)}`);
  }
  return node;
}

function only(nodes: BerNode[], what: string): BerNode {
  const [node] = nodes;
  if (!node || nodes.length !== 1) {
    throw new BerError(`expected one ${what}, found ${nodes.length}`);
  }
  return node;
}
