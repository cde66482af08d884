import type { ApiClient, Person } from "@/e2e/api-client";
import { inboxMessages, linkFor, waitFor } from "@/e2e/journey";

/** The server's inbox, since no mail provider is configured. */
export interface Inbox {
  /** Messages to one address, oldest first. */
  to(email: string): ReturnType<typeof inboxMessages>;
  /** The sign-request UUID of the newest invitation. Waits for it. */
  linkOf(email: string): Promise<string>;
  /** The newest six-digit code after the first `after` messages. Waits for it. */
  codeOf(email: string, after?: number): Promise<string>;
}

const code = /\b(\d{6})\b/;

export function readInbox(api: ApiClient, admin: Person): Inbox {
  return {
    to: (email) => inboxMessages(api, admin, email),
    linkOf: (email) => linkFor(api, admin, email),
    codeOf: (email, after = 0) =>
      waitFor(async () => {
        const mail = (await inboxMessages(api, admin, email))
          .slice(after)
          .findLast((message) => code.test(message.text));
        return mail && code.exec(mail.text)?.[1];
      }, `a code for ${email}`),
  };
}
