import type { Page, Route } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import { choosePdf, flipBit } from "@/e2e/browser/actions/choose-pdf";
import { chooseFiles } from "@/e2e/browser/actions/other-files";
import { changeAtPageBottom, reportPictures } from "@/e2e/browser/actions/report-pictures";
import { untilSettled } from "@/e2e/browser/rules/settled";
import { rewritePage } from "@/e2e/browser/world/tamper";
import type { World } from "@/e2e/browser/world/world";
import { strokePng } from "@/e2e/journey";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

/** Every page of the interface, with its viewer. The tests of appearance and accessibility walk this list. */
export interface Shown {
  name: string;
  path: (world: World) => string;
  as?: (world: World) => Person;
  /** Default 200. */
  status?: number;
  /** Steps on the page before the check, such as opening a dialog. */
  then?: (page: Page, world: World) => Promise<void>;
  /** Another state shows the same parts with other content. */
  isVariant?: true;
  /** The steps need controls that a phone does not show. */
  isDesktopOnly?: true;
}

const press =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names)
      await page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("menuitem", { name, exact: true }))
        .or(page.getByRole("radio", { name, exact: true }))
        .or(page.getByRole("checkbox", { name, exact: true }))
        .or(page.getByRole("tab", { name, exact: true }))
        .first()
        .click();
  };

/** Chooses the finished PDF from its signer's link, modified by `change`, then runs `work`. */
const verifyCompleted =
  (change: (pdf: Buffer) => Buffer, ...work: readonly string[]) =>
  async (page: Page, world: World): Promise<void> => {
    const pdf = await page.request.get(`/api/v1/sign/uuid/${world.completed.signers[0].link}/content`);
    await choosePdf(page, change(await pdf.body()), "Delivery terms.pdf");
    for (const name of work) await page.getByRole("button", { name }).first().click();
  };
const asItIs = (pdf: Buffer): Buffer => pdf;

async function choosePictures(page: Page): Promise<void> {
  const picture = await strokePng(300, 200);
  await chooseFiles(
    page,
    "Choose files",
    { name: "Front.png", buffer: picture },
    { name: "Back.png", buffer: picture },
  );
  await page.getByRole("button", { name: "Create document" }).waitFor();
}

/** Opens the list of earlier signers in a new row that has no address to save yet. */
async function suggest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add signer" }).click();
  await page.getByLabel("E-mail").last().pressSequentially("an");
  await page.getByRole("listbox").getByRole("option").first().waitFor();
}

/** Answers an upload as a converted document, with the pages of an existing draft. */
async function showConverted(page: Page, { draft }: World): Promise<void> {
  const converted = {
    uuid: draft.uuid,
    pages: 1,
    upload: { convertedFrom: { type: "docx", name: "contract.docx", trackedChanges: true } },
  };
  await page.route("**/api/v1/file?*", (route) => route.fulfill({ json: converted }));
  await chooseFiles(page, "Choose files", { name: "contract.docx", buffer: Buffer.from("PK\u0003\u0004") });
  await page.getByRole("button", { name: "Use these pages" }).waitFor();
}

/** Two valid rows, and one of each frequent kind of problem. */
const leasesWithProblems = [
  "Tenant e-mail;Tenant name;Landlord e-mail;Rent;Colour",
  "ana@example.org;Ana Silva;landlord@example.org;950;red",
  "bo@example.org;Bo Lindqvist;landlord@example.org;1000;",
  ";Chidi Eze;landlord@example.org;900;",
  "dora(at)example.org;Dora Novak;landlord@example.org;900;",
  "ana@example.org;Ana Silva;landlord@example.org;980;",
].join("\r\n");

