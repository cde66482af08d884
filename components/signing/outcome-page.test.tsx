import { createTranslator, NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import signing from "@/lib/platform/locale/en/signing.json";
import type { LinkPage } from "@/lib/signing/schema";
import { OutcomePage } from "./outcome-page";

type Declined = Extract<LinkPage, { state: "declined" }>;

/** The heading and the text of a page. */
function shown(role: Declined["document"]["role"], by: Declined["by"]): string {
  const document = { role, name: "Lease", pages: [{}], files: null, sender: { name: "Ana", email: "ana@x.example" } };
  const page = { state: "declined", document, at: "2027-03-12T14:00:00Z", by, reason: null } as unknown as Declined;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" now={new Date(page.at)} messages={{ signing }}>
      <OutcomePage page={page} u="" />
    </NextIntlClientProvider>,
  );
}

const t = createTranslator({ locale: "en", messages: signing, namespace: "declined" });
const heading = (key: "headingYou" | "headingOther", role: string): string =>
  t.markup(key, { role, at: () => "" }).trim();

test("an approver's rejection is shown as rejected, to the approver and to others", () => {
  const [own, others] = [shown("approver", null), shown("signer", { name: "Bo", role: "approver" })];
  expect(own).toContain(heading("headingYou", "approver"));
  expect(own).not.toContain(heading("headingYou", "signer"));
  expect(others).toContain(heading("headingOther", "approver"));
  expect(others).not.toContain(heading("headingOther", "signer"));
  expect(others).toContain(t("other", { by: "Bo", role: "approver" }));
});

test("a signer's refusal is shown as declined, also to an approver", () => {
  const [own, others] = [shown("signer", null), shown("approver", { name: "Bo", role: "signer" })];
  expect(own).toContain(heading("headingYou", "signer"));
  expect(others).toContain(heading("headingOther", "signer"));
  expect(others).toContain(t("other", { by: "Bo", role: "signer" }));
});
