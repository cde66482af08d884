import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import documents from "@/lib/platform/locale/en/documents.json";
import shell from "@/lib/platform/locale/en/shell.json";
import upload from "@/lib/platform/locale/en/upload.json";
import type { DocumentFacts } from "../document-states";
import { DocumentState } from "./document-state";

const now = new Date("2027-03-12T14:00:00Z");
const { damaged, unreadable, sealing } = documents.document;

/** The page's text for a document with its last signature in place. */
function shown(stored: "whole" | "missing" | "altered" | "unreadable", isRequester: boolean): string {
  const file = { status: 5, stored, signers: [{ signRequestId: 1, status: "signed" }] };
  const facts = { file, progress: [], isRequester } as unknown as DocumentFacts;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ documents, shell, upload }}>
      <DocumentState {...facts} now={now} wasJustSent={false} />
    </NextIntlClientProvider>,
  );
}

test.each(["missing", "altered", "unreadable"] as const)(
  "reports a document whose bytes are %s as damaged, not as in progress",
  (stored) => {
    const { title, body, forSigner } = stored === "unreadable" ? unreadable : damaged;
    for (const isRequester of [true, false]) {
      const markup = shown(stored, isRequester);
      expect(markup).toContain(title);
      expect(markup).toContain(isRequester ? body : forSigner);
      expect(markup).not.toContain(sealing);
    }
  },
);

test("reports an intact document as in progress, not as damaged", () => {
  const markup = shown("whole", true);
  expect(markup).toContain(sealing);
  expect(markup).not.toContain(damaged.title);
});
