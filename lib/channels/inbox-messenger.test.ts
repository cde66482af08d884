import { expect, test } from "vitest";
import { inboxMessenger, type MailMessage } from "./messenger";

test("stores a message as it would have been sent if there is no provider, and reports a failure to store it", async () => {
  const stored: MailMessage[] = [];
  const messenger = inboxMessenger(async (message) => void stored.push(message));
  const mail = { to: "bo@x.org", subject: "Two\nlines", text: "t", html: "h", idempotencyKey: "outbox/1" };
  expect(await messenger.send(mail)).toEqual({ providerId: "kept:outbox/1" });
  expect(stored).toEqual([{ ...mail, subject: "Two lines" }]);
  const failing = inboxMessenger(() => Promise.reject(new Error("database away")));
  await expect(failing.send(mail)).rejects.toThrow("database away");
});

test("keeps the recipient's mail program from decoding an encoded word in a subject or file name", async () => {
  const stored: MailMessage[] = [];
  const messenger = inboxMessenger(async (message) => void stored.push(message));
  const word = "=?utf-8?B?4oCuZ3BqLmV4ZQ==?=";
  const attachments = [{ filename: `${word}.pdf`, contentType: "application/pdf", content: Buffer.from("x") }];
  await messenger.send({
    to: "bo@x.org",
    subject: word,
    text: "t",
    html: "h",
    attachments,
    idempotencyKey: "outbox/2",
  });
  const [sent] = stored;
  expect([sent?.subject, sent?.attachments?.[0]?.filename].join(" ")).not.toContain("=?");
  expect(sent?.subject).toContain("utf-8");
});
