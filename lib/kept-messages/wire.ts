import type { z } from "zod";
import type { ListedMessage } from "./list";
import type { inboxAnswer } from "./schema";

/** Newest first. */
export function toInboxWire(messages: readonly ListedMessage[]): z.infer<typeof inboxAnswer> {
  return {
    data: messages.map(({ id, channel, to, subject, text, html, at }) => ({
      id,
      channel,
      to,
      subject,
      text,
      html,
      at: at.toISOString(),
    })),
  };
}
