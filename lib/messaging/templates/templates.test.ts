import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MailContent } from "../messenger";
import { accountExistsMail } from "./account-exists";
import { codeMail } from "./code";
import { codeText } from "./code-text";
import { confirmationMail } from "./confirmation";
import { completionMail } from "./completion";
import { declineMail } from "./decline";
import { expiryMail } from "./expiry";
import { html } from "./html";
import { invitationMail, type InvitationData } from "./invitation";
import { mailDate } from "./mail-date";
import { passwordChangedMail } from "./password-changed";
import { phoneChangedMail } from "./phone-changed";
import { removalMail } from "./removal";
import { resetMail } from "./reset";
import { telegramChangedMail } from "./telegram-changed";
import { withdrawalMail } from "./withdrawal";

const at = new Date("2027-03-12T14:02:00Z");
const uuid = "7d1f2c7e-3b8a-4c66-9f1e-123456789012";
const invitation: InvitationData = {
  publicUrl: "https://sign.example.org",
  signRequestUuid: uuid,
  signerName: "Bo",
  requesterName: "Ana Silva",
  requesterEmail: "ana@x.org",
  documentName: "Lease",
  description: "Please initial page 2 as well.",
  expiresAt: at,
  occasion: "first",
};

/** Every mail there is, with one piece of somebody's text in every place that takes one. */
function everyMail(text: string): MailContent[] {
  const common = { signerName: text, requesterName: text, documentName: text, recipientName: text };
  return [
    invitationMail({ ...invitation, ...common, requesterEmail: text, description: text }),
    invitationMail({ ...invitation, ...common, occasion: "reminder", description: null, expiresAt: null }),
    codeMail({ ...common, code: "042137", lifetimeMinutes: 10, purpose: "sign" }),
    completionMail({ ...common, completedAt: at, documentUrl: "https://s.test/documents/1", verifyUrl: "https://s.test/verify/1" }),
    withdrawalMail(common),
    removalMail(common),
    declineMail({ ...common, declinedBy: text, reason: text, documentUrl: "https://s.test/documents/1" }),
    confirmationMail({ name: text, url: "https://s.test/confirm/x", lifetimeMinutes: 60 }),
    resetMail({ name: text, url: "https://s.test/reset/x", lifetimeMinutes: 60 }),
    accountExistsMail({ name: text, logInUrl: "https://s.test/login", resetUrl: "https://s.test/reset" }),
    passwordChangedMail({ name: text, resetUrl: "https://s.test/reset" }),
    phoneChangedMail({ name: text, phone: "+49…78", resetUrl: "https://s.test/reset" }),
    telegramChangedMail({ name: text, isLinked: true, accountUrl: "https://s.test/account", resetUrl: "https://s.test/reset" }),
    expiryMail({ ...common, expiredAt: at, documentUrl: null }),
  ];
}

describe("every mail", () => {
  test("has a subject of one line, a plain-text part and an HTML part that says the same", () => {
    for (const mail of everyMail("Zoë Müller")) {
      expect(mail.subject).toMatch(/^[^\r\n]{5,200}$/);
      const words = mail.html.replace(/<style.*?<\/style>|<title>.*?<\/title>|<[^>]+>/gs, " ").replace(/&#39;/g, "'").replace(/\s+/g, " ");
      for (const line of mail.text.split("\n").map((line) => line.replace(/^--$|:$/, "").trim())) {
        expect(words).toContain(line);
      }
    }
  });

  test("shows markup in users' words as text", () => {
    for (const mail of everyMail('<img src=x onerror=alert(1)> "\'&amp; <a href="https://evil.test">x</a>')) {
      expect(mail.html).not.toContain("<img");
      expect(mail.html).not.toContain('<a href="https://evil');
    }
  });

  test("keeps users' words from making headers, lines or backward text", () => {
    for (const mail of everyMail("A\r\nBcc: eve@x.org\u202Egro.x\u2028B")) {
      expect(mail.subject).not.toMatch(/[\r\n\u202A-\u202E\u2028]/);
      expect(mail.text).not.toMatch(/[\u202A-\u202E\u2028]/);
      expect(mail.html).not.toMatch(/[\u202A-\u202E\u2028]/);
    }
    expect(invitationMail({ ...invitation, documentName: "X\nhttps://evil.test/sign/1" }).text).not.toMatch(/^https:\/\/evil/m);
  });
});

describe("the invitation", () => {
  test("holds the link alone on one line, once, and the requester's words", () => {
    const { text, html: markup } = invitationMail(invitation);
    const lines = text.split("\n");
    expect(lines.filter((line) => line.includes("/sign/"))).toEqual([`https://sign.example.org/sign/${uuid}`]);
    expect(text).toContain("Please initial page 2 as well.");
    expect(text).toContain("12 Mar 2027, 14:02 UTC");
    expect(markup).toContain(`href="https://sign.example.org/sign/${uuid}"`);
  });

  test("keeps the lines of a longer description, after the link", () => {
    const { text } = invitationMail({ ...invitation, description: "First.\r\nSecond." });
    expect(text).toContain("First.\nSecond.");
    expect(text.indexOf("First.")).toBeGreaterThan(text.indexOf("/sign/"));
  });
});

describe("the code mail and the code as a short message", () => {
  test("holds the six digits together, no other six-digit number and no link, whatever the names are", () => {
    const digits = fc.stringMatching(/^[0-9 a-z\n]{0,40}$/);
    fc.assert(
      fc.property(digits, digits, fc.stringMatching(/^[0-9]{6}$/), (signerName, documentName, code) => {
        const { subject, text } = codeMail({ signerName, documentName, code, lifetimeMinutes: 10, purpose: "sign" });
        expect(text.match(/\d{6,}/g)).toEqual([code]);
        expect(text).not.toContain("://");
        expect(subject).not.toContain(code);
        const message = codeText({ documentName, code, lifetimeMinutes: 10, purpose: "identify" });
        expect(message.match(/\d{6,}/g)).toEqual([code]);
        expect(message.length).toBeLessThanOrEqual(160);
      }),
    );
  });
});

test("the html tag escapes every value but its own markup", () => {
  const inner = html`<b>${"<&>"}</b>`;
  expect(html`<p title="${"\"'"}">${inner}${[inner, inner]}</p>`.markup).toBe(
    '<p title="&quot;&#39;"><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b></p>',
  );
});

test("dates are the same on every machine", () => {
  expect(mailDate(new Date("2026-09-01T00:05:00Z"))).toBe("1 Sep 2026, 00:05 UTC");
});
