import type { FieldType } from "@/db/schema/files";
import type { Fact, ReportBlock, Tone } from "@/lib/pdf/report/report";
import type { AddressProof, EvidenceApproval, EvidenceSignature, EvidenceSigner, SigningProof } from "./evidence-facts";

const notRecorded = "Not recorded";

const outcomes: Record<EvidenceSigner["outcome"], { text: string; tone: Tone }> = {
  signed: { text: "Signed", tone: "good" },
  approved: { text: "Approved", tone: "good" },
  read: { text: "Read every page", tone: "good" },
  copied: { text: "Got a copy", tone: "neutral" },
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
      ? { image: { png: image.png, alternative: `Picture of the signature of ${signer.name}` } }
      : {}),
  };
}

function badgeOf({ role, outcome }: EvidenceSigner): (typeof outcomes)[EvidenceSigner["outcome"]] {
  if (outcome === "declined" && role === "approver") return { text: "Rejected", tone: "bad" };
  if (outcome !== "not_signed" || role === "signer") return outcomes[outcome];
  return { text: role === "cc" ? "CC" : "Did not act", tone: "neutral" };
}

function rowsOf(signer: EvidenceSigner): Fact[] {
  if (signer.role === "cc") return copyRows(signer);
  const { signature, approval } = signer;
  if (signature) return [...invitationRows(signer), ...signatureRows(signer, signature)];
  return [...invitationRows(signer), ...(approval ? approvalRows(signer, approval) : endRows(signer))];
}

function copyRows({ copies }: EvidenceSigner): Fact[] {
  if (copies.length === 0) return [{ label: "Role", value: "Gets a copy when the document is complete" }];
  return [
    { label: "Role", value: "Gets copies, and was not asked to sign" },
    ...copies.map(({ at, way }) => ({
      label: "Copy when sent",
      value: `${utc(at)}, ${way === "mail" ? "by mail" : "kept in this service’s inbox, because no mail provider was configured"}`,
    })),
  ];
}

