import type { RightCode } from "./compare-code";

type Proved = Pick<RightCode, "channel" | "sentTo" | "enteredAt"> & {
  /** As `codeWasKept` tells. */
  isKept: boolean;
};

/** What a code act proved, as its certificate says for ever: where the code went and when it was entered, in UTC. At most 64 characters. */
export function proofWords({ channel, sentTo, enteredAt, isKept }: Proved): string {
  const at = enteredAt
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "Z");
  // Whoever reads the service's inbox could enter it: that is no access to the signer's mailbox.
  if (isKept) return `code kept by service, not mailed, entered ${at}`;
  return `${accessTo(channel, sentTo ?? "a number")}, code entered ${at}`;
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
      return "mailbox access";
  }
}