async function chooseCsv(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose CSV file" }).click();
  await (await chooser).setFiles({ name: "Leases.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("table").first().waitFor();
}

/** Simulates another person's change in the editor: the fields that it reads before saving differ. */
async function meetOthersChange(page: Page): Promise<void> {
  await untilSettled(page);
  const held: Route[] = [];
  await page.route("**/elements", async (route) => {
    // The first answer is delayed, so that the editor reads the fields when it saves.
    if (held.length === 0) return void held.push(route);
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: { label: string | null }[] };
    await route.fulfill({ response: answer, json: { data: data.map((field) => ({ ...field, label: "Tenant" })) } });
  });
  await page.reload();
  await page.getByRole("button", { name: /^Signature for Ana Silva, page 1/ }).press("ArrowRight");
  await page.getByRole("button", { name: "Keep both" }).waitFor();
  await held[0]?.continue();
}

/** The text field that is shown under a condition, with its details. */
async function showConditions(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Text for Ana Silva, page 1/ }).click();
  const details = page.getByRole("complementary", { name: "Field details" });
  const more = details.getByRole("button", { name: "Details", exact: true });
  if (await more.isVisible()) await more.click();
  await details.getByRole("combobox", { name: "Value of condition 1" }).scrollIntoViewIfNeeded();
}

/** A field appears, and a division by zero is reported. */
async function chooseAPet(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Pet: Yes, page 1" }).check();
  await page.getByRole("textbox", { name: "Rent, page 1" }).fill("950");
  await page.getByRole("textbox", { name: "Months, page 1" }).fill("12");
  await page.getByRole("textbox", { name: "Days, page 1" }).fill("0");
  await page.getByRole("textbox", { name: "Name of the pet, page 1" }).waitFor();
}

const first = (request: World["draft"]): string => `/sign/${request.signers[0].link}`;
const second = (request: World["draft"]): string => `/sign/${request.signers[1]?.link ?? ""}`;
const requester = (world: World): Person => world.requester;
const bulkSender = (world: World): Person => world.bulk.requester;
const returning = (world: World): Person => world.returning;