/** An approval leaves no signature in the PDF. It is recorded here and in the audit trail. */
function approvalRows({ email, consent }: EvidenceSigner, approval: EvidenceApproval): Fact[] {
  return [
    { label: "Consent", value: consentText(consent) },
    { label: "Approved", value: `${utc(approval.at)} (event ${approval.seq})` },
    { label: "Proved when approving", value: signingProofText(approval.proof, email) },
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

function invitationRows({ email, invited, directLink, opened, viewed, replaces, replacedBy }: EvidenceSigner): Fact[] {
  const ways = {
    mail: "by mail",
    inbox: "kept in this service’s inbox, because no mail provider was configured",
    not_notified: "no mail; the sender passed the link on",
  };
  return [
    ...(replaces
      ? [
          {
            label: replaces.by === "delegate" ? "Delegated by" : "In place of",
            value: replaces.name || "Name erased",
          },
          ...(replaces.reason === null
            ? []
            : [{ label: "Reason of the delegation, as stated", value: replaces.reason.replace(/\s+/g, " ") }]),
        ]
      : []),
    ...(replacedBy === null ? [] : [{ label: "Place taken by", value: replacedBy || "Name erased" }]),
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
  return `Came by direct link ${id}, which anyone could open. The e-mail address was proved there by a code: it was created for ${email ?? "the address (erased)"} on ${utc(sentAt)} and entered on ${utc(enteredAt)}, and the document was made then.`;
}

function signatureRows({ email, consent }: EvidenceSigner, signature: EvidenceSignature): Fact[] {
  const { certificate, timestamp, image } = signature;
  return [
    { label: "Consent", value: consentText(consent) },
    { label: "Signed", value: `${utc(signature.at)} (event ${signature.seq})` },
    ...(signature.reason === null ? [] : [{ label: "Reason, as stated", value: signature.reason }]),
    ...(signature.location === null ? [] : [{ label: "Location, as stated", value: signature.location }]),
    { label: "Proved when signing", value: signingProofText(signature.proof, email) },
    { label: "E-mail address", value: addressProofText(signature.addressProof, signature.isAddressInInbox) },
    { label: "IP address", value: signature.address ?? notRecorded },
    { label: "Browser or program", value: signature.userAgent || notRecorded },
    { label: "Signature", value: `PAdES ${signature.level}, field ${signature.fieldName}` },
    {
      label: "Timestamp",
      value: timestamp
        ? `${utc(timestamp)}, by the time-stamping authority that the signature names; who that is was not checked here`
        : "None; the time is of this service’s clock",
    },
    { label: "Certificate", value: plainSubject(certificate.subject) },
    { label: "Issued by", value: certificate.issuer },
    { label: "Serial number", value: certificate.serialNumber },
    { label: "SHA-256 fingerprint", value: certificate.sha256 ?? notRecorded },
    ...attachmentRows(signature),
    ...skippedRows(signature),
    ...(image === "changed"
      ? [
          {
            label: "Image in the document",
            value: "As the document shows it; its owner has removed or changed the stored picture since.",
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
const fieldWords: Readonly<Record<string, string>> = {
  signature: "signature",
  initial: "initials",
  stamp: "stamp",
  date: "date of signing",
  name: "name",
  email: "e-mail address",
  text: "text",
  number: "number",
  phone: "telephone number",
  day: "chosen date",
  dropdown: "dropdown",
  checkbox: "checkbox",
  radio: "radio button",
} satisfies Record<FieldType, string>;

/** Labels are visible only to the signer of the field. */
function skippedRows({ skipped = [] }: EvidenceSignature): Fact[] {
  if (skipped.length === 0) return [];
  const named = skipped.map(({ elementId, type, page, file }) => {
    const place = file === undefined ? `page ${page}` : `page ${page} of file ${file}`;
    return `${fieldWords[type] ?? type} on ${place} (field ${elementId})`;
  });
  return [{ label: "Fields not asked for", value: `By their conditions, and left empty: ${named.join(", ")}` }];
}

function endRows({ outcome, closedAt }: EvidenceSigner): Fact[] {
  const labels: Record<EvidenceSigner["outcome"], string> = {
    signed: "Signed",
    approved: "Approved",
    read: "Viewed every page",
    copied: "Copied",
    declined: "Declined",
    withdrawn: "Withdrawn",
    replaced: "Replaced",
    delegated: "Delegated",
    not_signed: "Closed",
  };
  return [{ label: labels[outcome], value: closedAt ? utc(closedAt) : notRecorded }];
}

const separators = /,\s*(?=[A-Za-z][\w.-]*=)/;

/**
 * A stored distinguished name ("OU=mailbox access\, code entered …, CN=Ana") in readable form, without escapes. A value that contains a separator
 * is put in quotation marks, so that one name cannot look like two.
 */
export function plainSubject(distinguishedName: string): string {
  return splitUnescaped(distinguishedName).map(plainPart).join(", ");
}

function splitUnescaped(name: string): string[] {
  return name.split(new RegExp(`(?<!\\\\)${separators.source}`));
}

function plainPart(part: string): string {
  const at = part.indexOf("=");
  const value = part.slice(at + 1).replace(/\\(.)/gs, "$1");
  return `${part.slice(0, at + 1)}${/[,+;="\\]/.test(value) ? `"${value.replaceAll('"', "'")}"` : value}`;
}

/** States the proof at the time of signing, and nothing beyond it. */
export function signingProofText(proof: SigningProof, email: string | null): string {
  if (proof.kind === "password")
    return "The signing password of the account, under which its signing key is kept encrypted; this service cannot sign with that key alone.";
  if (proof.kind === "link") return linkProofText(proof, email);
  if (proof.channel === "email" && proof.isInInbox)
    return `A one-time code addressed to ${email ?? "the address (erased)"}, which was not mailed but kept in this service’s inbox, because no mail provider was configured; it was entered on ${utc(proof.enteredAt)}${proof.isOpeningCode ? " to open the document, and the signature followed without a second code" : ""}. This proves no access to the mailbox.`;
  if (proof.isOpeningCode)
    return `${accessText(proof, email)}; it was entered on ${utc(proof.enteredAt)} to open the document, and no second code was asked for: the signature followed in the same session, within the time that a code allows, on the same preparation of the document.`;
  return `${accessText(proof, email)}; the code was entered on ${utc(proof.enteredAt)}.`;
}

/** Signing by the link alone, as chosen by the sender. */
function linkProofText(
  { by, clickedAt, isInInbox }: Extract<SigningProof, { kind: "link" }>,
  email: string | null,
): string {
  const clicked = `the button to sign was pressed on ${utc(clickedAt)}`;
  if (by === "account")
    return `No code and no signing password, as the sender chose: the signer was logged in to the account of ${email ?? "the address (erased)"}, and ${clicked}.`;
  const link = isInInbox
    ? "a link that was not mailed but kept in this service’s inbox, because no mail provider was configured"
    : `the link in the mailbox of ${email ?? "the address (erased)"}`;
  return `Only access to ${link}. No code was entered, as the sender chose: anyone with the link could sign; ${clicked}.`;
}

function accessText({ channel, sentTo }: Extract<SigningProof, { kind: "code" }>, email: string | null): string {
  switch (channel) {
    case "email":
      return `Mailbox access: a one-time code was mailed to ${email ?? "the address (erased)"}`;
    case "sms":
      return `Access to a telephone: a one-time code was sent as a text message to ${sentTo ?? "the signer’s number"}`;
    case "signal":
      return `Access to a telephone: a one-time code was sent by Signal to ${sentTo ?? "the signer’s number"}`;
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
    return `Not proved: ${inboxWays[proof as keyof typeof inboxWays]} was used, which was not mailed but kept in this service’s inbox.`;
  switch (proof) {
    case "invitation":
      return "Proved by using a link that was mailed there.";
    case "confirmation":
      return "Proved by a confirmation link that was mailed there.";
    case "code":
      return "Proved by a code that was mailed there.";
    case "administrator":
      return "Vouched for by the administrator of this service; not proved by its holder.";
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
