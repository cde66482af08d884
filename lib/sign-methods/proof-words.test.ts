import { expect, test } from "vitest";
import { maxOrganizationalUnit } from "@/lib/keys/name-part";
import { proofWords } from "./proof-words";

const enteredAt = new Date("2026-11-20T12:01:07.123Z");

test("a code that was mailed is called access to the mailbox", () => {
  expect(proofWords({ channel: "email", sentTo: "b…@x.example", enteredAt, isKept: false })).toBe(
    "mailbox access, code entered 2026-11-20 12:01:07Z",
  );
});

test("a code that was kept instead of mailed is never called access to a mailbox, and its words fit a certificate whole", () => {
  const words = proofWords({ channel: "email", sentTo: "b…@x.example", enteredAt, isKept: true });
  expect(words).toBe("code kept by service, not mailed, entered 2026-11-20 12:01:07Z");
  expect(words).not.toContain("mailbox");
  expect(words.length).toBeLessThanOrEqual(maxOrganizationalUnit);
});