export const gallery: readonly Shown[] = [
  { name: "landing", path: () => "/" },
  { name: "accessibility", path: () => "/accessibility" },
  { name: "register", path: () => "/register" },
  { name: "log-in", path: () => "/login" },
  { name: "reset", path: () => "/reset" },
  { name: "reset-unknown", isVariant: true, path: () => `/reset/${"x".repeat(43)}`, status: 404 },
  { name: "confirm-unknown", path: () => `/confirm/${"x".repeat(43)}`, status: 404 },
  { name: "verify", path: () => "/verify" },
  { name: "verify-our-file", path: (world) => `/verify/${world.completed.uuid}` },
  { name: "verify-missing", isVariant: true, path: (world) => `/verify/${world.unknownLink}`, status: 404 },
  { name: "verify-declined", isVariant: true, path: (world) => `/verify/${world.declined.uuid}` },
  {
    name: "verify-own-copy",
    path: (world) => `/verify/${world.completed.uuid}`,
    as: returning,
    then: async (page) => {
      await page.getByRole("button", { name: "Check the stored copy" }).click();
      await page.getByText("Yes, this is the same file").waitFor();
    },
  },
  { name: "verify-report", path: () => "/verify", then: verifyCompleted(asItIs) },
  {
    name: "verify-facts",
    path: () => "/verify",
    then: async (page, world) => {
      await verifyCompleted(asItIs)(page, world);
      for (const facts of await page.getByText("Certificate and technical details").all()) await facts.click();
    },
  },
  {
    name: "verify-compared",
    path: () => "/verify",
    then: async (page, world) => {
      await verifyCompleted(asItIs, "Compare with current file: Ana Silva")(page, world);
      await page.getByText("Page 1 differs only where").waitFor();
    },
  },
  {
    name: "verify-changed",
    isVariant: true,
    path: () => "/verify",
    then: async (page, world) => {
      await verifyCompleted((pdf) => rewritePage(pdf, 1, "Page 900"))(page, world);
      await page.getByText("Page 1 differs from").waitFor();
    },
  },
  {
    name: "verify-signed-version",
    path: () => "/verify",
    then: async (page, world) => {
      await verifyCompleted(asItIs, "View what Ana Silva signed")(page, world);
      await page.getByRole("dialog").locator("canvas").waitFor();
    },
  },
  {
    name: "verify-looks-different",
    path: () => "/verify",
    then: async (page, world) => {
      await reportPictures(page, () => ({
        verdict: "modified",
        explanation: "page 1 looks different from what was signed",
        decidedBy: {
          code: "page_looks_different",
          params: { page: 1 },
          text: "page 1 looks different from what was signed",
        },
        changes: { level: "permitted", items: [], findings: [] },
        pictures: changeAtPageBottom,
      }));
      await verifyCompleted((pdf) => rewritePage(pdf, 1, "Page 900"))(page, world);
      const place = page.getByRole("img", { name: "Page 1, current" });
      await place.locator("canvas").waitFor();
      await place.scrollIntoViewIfNeeded();
    },
  },
  { name: "verify-bytes-changed", isVariant: true, path: () => "/verify", then: verifyCompleted(flipBit) },
  {
    name: "verify-unsigned",
    isVariant: true,
    path: () => "/verify",
    then: (page) => choosePdf(page, makePdf({ pages: [{}] })),
  },
  { name: "not-found", path: () => "/no-such-page", status: 404 },
  { name: "documents", path: () => "/documents", as: requester },
  {
    name: "documents-filters",
    path: () => "/documents?state=cancelled&by=me",
    as: requester,
    then: (page) => page.getByRole("button", { name: "Filters (2)" }).click(),
  },
  { name: "documents-not-found", isVariant: true, path: () => "/documents?q=nothing&state=declined", as: requester },
  {
    name: "documents-row-actions",
    path: () => "/documents",
    as: requester,
    then: (page) =>
      page
        .getByRole("button", { name: /^More actions for/ })
        .first()
        .click(),
  },
  {
    name: "documents-selected",
    path: () => "/documents",
    as: requester,
    then: (page) => page.getByRole("checkbox", { name: "Select all documents on this page" }).check(),
  },
  { name: "documents-empty", path: () => "/documents", as: (world) => world.admin },
  { name: "documents-of-signer", isVariant: true, path: () => "/documents", as: returning },
  { name: "new-document", path: () => "/documents/new", as: requester },
  {
    name: "new-document-several",
    path: () => "/documents/new",
    as: requester,
    then: async (page) => {
      const pdfs = ["Lease.pdf", "House rules.pdf", "Floor plan.pdf"].map((name) => ({
        ...{ name, mimeType: "application/pdf" },
        buffer: makePdf({ pages: [{}] }),
      }));
      await page.getByLabel("Document", { exact: true }).setInputFiles(pdfs);
      await page.locator("button:enabled", { hasText: "Continue" }).waitFor();
    },
  },
  { name: "envelope-signers", path: (world) => `/documents/${world.envelopes.draft.uuid}/signers`, as: requester },
  { name: "envelope-editor", path: (world) => `/documents/${world.envelopes.draft.uuid}/edit`, as: requester },
  {
    name: "envelope-review",
    isVariant: true,
    path: (world) => `/documents/${world.envelopes.draft.uuid}/review`,
    as: requester,
  },
  { name: "envelope", path: (world) => `/documents/${world.envelopes.sent.uuid}`, as: requester },
  {
    name: "envelope-completed",
    isVariant: true,
    path: (world) => `/documents/${world.envelopes.completed.uuid}`,
    as: requester,
  },
  {
    name: "envelope-versions",
    path: (world) => `/documents/${world.envelopes.completed.uuid}`,
    as: requester,
    then: async (page) => {
      await page.locator("summary", { hasText: "House rules" }).click();
      await page.getByRole("link", { name: "View: As sealed, House rules" }).waitFor();
    },
  },
  {
    name: "envelope-version",
    isVariant: true,
    path: (world) => `/documents/${world.envelopes.completed.files[1]?.uuid ?? ""}/versions/2`,
    as: requester,
  },
  { name: "envelope-verify", isVariant: true, path: (world) => `/verify/${world.envelopes.completed.uuid}` },
  { name: "sign-envelope-new", isVariant: true, path: (world) => first(world.envelopes.sent) },
  { name: "sign-envelope", path: (world) => first(world.envelopes.sent), as: returning },
  {
    name: "sign-envelope-menu",
    path: (world) => first(world.envelopes.sent),
    as: returning,
    then: async (page) => {
      await page.getByRole("button", { name: /^File 1 of/ }).click();
      await page.getByRole("menuitem").first().waitFor();
    },
  },
  {
    name: "sign-envelope-completed",
    isVariant: true,
    path: (world) => first(world.envelopes.completed),
    as: returning,
  },
  { name: "new-document-pictures", path: () => "/documents/new", as: requester, then: choosePictures },
  { name: "new-document-converted", path: () => "/documents/new", as: requester, then: showConverted },
  { name: "signers", path: (world) => `/documents/${world.draft.uuid}/signers`, as: requester },
  {
    name: "signers-message",
    path: (world) => `/documents/${world.draft.uuid}/signers`,
    as: requester,
    then: (page) => page.getByRole("button", { name: "Message and language for signer 1" }).click(),
  },
  {
    name: "signers-suggestions",
    path: (world) => `/documents/${world.draft.uuid}/signers`,
    as: requester,
    then: suggest,
  },
  { name: "signers-files", path: (world) => `/documents/${world.unplaced.uuid}/signers`, as: requester },
  {
    name: "signers-ask-file",
    path: (world) => `/documents/${world.draft.uuid}/signers`,
    as: requester,
    then: press("Request a file from signer 1", "Done"),
  },
  { name: "editor", path: (world) => `/documents/${world.draft.uuid}/edit`, as: requester },
  {
    name: "editor-field",
    path: (world) => `/documents/${world.draft.uuid}/edit`,
    as: requester,
    then: (page) => page.getByRole("button", { name: /^Signature for Ana Silva, page 1/ }).click(),
  },
  {
    name: "editor-conditions",
    path: (world) => `/documents/${world.conditionsDraft.uuid}/edit`,
    as: requester,
    then: showConditions,
  },
  {
    name: "editor-folded",
    isVariant: true,
    path: (world) => `/documents/${world.draft.uuid}/edit`,
    as: requester,
    then: press("Collapse fields to place", "Collapse details"),
    isDesktopOnly: true,
  },
  { name: "editor-findings", path: (world) => `/documents/${world.activeDraft.uuid}/edit`, as: requester },
  {
    name: "editor-suggestions",
    path: (world) => `/documents/${world.marked.uuid}/edit`,
    as: requester,
    then: press("Review one by one"),
  },
  {
    name: "editor-conflict",
    path: (world) => `/documents/${world.draft.uuid}/edit`,
    as: requester,
    then: meetOthersChange,
  },
  {
    name: "editor-keyboard",
    path: (world) => `/documents/${world.draft.uuid}/edit`,
    as: requester,
    then: press("Keyboard shortcuts"),
    isDesktopOnly: true,
  },
  { name: "editor-sent", isVariant: true, path: (world) => `/documents/${world.waiting.uuid}/edit`, as: requester },
  { name: "review", path: (world) => `/documents/${world.draft.uuid}/review`, as: requester },
  { name: "review-incomplete", path: (world) => `/documents/${world.unplaced.uuid}/review`, as: requester },
  { name: "document-draft", isVariant: true, path: (world) => `/documents/${world.draft.uuid}`, as: requester },
  { name: "document-waiting", path: (world) => `/documents/${world.partly.uuid}`, as: requester },
  { name: "document-findings", isVariant: true, path: (world) => `/documents/${world.active.uuid}`, as: requester },
  {
    name: "document-withdraw",
    path: (world) => `/documents/${world.waiting.uuid}`,
    as: requester,
    then: press("More", "Withdraw request"),
  },
  {
    name: "document-replace",
    path: (world) => `/documents/${world.waiting.uuid}`,
    as: requester,
    then: press("Replace Dora Novak"),
  },
  {
    name: "document-deadline",
    path: (world) => `/documents/${world.waiting.uuid}`,
    as: requester,
    then: press("More", "Change deadline"),
  },
  { name: "document-files", path: (world) => `/documents/${world.attaching.uuid}`, as: requester },
  { name: "document-roles", isVariant: true, path: (world) => `/documents/${world.roles.uuid}`, as: requester },
  { name: "document-completed", path: (world) => `/documents/${world.completed.uuid}`, as: requester },
  {
    name: "document-retention",
    path: (world) => `/documents/${world.completed.uuid}`,
    as: requester,
    then: press("More", "Retention period…"),
  },
  { name: "document-version", path: (world) => `/documents/${world.completed.uuid}/versions/2`, as: requester },
  { name: "document-declined", path: (world) => `/documents/${world.declined.uuid}`, as: requester },
  { name: "document-withdrawn", isVariant: true, path: (world) => `/documents/${world.withdrawn.uuid}`, as: requester },
  { name: "document-expired", isVariant: true, path: (world) => `/documents/${world.expired.uuid}`, as: requester },
  { name: "templates", path: () => "/templates", as: requester },
  { name: "templates-none", isVariant: true, path: () => "/templates", as: (world) => world.admin },
  { name: "template-new", path: () => "/templates/new", as: requester, then: press("Create and place fields") },
  { name: "template", path: (world) => `/templates/${world.template}`, as: requester },
  {
    name: "template-link",
    path: (world) => `/templates/${world.template}`,
    as: requester,
    then: (page) => page.getByRole("button", { name: "New direct link" }).click(),
  },
  {
    name: "template-link-qr",
    path: (world) => `/templates/${world.template}`,
    as: requester,
    then: async (page) => {
      await page
        .getByRole("button", { name: /^QR code for/ })
        .first()
        .click();
      await page.getByRole("img", { name: "QR code of the link" }).waitFor();
    },
  },
  {
    name: "template-link-menu",
    path: (world) => `/templates/${world.template}`,
    as: requester,
    then: async (page) => {
      await page
        .getByRole("button", { name: /^More actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Change URL" }).waitFor();
    },
  },
  { name: "template-edit", isVariant: true, path: (world) => `/templates/${world.template}/edit`, as: requester },
  {
    name: "template-use",
    path: (world) => `/templates/${world.template}/use`,
    as: requester,
    then: press("Create document"),
  },
  { name: "template-bulk", path: (world) => `/templates/${world.bulk.template}/bulk`, as: bulkSender },
  {
    name: "template-bulk-problems",
    path: (world) => `/templates/${world.bulk.template}/bulk`,
    as: bulkSender,
    then: (page) => chooseCsv(page, leasesWithProblems),
  },
  {
    name: "template-bulk-refused",
    isVariant: true,
    path: (world) => `/templates/${world.bulk.template}/bulk`,
    as: bulkSender,
    then: (page) => chooseCsv(page, "Tenant e-mail,Rent\ntenant@example.org,900\n"),
  },
  {
    name: "template-bulk-confirm",
    path: (world) => `/templates/${world.bulk.template}/bulk`,
    as: bulkSender,
    then: async (page) => {
      await chooseCsv(page, leasesWithProblems);
      await page.getByRole("button", { name: "Send 2 documents" }).click();
    },
  },
  { name: "bulk-sends", path: () => "/bulk-sends", as: bulkSender },
  { name: "bulk-sends-none", isVariant: true, path: () => "/bulk-sends", as: (world) => world.admin },
  { name: "bulk-send-completed", path: (world) => `/bulk-sends/${world.bulk.completed}`, as: bulkSender },
  {
    name: "bulk-send-documents",
    isVariant: true,
    path: (world) => `/documents?bulkSend=${world.bulk.completed}`,
    as: bulkSender,
  },
  {
    name: "bulk-send-failed-rows",
    isVariant: true,
    path: (world) => `/bulk-sends/${world.bulk.completed}?state=failed`,
    as: bulkSender,
  },
  { name: "bulk-send-paused", isVariant: true, path: (world) => `/bulk-sends/${world.bulk.paused}`, as: bulkSender },
  {
    name: "bulk-send-cancel",
    path: (world) => `/bulk-sends/${world.bulk.paused}`,
    as: bulkSender,
    then: press("Cancel the rest"),
  },
  {
    name: "document-save-template",
    path: (world) => `/documents/${world.waiting.uuid}`,
    as: requester,
    then: press("More", "Save as template"),
  },
  {
    name: "document-reminders",
    path: (world) => `/documents/${world.waiting.uuid}`,
    as: requester,
    then: press("Change reminders"),
  },
  { name: "account", path: () => "/account", as: requester },
  { name: "account-signing", path: () => "/account/signing", as: requester },
  { name: "account-security", path: () => "/account/security", as: requester },
  { name: "account-data", path: () => "/account/data", as: requester },
  { name: "administration", path: () => "/administration", as: (world) => world.admin },
  { name: "administration-signatures", path: () => "/administration/signatures", as: (world) => world.admin },
  { name: "administration-branding", path: () => "/administration/branding", as: (world) => world.admin },
  { name: "administration-gateways", path: () => "/administration/gateways", as: (world) => world.admin },
  {
    name: "administration-gateway-test",
    path: () => "/administration/gateways",
    as: (world) => world.admin,
    then: press("Send test: E-mail"),
  },
  { name: "administration-users", path: () => "/administration/users", as: (world) => world.admin },
  {
    name: "administration-new-user",
    path: () => "/administration/users",
    as: (world) => world.admin,
    then: press("New user"),
  },
  { name: "administration-jobs", path: () => "/administration/jobs?state=scheduled", as: (world) => world.admin },
  {
    name: "administration-jobs-none",
    isVariant: true,
    path: () => "/administration/jobs?state=dead",
    as: (world) => world.admin,
  },
  { name: "administration-health", path: () => "/administration/health", as: (world) => world.admin },
  { name: "administration-diagnostics", path: () => "/administration/diagnostics", as: (world) => world.admin },
  { name: "administration-certificates", path: () => "/administration/certificates", as: (world) => world.admin },
  { name: "administration-erasure", path: () => "/administration/erasure", as: (world) => world.admin },
  { name: "administration-retention", path: () => "/administration/retention?days=30", as: (world) => world.admin },
  { name: "developers", path: () => "/developers", as: requester },
  { name: "developers-new-token", path: () => "/developers", as: requester, then: press("New token") },
  {
    name: "developers-new-webhook",
    path: () => "/developers",
    as: requester,
    then: press("New webhook", "All events"),
  },
  { name: "docs-api", path: () => "/docs/api" },
  { name: "docs-operation", path: () => "/docs/api/createRequest", as: requester },
  { name: "docs-webhooks", isVariant: true, path: () => "/docs/api/webhooks" },
  { name: "docs-errors", path: () => "/docs/errors" },
  { name: "docs-error", isVariant: true, path: () => "/docs/errors/validation-failed" },
  { name: "inbox", path: () => "/inbox", as: (world) => world.admin },
  { name: "sign-new", path: (world) => first(world.waiting) },
  { name: "sign-findings", isVariant: true, path: (world) => first(world.active) },
  { name: "sign-guest", isVariant: true, path: (world) => first(world.forGuest) },
  { name: "sign-guest-code", path: (world) => first(world.forGuest), then: press("Send code") },
  { name: "sign-link-only", isVariant: true, path: (world) => first(world.byLink) },
  {
    name: "sign-phone",
    path: (world) => first(world.mixed),
    as: returning,
    then: async (page) => {
      await press("Change signature")(page);
      // A phone draws directly on the page and has no such tab.
      const tab = page.getByRole("tab", { name: "Phone" });
      await page.getByRole("tab", { name: "Upload" }).waitFor();
      if (!(await tab.isVisible())) return;
      await tab.click();
      await page.getByRole("img", { name: /^QR code/ }).waitFor();
    },
  },
  { name: "visit", path: (world) => `/l/${world.directLinks.asking}`, then: press("Send code") },
  {
    name: "visit-code",
    path: (world) => `/l/${world.directLinks.plain}`,
    then: async (page) => {
      await page.getByLabel("Your name").fill("Mia Meyer");
      await page.getByLabel("Your e-mail address").fill(`mia-${Math.random().toString(36).slice(2)}@example.org`);
      await page.getByRole("button", { name: "Send code" }).click();
      await page.getByLabel("Code", { exact: true }).waitFor();
    },
  },
  { name: "visit-full", path: (world) => `/l/${world.directLinks.full}` },
  { name: "visit-ended", isVariant: true, path: (world) => `/l/${world.directLinks.ended}`, status: 410 },
  { name: "visit-off", isVariant: true, path: (world) => `/l/${world.directLinks.off}`, status: 404 },
  { name: "visit-unknown", isVariant: true, path: () => `/l/${"0".repeat(32)}`, status: 404 },
  { name: "draw-without-code", path: () => "/draw" },
  { name: "to-signer", path: (world) => `/to/${world.waiting.uuid}/${world.waiting.signers[0].signRequestId}` },
  { name: "sign-new-by-password", path: (world) => first(world.byPassword) },
  { name: "sign-logged-out", isVariant: true, path: (world) => first(world.mixed) },
  { name: "sign", path: (world) => first(world.mixed), as: returning },
  {
    name: "sign-blank",
    isVariant: true,
    path: (world) => first(world.mixed),
    as: returning,
    then: press("Sign document"),
  },
  { name: "sign-conditions", path: (world) => first(world.conditions), as: returning, then: chooseAPet },
  { name: "sign-type", path: (world) => first(world.mixed), as: returning, then: press("Change signature") },
  { name: "sign-draw", path: (world) => first(world.mixed), as: returning, then: press("Change signature", "Draw") },
  {
    name: "sign-upload",
    path: (world) => first(world.mixed),
    as: returning,
    then: press("Change signature", "Upload"),
  },
  { name: "sign-code", path: (world) => first(world.ordered), as: returning, then: press("Sign document") },
  {
    name: "sign-decline",
    path: (world) => first(world.ordered),
    as: returning,
    then: async (page) => {
      await press("More", "Decline to sign")(page);
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "sign-files", path: (world) => first(world.attaching), as: returning },
  {
    name: "sign-files-missing",
    path: (world) => first(world.attaching),
    as: returning,
    then: press("Sign document"),
  },
  { name: "sign-files-invited", isVariant: true, path: (world) => second(world.attaching) },
  { name: "sign-approver", path: (world) => first(world.roles), as: returning },
  { name: "sign-viewer", isVariant: true, path: (world) => second(world.roles), as: (world) => world.other },
  { name: "sign-wrong-session", path: (world) => first(world.mixed), as: (world) => world.other, status: 403 },
  { name: "sign-not-your-turn", isVariant: true, path: (world) => second(world.ordered), as: (world) => world.other },
  { name: "sign-signed", path: (world) => first(world.partly), as: returning },
  { name: "sign-completed", isVariant: true, path: (world) => first(world.completed), as: returning },
  { name: "sign-declined", isVariant: true, path: (world) => first(world.declined), as: returning },
  { name: "sign-expired", path: (world) => first(world.expired), status: 410 },
  { name: "sign-withdrawn", isVariant: true, path: (world) => first(world.withdrawn), status: 410 },
  { name: "sign-locked", path: (world) => first(world.locked), as: returning, status: 429 },
  { name: "sign-unknown", isVariant: true, path: (world) => `/sign/${world.unknownLink}`, status: 404 },
];
