import { expect, test } from "vitest";
import { proofText } from "@/lib/signing/prove";
import { maxOrganizationalUnit } from "@/lib/x509/authority-certificates";

const enteredAt = new Date("2026-11-20T12:01:07.123Z");

test("a mailed code is reported as access to the mailbox", () => {
  expect(proofText({ channel: "email", sentTo: "b…@x.example", enteredAt, isInInbox: false })).toBe(
    "mailbox access, code entered 2026-11-20 12:01:07Z",
  );
});

test("a code over another channel is never reported as access to a mailbox, and its text fits a certificate in full", () => {
  const text = proofText({ channel: "email", sentTo: "b…@x.example", enteredAt, isInInbox: true });
  expect(text).toBe("code kept by service, not mailed, entered 2026-11-20 12:01:07Z");
  expect(text).not.toContain("mailbox");
  expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
});
