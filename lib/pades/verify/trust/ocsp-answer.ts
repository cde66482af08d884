import { digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import {
  BerError,
  childrenOf,
  contentOf,
  octetsOf,
  oidOf,
  rawOf,
  readBer,
  Tag,
  timeOf,
  type BerNode,
} from "@/lib/pades/verify/cms/ber";
import { readAlgorithm } from "@/lib/pades/verify/cms/cms-read";
import { readRevokedFacts, type RevokedFacts } from "./revoked-facts";
import { partsOf, readSigned, type SignedStructure } from "./signed-structure";

const basicResponseOid = "1.3.6.1.5.5.7.48.1.1";
const mostAnswers = 64;
const mostResponders = 4;

/** The status of one certificate in a response (RFC 6960 4.2.1). */
export interface OcspAnswer {
  digest: string | null;
  issuerNameHash: Buffer;
  issuerKeyHash: Buffer;
  serial: Buffer;
  /** Null for good. */
  revoked: RevokedFacts | null;
  isUnknown: boolean;
  thisUpdate: Date;
  nextUpdate: Date | null;
}

export interface OcspResponse extends SignedStructure {
  producedAt: Date;
  answers: OcspAnswer[];
  /** DER of the certificates in the response, which include the responder's own. */
  certificates: Buffer[];
}

/** An OCSPResponse, or a bare BasicOCSPResponse as in CAdES. Null for an error response. Throws BerError. */
export function readOcspResponse(der: Buffer): OcspResponse | null {
  const parts = partsOf(readBer(der));
  const [status, wrapped] = parts;
  if (status?.tag === Tag.sequence) {
    return readBasic(parts);
  }
  const [type, response] = wrapped ? childrenOf(childrenOf(wrapped)[0] ?? wrapped) : [];
  if (!type || !response) {
    return null;
  }
  if (oidOf(type) !== basicResponseOid) {
    throw new BerError("an OCSP response of another kind");
  }
  return readBasic(partsOf(readBer(octetsOf(response))));
}

function readBasic([data, algorithm, signature, wrapped]: readonly BerNode[]): OcspResponse {
  const parts = partsOf(data);
  const [, produced, answers] = parts[0]?.tag === Tag.context0 ? parts.slice(1) : parts;
  const producedAt = produced ? timeOf(produced) : null;
  if (!producedAt) {
    throw new BerError("an OCSP response has no time");
  }
  const certificates = wrapped ? childrenOf(childrenOf(wrapped)[0] ?? wrapped) : [];
  return {
    ...readSigned(data, algorithm, signature),
    producedAt,
    answers: partsOf(answers).slice(0, mostAnswers).map(readAnswer),
    certificates: certificates.slice(0, mostResponders).map(rawOf),
  };
}

function readAnswer(node: BerNode): OcspAnswer {
  const [id, status, updated, ...rest] = partsOf(node);
  const [algorithm, nameHash, keyHash, serial] = partsOf(id);
  const thisUpdate = updated ? timeOf(updated) : null;
  if (!algorithm || !nameHash || !keyHash || !serial || !status || !thisUpdate) {
    throw new BerError("an OCSP answer is incomplete");
  }
  const next = rest.find(({ tag }) => tag === Tag.context0);
  const [nextTime] = next ? childrenOf(next) : [];
  return {
    digest: digestNameOf(readAlgorithm(algorithm).oid),
    issuerNameHash: octetsOf(nameHash),
    issuerKeyHash: octetsOf(keyHash),
    serial: contentOf(serial),
    revoked: status.tag === Tag.context1 ? readRevokedInfo(status) : null,
    isUnknown: status.tag !== Tag.context1 && status.tag !== 0x80,
    thisUpdate,
    nextUpdate: nextTime ? timeOf(nextTime) : null,
  };
}

// RevokedInfo: the reason is a field here, not an extension (RFC 6960 4.2.1).
function readRevokedInfo(status: BerNode): RevokedFacts {
  const [date, wrapped] = childrenOf(status);
  const [reason] = wrapped ? childrenOf(wrapped) : [];
  return { ...readRevokedFacts(date, new Map()), reason: reason ? (contentOf(reason)[0] ?? null) : null };
}
