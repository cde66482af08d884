import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageCodes } from "@/lib/platform/locale/languages";
import { at, everyMail, invitation } from "../testing/every-mail";
import { codeMail, codeText } from "./code";
import { invitationMail } from "./document";
import { html, isolated, mailTranslator, phraseText, productBrand, type MailBrand, type Phrase } from "./mail-text";
import { mailPage, withPictures } from "./render-mail";

const english = mailTranslator("en");
const inEveryLanguage = languageCodes.map((code) => [code, mailTranslator(code)] as const);
const isolates = /[\u2068\u2069]/g;

describe.each(inEveryLanguage)("every mail in %s", (language, t) => {
  test("has a subject of one line, a plain-text part and an HTML part with the same content", () => {
    for (const [name, mail] of Object.entries(everyMail(t, "Zoë Müller"))) {
      expect(mail.subject, name).toMatch(/^[^\r\n]{5,200}$/);
      const shown = mail.html
        .replace(/<style.*?<\/style>|<title>.*?<\/title>/gs, " ")
        .replace(/<\/?(bdi|span|a)\b[^>]*>/g, "")
        .replace(/<[^>]+>/g, " ")
        .replace(/&#39;/g, "'")
        .replace(/\s+/g, " ");
      for (const line of mail.text.split("\n").map((line) => line.replace(/^--$|:$/, "").trim()))
        expect(shown, name).toContain(line);
    }
  });

  test("states its language, has at most one button, and loads nothing", () => {
    for (const [name, { html: markup }] of Object.entries(everyMail(t, "Zoë"))) {
      expect(markup, name).toContain(`<html lang="${language}" dir="ltr">`);
      expect(markup.match(/class="on-button"/g) ?? [], name).toHaveLength(
        name in { withdrawal: 1, removal: 1, delegated: 1, code: 1, "code-to-open": 1, "gateway-test": 1, copy: 1 }
          ? 0
          : 1,
      );
      expect(markup, name).not.toMatch(/<img|<link|src=|url\(|@import/);
    }
  });

  test("shows markup in user text as text", () => {
    for (const mail of Object.values(
      everyMail(t, '<img src=x onerror=alert(1)> "\'&amp; <a href="https://evil.test">x</a>'),
    )) {
      expect(mail.html).not.toContain("<img");
      expect(mail.html).not.toContain('<a href="https://evil');
    }
  });

  test("keeps user text from forging headers, lines or backward text, and from closing its isolation", () => {
    for (const mail of Object.values(everyMail(t, "A\r\nBcc: eve@x.org\u202Egro.x\u2069\u2028B"))) {
      expect(mail.subject).not.toMatch(/[\r\n\u202A-\u202E\u2028\u2066-\u2069]/);
      expect(mail.text).not.toMatch(/[\u202A-\u202E\u2028\u2066-\u2069]/);
      expect(mail.html).not.toMatch(/[\u202A-\u202E\u2028\u2066-\u2069]/);
      expect(mail.html.match(/<bdi>/g)?.length).toBe(mail.html.match(/<\/bdi>/g)?.length);
    }
  });

  test("isolates a right-to-left name, in both parts and in the subject", () => {
    const name = "שרה כהן";
    const { subject, text, html: markup } = invitationMail(t, { ...invitation, requesterName: name });
    expect(subject).toContain(isolated(name));
    expect(text).toContain(isolated(name));
    expect(markup).toContain(`<bdi>${name}</bdi>`);
    expect(invitationMail(t, invitation).text).not.toMatch(isolates);
  });

  test("contains the code with its minutes and no other number's digits, in at most two phone texts", () => {
    const digits = fc.stringMatching(/^[0-9 a-z\n]{0,40}$/);
    fc.assert(
      fc.property(digits, digits, fc.stringMatching(/^[0-9]{6}$/), (signerName, documentName, code) => {
        const { subject, text } = codeMail(t, {
          signerName,
          documentName,
          code,
          lifetimeMinutes: 10,
          purpose: "sign",
        });
        expect(text.match(/\d{6,}/g)).toEqual([code]);
        expect(text).not.toContain("://");
        expect(subject).not.toMatch(/\d{6}/);
        const message = codeText(t, { documentName, code, lifetimeMinutes: 10, purpose: "identify" });
        expect(message.match(/\d{6,}/g)).toEqual([code]);
        expect(message).not.toMatch(isolates);
        // 160 characters of the basic SMS alphabet, or two parts of 67 otherwise.
        expect(message.length).toBeLessThanOrEqual(language === "en" ? 160 : 134);
      }),
    );
  });
});

describe("the invitation", () => {
  test("names the files of an envelope, at most five, in text and markup", () => {
    const linesOf = (...fileNames: string[]) => {
      const { text, html } = invitationMail(english, { ...invitation, fileNames });
      const line = text.split("\n").find((one) => /files?: /.test(one));
      expect(html.replaceAll(/<[^>]+>/g, "")).toContain(line ?? "3 pages");
      return line;
    };
    expect(linesOf()).toBeUndefined();
    expect(linesOf("Lease", "House rules")).toBe("2 files: Lease, House rules");
    expect(linesOf("A", "B", "C", "D", "E", "F", "G")).toBe("7 files: A, B, C, D, E and 2 more");
  });

  test("has the link alone on one line, once, and the requester's message", () => {
    const { text, html: markup } = invitationMail(english, invitation);
    const link = `https://sign.example.org/sign/${invitation.signRequestUuid}`;
    expect(text.split("\n").filter((line) => line.includes("/sign/"))).toEqual([link]);
    expect(text).toContain("Please initial page 2 as well.");
    expect(text).toContain("12 Mar 2027, 14:02 UTC");
    expect(markup).toContain(`href="${link}"`);
    expect(invitationMail(english, { ...invitation, documentName: "X\nhttps://evil.test/sign/1" }).text).not.toMatch(
      /^https:\/\/evil/m,
    );
  });

  test("is in Portuguese for Portuguese readers, dates included", () => {
    const { subject, text } = invitationMail(mailTranslator("pt"), invitation);
    expect(subject).toBe("Ana Silva pede sua assinatura em “Lease”");
    expect(text).toContain("Assine até 12 de mar. de 2027, 14:02 UTC");
  });

  test("has the requester's subject, marked as a reminder if it is one", () => {
    const own = { ...invitation, subject: "Your lease, flat 4D" };
    expect(invitationMail(english, own).subject).toBe("Your lease, flat 4D");
    expect(invitationMail(english, { ...own, occasion: "changed" }).subject).toBe("Your lease, flat 4D");
    expect(invitationMail(english, { ...own, occasion: "reminder" }).subject).toBe("Reminder: Your lease, flat 4D");
    expect(invitationMail(mailTranslator("pt"), { ...own, occasion: "reminder" }).subject).toMatch(/^Lembrete: Your/);
  });

  test.each(["Lease\r\nBcc: eve@x.example", "Lease\u2028Bcc: eve@x.example", "Lease\u0085Bcc: eve@x.example"])(
    "keeps a subject on one line, so that it starts no other header: %j",
    (subject) => {
      const mail = invitationMail(english, { ...invitation, subject });
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(mail.subject).toContain("eve@x.example");
    },
  );

  test("escapes a subject in the HTML part", () => {
    const mail = invitationMail(english, { ...invitation, subject: "<img src=x>" });
    expect(mail.subject).toBe("<img src=x>");
    expect(mail.html).not.toContain("<img src=x>");
  });

  test("writes times in the reader's zone, with its name", () => {
    const there = mailTranslator("en", undefined, "America/Sao_Paulo");
    expect(invitationMail(there, invitation).text).toContain("12 Mar 2027, 11:02 (Brasilia Standard Time)");
    expect(mailTranslator("pt", undefined, "Europe/Lisbon").date(new Date("2027-07-12T14:02:00Z"))).toMatch(
      /^12 de jul\. de 2027, 15:02 \(Hor[aá]rio de Ver[aã]o/,
    );
  });

  test("keeps the lines of a longer description, after the link", () => {
    const { text } = invitationMail(english, { ...invitation, description: "First.\r\nSecond." });
    expect(text).toContain("First.\nSecond.");
    expect(text.indexOf("First.")).toBeGreaterThan(text.indexOf("/sign/"));
  });
});

test("the code mail names the document in its subject, unless the name could be mistaken for a code", () => {
  const code = { signerName: "Bo", code: "042137", lifetimeMinutes: 10, purpose: "sign" } as const;
  expect(codeMail(english, { ...code, documentName: "Lease" }).subject).toBe("Your code to sign “Lease”");
  expect(codeMail(english, { ...code, documentName: "Invoice 123456" }).subject).toBe("Your code to sign");
});

test("in a right-to-left language the sheet is mirrored, links and codes are unchanged, and a Latin name is isolated", () => {
  const title = "Test";
  const text = `x ${isolated("Ana")}` as Phrase;
  const markup = mailPage(
    { language: "en", direction: "rtl", brand: productBrand },
    {
      title,
      blocks: [
        { kind: "quote", text: "q" },
        { kind: "code", code: "042137" },
        { kind: "button", label: text, url: "https://s.test" },
      ],
      footer: text,
    },
  );
  expect(markup).toContain('dir="rtl"');
  expect(markup).toContain("padding-right:16px;border-right:3px");
  expect(markup).toContain('<p dir="ltr" class="code"');
  expect(phraseText(text, "rtl")).toBe(text);
});

test("the html tag escapes every value but its own markup", () => {
  const inner = html`<b>${"<&>"}</b>`;
  expect(html`<p title="${"\"'"}">${inner}${[inner, inner]}</p>`.markup).toBe(
    '<p title="&quot;&#39;"><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b></p>',
  );
});

test("formats dates the same on every machine", () => {
  expect(english.date(new Date("2026-09-01T00:05:00Z"))).toBe("1 Sep 2026, 00:05 UTC");
  expect(mailTranslator("pt").date(at)).toBe("12 de mar. de 2027, 14:02 UTC");
});

describe("a brand", () => {
  const png = Buffer.from("a picture");
  const brand: MailBrand = {
    name: "Harbour <Rentals>",
    colour: "#0a6c67",
    logo: null,
    privacyUrl: "https://harbour.test/privacy",
    termsUrl: null,
    imprintUrl: null,
  };

  test("replaces the product's name and colour in every mail, and adds its legal links to both parts", () => {
    for (const [name, mail] of Object.entries(everyMail(mailTranslator("en", brand), "Zoë"))) {
      expect(mail.html, name).toContain("<bdi>Harbour &lt;Rentals&gt;</bdi>");
      expect(mail.html, name).not.toMatch(/#3B3FD8/i);
      expect(mail.html, name).toContain('href="https://harbour.test/privacy"');
      expect(mail.text, name).toContain("Privacy: https://harbour.test/privacy");
    }
  });

  test("attaches its logo and the first page, and loads nothing from elsewhere", () => {
    const mail = invitationMail(mailTranslator("en", { ...brand, logo: png }), { ...invitation, thumbnail: png });
    expect(mail.inline?.map(({ cid }) => cid)).toEqual(["logo", "firstpage"]);
    expect([...mail.html.matchAll(/src="([^"]*)"/g)].map((match) => match[1])).toEqual(["cid:logo", "cid:firstpage"]);
    expect(withPictures(mail.html, mail.inline)).not.toContain("cid:");
  });

  test("gives the document's card the same text in the plain part", () => {
    const { text } = invitationMail(english, invitation);
    expect(text).toContain("Lease\n3 pages\nFrom Ana Silva, ana@x.org\nSign by 12 Mar 2027, 14:02 UTC\n");
  });

  test("names a sender without a name once on the document's card", () => {
    const { text } = invitationMail(english, { ...invitation, requesterName: invitation.requesterEmail });
    expect(text).toContain("3 pages\nFrom ana@x.org\nSign by");
  });

  test("names a sender without a name once in the first sentence", () => {
    const { text } = invitationMail(english, { ...invitation, requesterName: invitation.requesterEmail });
    expect(text.replace(isolates, "")).toContain("ana@x.org asks you to sign “Lease”.");
    expect(text).not.toContain("(");
  });
});
