import { expect, test } from "vitest";
import { keptMessenger } from "./kept";
import type { MailMessage } from "./messenger";

test("without a provider a message is kept as it would have been sent, and a failed keep is no delivery", async () => {
  const kept: MailMessage[] = [];
  const messenger = keptMessenger(async (message) => void kept.push(message));
  const mail = { to: "bo@x.org", subject: "Two\nlines", text: "t", html: "h", idempotencyKey: "outbox/1" };
  expect(await messenger.send(mail)).toEqual({ providerId: "kept:outbox/1" });
  expect(kept).toEqual([{ ...mail, subject: "Two lines" }]);
  const failing = keptMessenger(() => Promise.reject(new Error("database away")));
  await expect(failing.send(mail)).rejects.toThrow("database away");
});
