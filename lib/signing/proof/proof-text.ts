import { withoutCodeWords } from "@/lib/platform/sign-methods/stated-proof";
import { maxOrganizationalUnit } from "@/lib/x509/authority-certificates";
import type { RightCode } from "./compare-code";

type Proved = Pick<RightCode, "channel" | "sentTo" | "enteredAt"> & {
  entered: "to_sign" | "to_open";
  /** As returned by `codeWentToInbox`. */
  isInInbox: boolean;
};

/** The proof by code as stated in the certificate: channel, time of entry in UTC, and whether the code was entered to open the document. */
export function proofText({ channel, sentTo, entered, enteredAt, isInInbox }: Proved): string {
  const at = timeText(enteredAt);
  // Every reader of the message inbox could enter it, so it proves no access to the signer's mailbox.
  if (isInInbox)
    return entered === "to_sign"
      ? `code kept by service, not mailed, entered ${at}`
      : `code not mailed, entered at opening ${at}`;
  const access = accessTo(channel, sentTo ?? "a number");
  if (entered === "to_sign") return `${access}, code entered ${at}`;
  const text = `${access}, code entered at opening ${at}`;
  return text.length <= maxOrganizationalUnit ? text : `${access}, opening code ${at}`;
}

/** The proof by the link alone as stated in the certificate. */
export function linkProofText({ by, clickedAt, isInInbox }: LinkProved): string {
  const shown = by === "account" ? "account" : isInInbox ? "unmailed_link" : "mailed_link";
  return `${withoutCodeWords[shown]}${timeText(clickedAt)}`;
}

interface LinkProved {
  by: "link" | "account";
  clickedAt: Date;
  /** The link was stored in the message inbox because no mail provider is configured. */
  isInInbox: boolean;
}

function timeText(at: Date): string {
  return at
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "Z");
}

function accessTo(channel: RightCode["channel"], sentTo: string): string {
  switch (channel) {
    case "sms":
      return `text message to ${sentTo}`;
    case "signal":
      return `Signal message to ${sentTo}`;
    case "telegram":
      return "linked Telegram chat";
    case "email":
    case "password":
    case "link":
      return "mailbox access";
  }
}
