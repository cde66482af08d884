import type { AuditEventType } from "@/lib/records/audit/events";
import type { People } from "./evidence-facts";
import type { ChainEvent } from "./schema";

type EventText = string | ((signer: string, event: ChainEvent, people: People) => string);

const eventTexts: Record<AuditEventType, EventText> = {
  "file.created": (_signer, { data }) => {
    if (typeof data.template !== "number") return "The document was uploaded";
    const made = `The document was created from template ${data.template}, version ${Number(data.templateVersion)}${bulkPart(data)}`;
    return typeof data.directLink === "number" ? `${made}, through direct link ${data.directLink}` : made;
  },
  "file.fetched": "The document was downloaded from a URL",
  "file.released": "The document was prepared and sent to its signers",
  "file.cancelled": "The request was withdrawn",
  "file.expired": "The deadline passed",
  "file.completed": "Completed and sealed",
  "file.deleted": "The sender deleted the document",
  "file.downloaded": (_signer, event) => downloadOf(event),
  "file.changed": "The request was changed",
  "form.changed": (_signer, { data }) =>
    data.values === "fields"
      ? "The values of the upload’s form fields were moved from the pages to fields"
      : "The values of the upload’s form fields were restored on the pages",
  "envelope.joined": "The file was added to an envelope",
  "envelope.linked": "The file’s audit trail was linked to the envelope’s",
  "element.created": "A field was added",
  "element.updated": "A field was changed",
  "element.deleted": "A field was removed",
  "element.batch_saved": (_signer, { data }) =>
    `Fields were changed: ${Number(data.created)} added, ${Number(data.updated)} changed, ${Number(data.removed)} removed`,
  "signer.added": (signer, { data }) => `${signer} was added as ${addedAs[String(data.role)] ?? "a signer"}`,
  "signer.changed": (signer) => `The details of ${signer} were changed`,
  "signer.removed": (signer) => `${signer} was removed by the sender`,
  "signer.replaced": (signer, { data }, people) =>
    `The sender replaced ${people.bySignRequest.get(Number(data.from)) ?? "a signer"} with ${signer}`,
  "signer.delegated": (signer, { data }, people) =>
    `${people.bySignRequest.get(Number(data.from)) ?? "A signer"} delegated signing to ${signer}`,
  "mail.queued": (signer, event, people) => `${mailOf(event, people)} to ${signer} was queued`,
  "mail.sent": (signer, event, people) =>
    `${mailOf(event, people)} to ${signer} was ${event.data.isKept === true ? "stored in this service’s inbox (no e-mail provider)" : "sent to the e-mail provider"}`,
  "mail.failed": (signer, event, people) => `${mailOf(event, people)} to ${signer} could not be delivered`,
  "mail.delivered": (signer, event, people) => `${mailOf(event, people)} to ${signer} reached the mailbox’s server`,
  "mail.bounced": (signer, event, people) => `${mailOf(event, people)} to ${signer} bounced`,
  "mail.complained": (signer, event, people) => `${mailOf(event, people)} to ${signer} was reported as unwanted`,
  "message.sent": (signer) => `The message with a code to ${signer} was sent`,
  "message.failed": (signer) => `The message with a code to ${signer} could not be delivered`,
  "link.opened": (signer) => `The link of ${signer} was opened, by a person or an e-mail program`,
  "link.wrong_account": (signer) => `The link of ${signer} was opened with another account`,
  "link.entered": (signer) => `The holder of the link of ${signer} continued to sign, without a code`,
  "document.viewed": (signer) => `The document was shown to the holder of the link of ${signer}`,
  "reminder.skipped": (signer, event, people) => `${mailOf(event, people)} to ${signer} was skipped by the sender`,
  "renewal.asked": (signer) => `${signer} asked for more time`,
  "account.created_from_link": (signer) => `${signer} created an account from the link`,
  "email.proved": (signer) => `The e-mail address of ${signer} was confirmed`,
  "consent.shown": (signer) => `The consent text was shown to ${signer}`,
  "consent.given": (signer) => `${signer} consented to sign electronically`,
  "auth.failed": "A log-in failed",
  "auth.throttled": "Log-ins were rate-limited",
  "identify.code.sent": (signer) => `An identification code was created for ${signer}`,
  "identify.code.failed": (signer) => `A wrong identification code was entered for ${signer}`,
  "identify.code.locked": (signer) => `Too many wrong identification codes for ${signer}`,
  "identify.code.accepted": (signer, { data }) =>
    typeof data.directLink === "number"
      ? `The right code was entered at direct link ${data.directLink} for ${signer}`
      : `The right identification code was entered for ${signer}`,
  "attachment.added": (signer) => `${signer} attached a requested file`,
  "attachment.removed": (signer) => `${signer} removed an attached file`,
  "code.sent": (signer, { data }) =>
    `A signing code was created for ${signer}${typeof data.channel === "string" ? ` (${data.channel})` : ""}`,
  "code.failed": (signer) => `A wrong signing code was entered for ${signer}`,
  "code.locked": (signer) => `Too many wrong signing codes for ${signer}`,
  "code.accepted": (signer, { auth }) =>
    auth.entered === "to_open"
      ? `The code that opened the document also signed it for ${signer}; no second code was required`
      : `The right signing code was entered for ${signer}`,
  "sign.clicked": (signer, { auth }) =>
    `The button to sign was clicked for ${signer}; ${auth.by === "account" ? "the account was logged in" : "only the link was needed"}, and no code was required`,
  "sign_password.failed": (signer) => `A wrong signing password was entered for ${signer}`,
  "sign_password.locked": (signer) => `Too many wrong signing passwords for ${signer}`,
  "sign_password.accepted": (signer) => `The right signing password was entered for ${signer}`,
  "sign.denied": "An attempt to sign by someone other than the signer was rejected",
  signed: (signer, { data }) =>
    Array.isArray(data.skipped)
      ? `${signer} signed; ${data.skipped.length} ${data.skipped.length === 1 ? "field was" : "fields were"} hidden by conditions`
      : `${signer} signed`,
  approved: (signer) => `${signer} approved the document`,
  "document.read": (signer) => `${signer} viewed every page`,
  declined: (signer, { data }) =>
    data.role === "approver" ? `${signer} rejected the document` : `${signer} declined to sign`,
  "certificate.issued": (signer) => `A certificate for this signature was issued to ${signer}`,
  "timestamp.added": (signer, event) => `A timestamp was added${stampedOf(signer, event)}`,
  "timestamp.failed": "The time-stamping authority could not be reached, or its response was rejected",
  "webhook.delivered": "A webhook of the sender was delivered",
  "webhook.failed": "A webhook of the sender could not be delivered",
  "integrity.failed": "A stored file was missing or did not match its hash",
  "person.erased": "Personal data was erased on request",
  "retention.changed": "The retention period was changed",
  "hold.placed": "An administrator placed a legal hold",
  "hold.lifted": "An administrator lifted the legal hold",
  "content.deleted": "The retention period passed and the content was deleted",
};

