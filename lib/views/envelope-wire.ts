import { signsPart } from "@/lib/documents/envelopes/parts";
import type { FileRecord, SignerRecord } from "./record";
import type { FileWire, SignerWire } from "./schema";
import { toUploadWire } from "./upload-wire";
import type { Viewer } from "./viewer";

type EnvelopeFile = NonNullable<FileWire["files"]>[number];

/** The files of an envelope, in order. */
export function toEnvelopeFiles(
  envelope: FileRecord,
  facts: WireFacts,
  { isReduced, isRequester }: { isReduced: boolean; isRequester: boolean },
): EnvelopeFile[] {
  let before = 0;
  return envelope.parts.map((part, index): EnvelopeFile => {
    const firstPage = before + 1;
    before += part.pageCount;
    return {
      fileId: part.id,
      uuid: part.uuid,
      name: part.name,
      position: index + 1,
      pages: part.pageCount,
      firstPage,
      size: part.size,
      sha256: part.sha256,
      originalSha256: part.originalSha256,
      ...(isReduced ? {} : { file: contentUrl(part.uuid, facts), upload: toUploadWire(part, isRequester) }),
      signRequestIds: signersOf(envelope, part),
      signatures: part.signatures.flatMap(({ signRequestId, signature }) => {
        const wire = signatureOf(signature, isReduced);
        return wire ? [{ signRequestId, ...wire }] : [];
      }),
    };
  });
}

/** The signers of a file of an envelope. */
export function signersOf({ signers, fields }: FileRecord, part: { id: number }): number[] {
  return signers
    .filter(
      ({ id, role }) =>
        role === "signer" &&
        signsPart(
          fields.filter((field) => field.signRequestId === id),
          part,
        ),
    )
    .map(({ id }) => id);
}

function contentUrl(uuid: string, { publicUrl, viewer }: WireFacts): string {
  const path =
    viewer.kind === "link" ? `sign/uuid/${viewer.signRequestUuid}/content?file=${uuid}` : `file/${uuid}/content`;
  return `${publicUrl}/api/v1/${path}`;
}

/** The facts besides the file that a response depends on. */
export interface WireFacts {
  publicUrl: string;
  viewer: Viewer;
  /** The viewer's own sign-request UUID, if they may see it. */
  ownLink: string | null;
}

/** A signature as the wire shows it. */
export function signatureOf(
  facts: NonNullable<SignerRecord["signature"]>,
  isReduced: boolean,
): SignerWire["signature"] {
  const { subject, issuer, serialNumber, notBefore, notAfter, signedAt, timestamp, level, verdict } = facts;
  return {
    ...(isReduced ? {} : { subject }),
    issuer,
    serialNumber,
    notBefore,
    notAfter,
    signedAt,
    timestamp,
    level,
    verdict,
  };
}
