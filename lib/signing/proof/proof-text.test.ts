import { expect, test } from "vitest";
import { readWithoutCode } from "@/lib/platform/sign-methods/stated-proof";
import { maxOrganizationalUnit } from "@/lib/x509/authority-certificates";
import { linkProofText, proofText } from "./proof-text";

const enteredAt = new Date("2026-11-20T12:01:07.123Z");

test("a mailed code is reported as access to the mailbox", () => {
  expect(proofText({ channel: "email", sentTo: "b…@x.example", entered: "to_sign", enteredAt, isInInbox: false })).toBe(
    "mailbox access, code entered 2026-11-20 12:01:07Z",
  );
});

test("a code over another channel is never reported as access to a mailbox, and its text fits a certificate in full", () => {
  const text = proofText({ channel: "email", sentTo: "b…@x.example", entered: "to_sign", enteredAt, isInInbox: true });
  expect(text).toBe("code kept by service, not mailed, entered 2026-11-20 12:01:07Z");
  expect(text).not.toContain("mailbox");
  expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
});

test.each([
  ["email", "b…@x.example", false, "mailbox access, code entered at opening 2026-11-20 12:01:07Z"],
  ["email", "b…@x.example", true, "code not mailed, entered at opening 2026-11-20 12:01:07Z"],
  ["sms", "+351…78", false, "text message to +351…78, opening code 2026-11-20 12:01:07Z"],
] as const)("a code that opened the document says so: %s, %s, kept %s", (channel, sentTo, isInInbox, expected) => {
  const text = proofText({ channel, sentTo, entered: "to_open", enteredAt, isInInbox });
  expect(text).toBe(expected);
  expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
});

test.each([
  ["link", false, "mailed link only, no code, clicked 2026-11-20 12:01:07Z", "mailed_link"],
  ["link", true, "unmailed link only, no code, clicked 2026-11-20 12:01:07Z", "unmailed_link"],
  ["account", false, "account log-in only, no code, clicked 2026-11-20 12:01:07Z", "account"],
] as const)(
  "signing by the %s alone is reported as just that, and read again as that",
  (by, isInInbox, expected, read) => {
    const text = linkProofText({ by, clickedAt: enteredAt, isInInbox });
    expect(text).toBe(expected);
    expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
    expect(readWithoutCode(text)).toBe(read);
  },
);

test("no other proof is read as one without a code", () => {
  const code = proofText({ channel: "email", sentTo: null, entered: "to_open", enteredAt, isInInbox: false });
  for (const unit of [code, "mailbox access, mailed link only, no code", "", null])
    expect(readWithoutCode(unit)).toBeNull();
});
