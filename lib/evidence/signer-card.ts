import type { FieldType } from "@/db/schema/files";
import type { Fact, ReportBlock, Tone } from "@/lib/pdf/report/report";
import type { AddressProof, EvidenceApproval, EvidenceSignature, EvidenceSigner, SigningProof } from "./evidence-facts";

const notRecorded = "Not recorded";

const inInbox = "stored in this service’s inbox, because no e-mail provider was set up";

const outcomes: Record<EvidenceSigner["outcome"], { text: string; tone: Tone }> = {
  signed: { text: "Signed", tone: "good" },
  approved: { text: "Approved", tone: "good" },
  read: { text: "Read every page", tone: "good" },
  copied: { text: "Copy sent", tone: "neutral" },
  declined: { text: "Declined", tone: "bad" },
  withdrawn: { text: "Withdrawn by the sender", tone: "neutral" },
  replaced: { text: "Replaced by the sender", tone: "neutral" },
  delegated: { text: "Delegated", tone: "neutral" },
  not_signed: { text: "Did not sign", tone: "neutral" },
};

/** One person who was asked to sign, with everything known about their actions. */
export function signerCard(signer: EvidenceSigner): ReportBlock {
  const { signature } = signer;
  const image = signature?.image;
  return {
    kind: "card",
    title: signer.name || "Name erased",
    subtitle: signer.email ?? "Address erased",
    badge: badgeOf(signer),
    rows: rowsOf(signer),
    ...(image && image !== "changed"
      ? { image: { png: image.png, alternative: `Image of the signature of ${signer.name}` } }
      : {}),
  };
}

function badgeOf({ role, outcome }: EvidenceSigner): (typeof outcomes)[EvidenceSigner["outcome"]] {
  if (outcome === "declined" && role === "approver") return { text: "Rejected", tone: "bad" };
  if (outcome !== "not_signed" || role === "signer") return outcomes[outcome];
  return { text: role === "cc" ? "CC" : "Did not respond", tone: "neutral" };
}

function rowsOf(signer: EvidenceSigner): Fact[] {
  if (signer.role === "cc") return copyRows(signer);
  const { signature, approval } = signer;
  if (signature) return [...invitationRows(signer), ...signatureRows(signer, signature)];
  return [...invitationRows(signer), ...(approval ? approvalRows(signer, approval) : endRows(signer))];
}

function copyRows({ copies }: EvidenceSigner): Fact[] {
  if (copies.length === 0) return [{ label: "Role", value: "Receives a copy when the document is complete" }];
  return [
    { label: "Role", value: "Receives copies; not asked to sign" },
    ...copies.map(({ at, way }) => ({
      label: "Copy with the request",
      value: `${utc(at)}, ${way === "mail" ? "by e-mail" : inInbox}`,
    })),
  ];
}

/** An approval leaves no signature in the PDF. It is recorded here and in the audit trail. */
function approvalRows({ email, consent }: EvidenceSigner, approval: EvidenceApproval): Fact[] {
  return [
    { label: "Consent", value: consentText(consent) },
    { label: "Approved", value: `${utc(approval.at)} (event ${approval.seq})` },
    { label: "Proof when approving", value: signingProofText(approval.proof, email) },
    { label: "E-mail address", value: addressProofText(approval.addressProof, approval.isAddressInInbox) },
    { label: "IP address", value: approval.address ?? notRecorded },
    { label: "Browser or program", value: approval.userAgent || notRecorded },
    { label: "Signature", value: "None: an approval is recorded in the audit trail" },
    ...attachmentRows(approval),
  ];
}

function consentText(consent: EvidenceSigner["consent"]): string {
  return consent ? `Version ${consent.version} (${consent.locale}), given on ${utc(consent.at)}` : notRecorded;
}

