import type { RightCode } from "./compare-code";

/** What a code act proved, as its certificate says for ever: where the code went and when it was entered, in UTC. At most 64 characters. */
export function proofWords({ channel, sentTo, enteredAt }: Pick<RightCode, "channel" | "sentTo" | "enteredAt">): string {
  const at = enteredAt.toISOString().replace("T", " ").replace(/\.\d+Z$/, "Z");
  return `${accessTo(channel, sentTo ?? "a number")}, code entered ${at}`;
}

function accessTo(channel: RightCode["channel"], sentTo: string): string {
  switch (channel) {
    case "sms": return `text message to ${sentTo}`;
    case "signal": return `Signal message to ${sentTo}`;
    case "telegram": return "linked Telegram chat";
    case "email":
    case "password": return "mailbox access";
  }
}
