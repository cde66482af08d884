import { assertMessage } from "./assert-message";
import type { MailMessage, Messenger } from "./messenger";

/** No provider is configured: messages stay on this server, where administrators read them. `keep` must be idempotent by the message's key. */
export function keptMessenger(keep: (message: MailMessage) => Promise<void>): Messenger {
  return {
    async send(message) {
      const checked = assertMessage(message);
      await keep(checked);
      return { providerId: `kept:${checked.idempotencyKey}` };
    },
  };
}