function invitationRows(signer: EvidenceSigner): Fact[] {
  const { email, outcome, invited, directLink, opened, viewed, replaces, replacedBy } = signer;
  const ways = {
    mail: "by e-mail",
    inbox: inInbox,
    not_notified: "no e-mail; the sender shared the link",
  };
  return [
    ...(replaces
      ? [
          {
            label: replaces.by === "delegate" ? "Delegated by" : "Replaces",
            value: replaces.name || "Name erased",
          },
          ...(replaces.reason === null
            ? []
            : [{ label: "Reason for the delegation, as stated", value: replaces.reason.replace(/\s+/g, " ") }]),
        ]
      : []),
    ...(replacedBy === null
      ? []
      : [{ label: outcome === "delegated" ? "Delegated to" : "Replaced by", value: replacedBy || "Name erased" }]),
    ...(directLink ? [{ label: "Direct link", value: directLinkText(directLink, email) }] : []),
    { label: "Invited", value: invited ? `${utc(invited.at)}, ${ways[invited.way]}` : notRecorded },
    { label: "Link first opened", value: opened ? utc(opened) : notRecorded },
    { label: "Document viewed", value: viewed ? utc(viewed) : notRecorded },
  ];
}

/** The address was proved before the document was created, so the proof cannot refer to a document. */
function directLinkText(
  { id, sentAt, enteredAt }: NonNullable<EvidenceSigner["directLink"]>,
  email: string | null,
): string {
  return `Opened direct link ${id}, which is public. The e-mail address was verified with a code, created for ${email ?? "the address (erased)"} on ${utc(sentAt)} and entered on ${utc(enteredAt)}. The document was then created.`;
}

function signatureRows({ email, consent }: EvidenceSigner, signature: EvidenceSignature): Fact[] {
  const { certificate, timestamp, image } = signature;
  return [
    { label: "Consent", value: consentText(consent) },
    { label: "Signed", value: `${utc(signature.at)} (event ${signature.seq})` },
    ...(signature.reason === null ? [] : [{ label: "Reason, as stated", value: signature.reason }]),
    ...(signature.location === null ? [] : [{ label: "Location, as stated", value: signature.location }]),
    { label: "Proof when signing", value: signingProofText(signature.proof, email) },
    { label: "E-mail address", value: addressProofText(signature.addressProof, signature.isAddressInInbox) },
    { label: "IP address", value: signature.address ?? notRecorded },
    { label: "Browser or program", value: signature.userAgent || notRecorded },
    { label: "Signature", value: `PAdES ${signature.level}, field ${signature.fieldName}` },
    {
      label: "Timestamp",
      value: timestamp
        ? `${utc(timestamp)}, from the time-stamping authority that the signature names; the authority was not verified`
        : "None; the time is from this service’s clock",
    },
    { label: "Certificate", value: certificate.name ? plainName(certificate.name) : certificate.subject },
    { label: "Issued by", value: certificate.issuer },
    { label: "Serial number", value: certificate.serialNumber },
    { label: "SHA-256 fingerprint", value: certificate.sha256 ?? notRecorded },
    ...attachmentRows(signature),
    ...skippedRows(signature),
    ...(image === "changed"
      ? [
          {
            label: "Image in the document",
            value: "As shown in the document; its owner has since removed or changed the stored image",
          },
        ]
      : []),
  ];
}

/** No names or labels: every signer reads this document, but only the sender and this person may read the files. */
function attachmentRows({ attachments = [] }: Pick<EvidenceApproval, "attachments">): Fact[] {
  return attachments.map(({ type, size, sha256 }, index) => ({
    label: attachments.length === 1 ? "Attachment" : `Attachment ${index + 1}`,
    value: `${type.toUpperCase()}, ${size} bytes, SHA-256 ${sha256}. Not part of the document`,
  }));
}

/** The trail may contain a type unknown to this version. */
const fieldNames: Readonly<Record<string, string>> = {
  signature: "signature",
  initial: "initials",
  stamp: "stamp",
  date: "date signed",
  name: "name",
  email: "e-mail address",
  text: "text",
  number: "number",
  phone: "phone number",
  day: "date",
  dropdown: "dropdown",
  checkbox: "checkbox",
  radio: "radio button",
} satisfies Record<FieldType, string>;

/** Labels are visible only to the signer of the field. */
function skippedRows({ skipped = [] }: EvidenceSignature): Fact[] {
  if (skipped.length === 0) return [];
  const named = skipped.map(({ elementId, type, page, file }) => {
    const place = file === undefined ? `page ${page}` : `page ${page} of file ${file}`;
    return `${fieldNames[type] ?? type} on ${place} (field ${elementId})`;
  });
  return [{ label: "Fields hidden by conditions", value: `Left empty: ${named.join(", ")}` }];
}