const addedAs: Partial<Record<string, string>> = { approver: "an approver", viewer: "a viewer", cc: "a CC" };

function downloadOf({ data, doc }: ChainEvent): string {
  switch (data.version) {
    case "evidence":
    case "bundle":
      return "The evidence was downloaded";
    case "revision":
      return `Revision ${String(doc.revision)} of the document was viewed or downloaded`;
    case "attachment":
      return "A file that a signer attached was downloaded";
    default:
      return "The document was viewed or downloaded";
  }
}

function stampedOf(signer: string, { data }: ChainEvent): string {
  switch (data.signature) {
    case "signer":
      return ` to the signature of ${signer}`;
    case "certification":
      return " to the certification of this service";
    case "seal":
      return " to the seal of this service";
    case "document":
      return " to the whole document";
    default:
      return "";
  }
}

function bulkPart({ bulkSend, row }: ChainEvent["data"]): string {
  return typeof bulkSend === "number" ? `, in bulk send ${bulkSend}, row ${Number(row)}` : "";
}

function mailOf({ data }: ChainEvent, people: People): string {
  const names: Record<string, string> = {
    invitation: "The invitation",
    copy: "The copy sent with the request",
    reminder: "The reminder",
    completion: "The completion e-mail",
    withdrawal: "The withdrawal e-mail",
    removal: "The removal e-mail",
    decline: "The decline e-mail",
    expiry: "The deadline e-mail",
    deadline: "The warning of the deadline",
    renewal: "The request for more time",
    code: "The e-mail with a code",
    bounce: "The notice of a bounce",
    delegation: "The notice of a delegation",
    delegated: "The confirmation of a delegation",
    replacement: "The notice of a replacement by an API token",
  };
  const concerned = toAccount(data) === null ? undefined : people.bySignRequest.get(Number(data.signRequestId));
  return `${names[String(data.template)] ?? "An e-mail"}${concerned === undefined ? "" : ` concerning ${concerned}`}`;
}

/** An e-mail with both ids goes to the account and concerns the signer. */
function toAccount({ accountId }: ChainEvent["data"]): number | null {
  return typeof accountId === "number" ? accountId : null;
}

/** One event as a sentence. Types unknown to this version are shown by their names. */
export function describeEvent(event: ChainEvent, people: People): string {
  const wording = (eventTexts as Partial<Record<string, EventText>>)[event.type];
  if (wording === undefined) return event.type;
  if (typeof wording === "string") return wording;
  const { signRequestId } = event.data;
  const signer = typeof signRequestId === "number" ? people.bySignRequest.get(signRequestId) : undefined;
  const accountId = toAccount(event.data);
  const account = accountId === null ? undefined : (people.byAccount.get(accountId) ?? "an account");
  const named = event.type.startsWith("mail.") ? (account ?? signer) : (signer ?? account);
  return wording(named ?? "the sender", event, people);
}

/** The actor of an event. */
export function actorOf({ actor, data }: ChainEvent, people: People): string {
  if (actor.kind === "system") return "Paraph";
  if (actor.kind === "account" && typeof actor.accountId === "number")
    return people.byAccount.get(actor.accountId) ?? "An account";
  if (actor.kind === "guest" && typeof actor.signRequestId === "number")
    return `${people.bySignRequest.get(actor.signRequestId) ?? "A signer"} (guest)`;
  const signer = typeof data.signRequestId === "number" ? people.bySignRequest.get(data.signRequestId) : undefined;
  return signer === undefined ? "Not logged in" : `Holder of the link of ${signer}`;
}
