import type { AuditEventType } from "@/lib/audit/events";
import type { People } from "./evidence-facts";
import type { ChainEvent } from "./schema";

type Words = string | ((signer: string, event: ChainEvent) => string);

const words: Record<AuditEventType, Words> = {
  "file.created": "The document was uploaded",
  "file.fetched": "The document was fetched from a URL",
  "file.released": "The document was fixed for signing and sent to its signers",
  "file.cancelled": "The request was withdrawn",
  "file.expired": "The deadline passed",
  "file.completed": "Everybody had signed; the document was sealed",
  "file.deleted": "The requester deleted the document",
  "file.downloaded": (_signer, event) => downloadOf(event),
  "file.changed": "The request was changed",
  "element.created": "A field was placed",
  "element.updated": "A field was changed",
  "element.deleted": "A field was removed",
  "signer.added": (signer) => `${signer} was added as a signer`,
  "signer.changed": (signer) => `The entry of ${signer} was changed`,
  "signer.removed": (signer) => `${signer} was removed by the sender`,
  "mail.queued": (signer, event) => `${mailOf(event)} to ${signer} was prepared`,
  "mail.sent": (signer, event) =>
    `${mailOf(event)} to ${signer} was ${event.data.isKept === true ? "kept in this service’s inbox (no mail provider)" : "handed to the mail provider"}`,
  "mail.failed": (signer, event) => `${mailOf(event)} to ${signer} could not be delivered`,
  "message.sent": (signer) => `The message with a code to ${signer} was sent`,
  "message.failed": (signer) => `The message with a code to ${signer} could not be delivered`,
  "link.opened": (signer) => `The link of ${signer} was opened, by a person or a mail program`,
  "link.wrong_account": (signer) => `Another account tried the link of ${signer}`,
  "document.viewed": (signer) => `The document was shown to the holder of the link of ${signer}`,
  "renewal.asked": (signer) => `${signer} asked for more time`,
  "account.created_from_link": (signer) => `${signer} created an account from the link`,
  "email.proved": (signer) => `The address of ${signer} was proved`,
  "consent.shown": (signer) => `The consent to sign electronically was shown to ${signer}`,
  "consent.given": (signer) => `${signer} consented to sign electronically`,
  "auth.failed": "A log-in failed",
  "auth.throttled": "Log-ins were slowed down",
  "identify.code.sent": (signer) => `A code to show who they are was made for ${signer}`,
  "identify.code.failed": (signer) => `A wrong code to show who they are was entered for ${signer}`,
  "identify.code.locked": (signer) => `Too many wrong codes to show who they are for ${signer}`,
  "identify.code.accepted": (signer) => `The right code to show who they are was entered for ${signer}`,
  "code.sent": (signer, { data }) =>
    `A code to sign with was made for ${signer}${typeof data.channel === "string" ? ` (${data.channel})` : ""}`,
  "code.failed": (signer) => `A wrong code to sign with was entered for ${signer}`,
  "code.locked": (signer) => `Too many wrong codes to sign with for ${signer}`,
  "code.accepted": (signer) => `The right code to sign with was entered for ${signer}`,
  "sign_password.failed": (signer) => `A wrong signing password was entered for ${signer}`,
  "sign_password.locked": (signer) => `Too many wrong signing passwords for ${signer}`,
  "sign_password.accepted": (signer) => `The signing password of ${signer} was right`,
  "sign.denied": "Somebody who is not the signer tried to sign",
  signed: (signer) => `${signer} signed`,
  declined: (signer) => `${signer} declined to sign`,
  "certificate.issued": (signer) => `A certificate for this one act was issued to ${signer}`,
  "timestamp.added": (signer, event) => `A timestamp was added${stampedOf(signer, event)}`,
  "timestamp.failed": "The timestamp authority could not be reached, or its answer was refused",
  "webhook.delivered": "A system of the sender was told",
  "webhook.failed": "A system of the sender could not be told",
  "integrity.failed": "Stored bytes were not as they were written",
  "person.erased": "Values of a person were erased on request",
};

function downloadOf({ data, doc }: ChainEvent): string {
  switch (data.version) {
    case "evidence":
    case "bundle":
      return "The evidence was fetched";
    case "revision":
      return `Revision ${String(doc.revision)} of the document was fetched, to see or to keep it`;
    default:
      return "The document was fetched, to see or to keep it";
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

function mailOf({ data }: ChainEvent): string {
  const names: Record<string, string> = {
    invitation: "The invitation",
    reminder: "The reminder",
    completion: "The mail of completion",
    withdrawal: "The mail of withdrawal",
    removal: "The mail of removal",
    decline: "The mail that somebody declined",
    expiry: "The mail that the deadline has passed",
    renewal: "The mail that asks for more time",
    code: "The mail with a code",
  };
  return names[String(data.template)] ?? "A mail";
}

/** One event as a sentence. Types that this version does not know are named as they are. */
export function describeEvent(event: ChainEvent, people: People): string {
  const wording = (words as Partial<Record<string, Words>>)[event.type];
  if (wording === undefined) return event.type;
  if (typeof wording === "string") return wording;
  const id = event.data.signRequestId;
  const signer = typeof id === "number" ? people.bySignRequest.get(id) : undefined;
  return wording(
    signer ??
      (typeof event.data.accountId === "number"
        ? (people.byAccount.get(event.data.accountId) ?? "an account")
        : "the requester"),
    event,
  );
}

/** Who did it. */
export function actorOf({ actor, data }: ChainEvent, people: People): string {
  if (actor.kind === "system") return "Paraph";
  if (actor.kind === "account" && typeof actor.accountId === "number")
    return people.byAccount.get(actor.accountId) ?? "An account";
  if (actor.kind === "guest" && typeof actor.signRequestId === "number")
    return `${people.bySignRequest.get(actor.signRequestId) ?? "A signer"} (guest)`;
  const signer = typeof data.signRequestId === "number" ? people.bySignRequest.get(data.signRequestId) : undefined;
  return signer === undefined ? "Not logged in" : `Holder of the link of ${signer}`;
}