function endRows({ outcome, closedAt }: EvidenceSigner): Fact[] {
  const labels: Record<EvidenceSigner["outcome"], string> = {
    signed: "Signed",
    approved: "Approved",
    read: "Viewed every page",
    copied: "Copy sent",
    declined: "Declined",
    withdrawn: "Withdrawn",
    replaced: "Replaced",
    delegated: "Delegated",
    not_signed: "Closed",
  };
  return [{ label: labels[outcome], value: closedAt ? utc(closedAt) : notRecorded }];
}

/**
 * A distinguished name on one line, without escapes. A value that contains a separator is put in quotation marks, so
 * that one name cannot look like two.
 */
export function plainName(attributes: NonNullable<EvidenceSignature["certificate"]["name"]>): string {
  return attributes
    .map(({ type, value }) => `${type}=${/[,+;="\\]/.test(value) ? `"${value.replaceAll('"', "'")}"` : value}`)
    .join(", ");
}

/** States the proof at the time of signing, and nothing beyond it. */
export function signingProofText(proof: SigningProof, email: string | null): string {
  if (proof.kind === "password")
    return "The signing password of the account, which encrypts its signing key; this service cannot use the key without it.";
  if (proof.kind === "link") return linkProofText(proof, email);
  if (proof.channel === "email" && proof.isInInbox)
    return `A one-time code addressed to ${email ?? "the address (erased)"}, ${inInbox}; it was entered on ${utc(proof.enteredAt)}${proof.isOpeningCode ? " to open the document, and the signature followed without a second code" : ""}. This does not prove access to the mailbox.`;
  if (proof.isOpeningCode)
    return `${accessText(proof, email)}; it was entered on ${utc(proof.enteredAt)} to open the document, and no second code was required: the signature followed in the same session, within the lifetime of a code, on the same preparation of the document.`;
  return `${accessText(proof, email)}; the code was entered on ${utc(proof.enteredAt)}.`;
}

/** Signing by the link alone, as chosen by the sender. */
function linkProofText(
  { by, clickedAt, isInInbox }: Extract<SigningProof, { kind: "link" }>,
  email: string | null,
): string {
  const clicked = `the button to sign was clicked on ${utc(clickedAt)}`;
  if (by === "account")
    return `No code and no signing password, as the sender chose: the signer was logged in to the account of ${email ?? "the address (erased)"}, and ${clicked}.`;
  const link = isInInbox ? `a link ${inInbox}` : `the link in the mailbox of ${email ?? "the address (erased)"}`;
  return `Only access to ${link}. No code was entered, as the sender chose: anyone with the link could sign; ${clicked}.`;
}

function accessText({ channel, sentTo }: Extract<SigningProof, { kind: "code" }>, email: string | null): string {
  switch (channel) {
    case "email":
      return `Mailbox access: a one-time code was e-mailed to ${email ?? "the address (erased)"}`;
    case "sms":
      return `Access to a phone: a one-time code was sent as a text message to ${sentTo ?? "the signer’s number"}`;
    case "signal":
      return `Access to a phone: a one-time code was sent by Signal to ${sentTo ?? "the signer’s number"}`;
    case "telegram":
      return "Access to a linked Telegram chat: a one-time code was sent there";
  }
}

const inboxWays = {
  invitation: "an invitation link",
  confirmation: "a confirmation link",
  code: "a code",
  link: "the sign link",
} satisfies Partial<Record<AddressProof, string>>;

/** How the address was recognised as the signer's own. */
export function addressProofText(proof: AddressProof, isInInbox = false): string {
  if (isInInbox && proof in inboxWays)
    return `Not verified: ${inboxWays[proof as keyof typeof inboxWays]} was used that was stored in this service’s inbox.`;
  switch (proof) {
    case "invitation":
      return "Verified with a link e-mailed to this address.";
    case "confirmation":
      return "Verified with a confirmation link e-mailed to this address.";
    case "code":
      return "Verified with a code e-mailed to this address.";
    case "administrator":
      return "Confirmed by the administrator of this service; not verified by its holder.";
    case "guest":
      return "Signed as a guest, without an account, after entering a code.";
    case "link":
      return "Signed as a guest, without an account or a code. Anyone with the link in that e-mail could sign.";
    case "unknown":
      return "Not recorded.";
  }
}

/** `2026-11-20 12:01:07 UTC`. */
export function utc(at: Date | string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
