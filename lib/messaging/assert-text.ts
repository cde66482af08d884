import { MessagingError } from "./messenger";
import type { TextMessage } from "./text-gateway";

const e164 = /^\+[1-9]\d{6,14}$/;
const chatId = /^-?\d{1,20}$/;

/** The last gate before a gateway of numbers. Throws `MessagingError`, not retryable. */
export function assertNumber({ to }: TextMessage): void {
  if (!e164.test(to)) throw new MessagingError("the recipient is not one number in E.164", false);
}

/** The last gate before a gateway of chats. Throws `MessagingError`, not retryable. */
export function assertChat({ to }: TextMessage): void {
  if (!chatId.test(to)) throw new MessagingError("the recipient is not the id of a chat", false);
}
