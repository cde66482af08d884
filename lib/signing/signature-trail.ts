import type { File, SignatureFacts, SignRequest } from "@/db/schema/files";
import { timestampEvent } from "@/lib/authority/stamped-signature";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { Personal, type AuditEventType, type AuditRecord, type NewAuditEvent } from "@/lib/records/audit/events";
import type { NamedConsent } from "@/lib/requests/state/consent";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import type { BuiltSignature } from "./build";
import type { SigningProof } from "./prove";

/** Facts of the trail about a signature besides the revisions. */
export interface SignatureTrail {
  attempt: SigningAttempt;
  proof: SigningProof;
  consent: NamedConsent | null;
  attached: AuditRecord[];
  /** DER. */
  certificate: Buffer;
}

/** A signature in one PDF. */
export interface PdfSignature {
  pdf: File;
  built: BuiltSignature;
  signature: SignatureFacts;
  at: Date;
}

/** Consent, proof and certificate. */
export function proofEvents(
  { attempt: { signRequest }, proof, consent }: SignatureTrail,
  { serialNumber }: Pick<SignatureFacts, "serialNumber">,
): NewAuditEvent[] {
  const signRequestId = signRequest.id;
  const auth = authOf(signRequest, proof);
  return [
    ...(consent ? [{ type: "consent.given", auth, data: { signRequestId, ...consent } } as const] : []),
    { type: provedEvents[proof.kind], auth, data: { signRequestId } },
    ...(proof.kind === "password"
      ? []
      : [{ type: "certificate.issued", data: { signRequestId, serialNumber } } as const]),
  ];
}

/** The signature in one PDF; `more` is added to the event's data. */
export function signedEvents(
  trail: SignatureTrail,
  { built, signature }: { built: BuiltSignature; signature: SignatureFacts },
  doc: AuditRecord,
  more: AuditRecord = {},
): [...NewAuditEvent[], NewAuditEvent] {
  const { signRequest } = trail.attempt;
  return [
    ...timestampEvent(built.revision.timestamp, { signature: "signer", signRequestId: signRequest.id }),
    {
      type: "signed",
      auth: authOf(signRequest, trail.proof),
      doc,
      data: { ...signedData(trail, built, signature), ...skippedData([built]), ...more },
    },
  ];
}

/** Data that the event `signed` always has. */
export function signedData(
  { attempt: { signRequest }, certificate, attached }: SignatureTrail,
  { imageSha256, statements: { reason, location } }: BuiltSignature,
  { serialNumber, fieldName, signedAt, level }: SignatureFacts,
): AuditRecord {
  return {
    signRequestId: signRequest.id,
    serialNumber,
    certificateSha256: sha256Hex(certificate),
    imageSha256,
    fieldName,
    signedAt,
    level,
    ...(reason === null ? {} : { reason: new Personal(reason) }),
    ...(location === null ? {} : { location: new Personal(location) }),
    ...(attached.length > 0 ? { attachments: attached } : {}),
  };
}

/** Fields hidden by their conditions: they stay empty in the PDF. */
export function skippedData(built: readonly Pick<BuiltSignature, "outcome">[]): AuditRecord {
  const skipped = built.flatMap(({ outcome }) => outcome.skipped);
  return skipped.length > 0 ? { skipped } : {};
}

export const provedEvents: { readonly [kind in SigningProof["kind"]]: AuditEventType } = {
  code: "code.accepted",
  password: "sign_password.accepted",
  link: "sign.clicked",
};

/** The proof as recorded in the trail. `entered` is present for a code that was entered to open the document. */
export function authOf({ signMethod }: SignRequest, proof: SigningProof): AuditRecord {
  switch (proof.kind) {
    case "code":
      return {
        method: signMethod,
        challengeId: proof.code.challengeId,
        enteredAt: proof.code.enteredAt.toISOString(),
        ...(proof.entered === "to_open" ? { entered: "to_open" } : {}),
      };
    case "password":
      return { method: signMethod };
    case "link":
      return { method: signMethod, by: proof.by, clickedAt: proof.clickedAt.toISOString() };
  }
}
