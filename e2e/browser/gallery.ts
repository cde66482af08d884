import type { Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import type { World } from "./world";

/** Every page that people see, and who looks at it. The tests of looks and of accessibility walk this list. */
export interface Shown {
  name: string;
  path: (world: World) => string;
  as?: (world: World) => Person;
  /** 200 when left out. */
  status?: number;
  /** What is done on the page before it is looked at, such as opening a dialog. */
  then?: (page: Page, world: World) => Promise<void>;
}

const press = (...names: readonly string[]) => async (page: Page): Promise<void> => {
  for (const name of names) await page.getByRole("button", { name, exact: true }).or(page.getByRole("menuitem", { name, exact: true })).or(page.getByRole("radio", { name, exact: true })).or(page.getByRole("checkbox", { name, exact: true })).or(page.getByRole("tab", { name, exact: true })).first().click();
};

/** Drops nothing: chooses the finished PDF, which its signer's link serves. */
async function verifyCompleted(page: Page, world: World): Promise<void> {
  const pdf = await page.request.get(`/api/v1/sign/uuid/${world.completed.signers[0]?.link ?? ""}/content`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose/ }).click();
  await (await chooser).setFiles({ name: "Delivery terms.pdf", mimeType: "application/pdf", buffer: await pdf.body() });
  await page.getByText("Ana Silva").first().waitFor();
}

const first = (request: World["draft"]): string => `/sign/${request.signers[0]?.link ?? ""}`;
const second = (request: World["draft"]): string => `/sign/${request.signers[1]?.link ?? ""}`;
const requester = (world: World): Person => world.requester;
const returning = (world: World): Person => world.returning;

export const gallery: readonly Shown[] = [
  { name: "landing", path: () => "/" },
  { name: "register", path: () => "/register" },
  { name: "log-in", path: () => "/login" },
  { name: "reset", path: () => "/reset" },
  { name: "reset-unknown", path: () => `/reset/${"x".repeat(43)}`, status: 404 },
  { name: "confirm-unknown", path: () => `/confirm/${"x".repeat(43)}`, status: 404 },
  { name: "verify", path: () => "/verify" },
  { name: "verify-our-file", path: (world) => `/verify/${world.completed.uuid}` },
  { name: "verify-report", path: () => "/verify", then: verifyCompleted },
  { name: "not-found", path: () => "/no-such-page", status: 404 },
  { name: "documents", path: () => "/documents", as: requester },
  { name: "documents-empty", path: () => "/documents", as: (world) => world.admin },
  { name: "documents-of-signer", path: () => "/documents", as: returning },
  { name: "new-document", path: () => "/documents/new", as: requester },
  { name: "signers", path: (world) => `/documents/${world.draft.uuid}/signers`, as: requester },
  { name: "editor", path: (world) => `/documents/${world.draft.uuid}/edit`, as: requester },
  { name: "editor-field", path: (world) => `/documents/${world.draft.uuid}/edit`, as: requester, then: (page) => page.getByRole("button", { name: /^Signature for Ana Silva, page 1/ }).click() },
  { name: "editor-keyboard", path: (world) => `/documents/${world.draft.uuid}/edit`, as: requester, then: press("Keyboard") },
  { name: "editor-sent", path: (world) => `/documents/${world.waiting.uuid}/edit`, as: requester },
  { name: "review", path: (world) => `/documents/${world.draft.uuid}/review`, as: requester },
  { name: "review-incomplete", path: (world) => `/documents/${world.unplaced.uuid}/review`, as: requester },
  { name: "document-draft", path: (world) => `/documents/${world.draft.uuid}`, as: requester },
  { name: "document-waiting", path: (world) => `/documents/${world.partly.uuid}`, as: requester },
  { name: "document-withdraw", path: (world) => `/documents/${world.waiting.uuid}`, as: requester, then: press("Withdraw request") },
  { name: "document-completed", path: (world) => `/documents/${world.completed.uuid}`, as: requester },
  { name: "document-declined", path: (world) => `/documents/${world.declined.uuid}`, as: requester },
  { name: "document-withdrawn", path: (world) => `/documents/${world.withdrawn.uuid}`, as: requester },
  { name: "document-expired", path: (world) => `/documents/${world.expired.uuid}`, as: requester },
  { name: "account", path: () => "/account", as: requester },
  { name: "administration", path: () => "/administration", as: (world) => world.admin },
  { name: "developers", path: () => "/developers", as: requester },
  { name: "developers-new-token", path: () => "/developers", as: requester, then: press("New token") },
  { name: "developers-new-webhook", path: () => "/developers", as: requester, then: press("New webhook", "All events") },
  { name: "docs-api", path: () => "/docs/api" },
  { name: "docs-operation", path: () => "/docs/api/createRequest", as: requester },
  { name: "docs-webhooks", path: () => "/docs/api/webhooks" },
  { name: "docs-errors", path: () => "/docs/errors" },
  { name: "docs-error", path: () => "/docs/errors/validation-failed" },
  { name: "inbox", path: () => "/inbox", as: (world) => world.admin },
  { name: "sign-new", path: (world) => first(world.waiting) },
  { name: "sign-guest", path: (world) => first(world.forGuest) },
  { name: "sign-guest-code", path: (world) => first(world.forGuest), then: press("Send me a code") },
  { name: "to-signer", path: (world) => `/to/${world.waiting.uuid}/${world.waiting.signers[0]?.signRequestId ?? 0}` },
  { name: "sign-new-by-password", path: (world) => first(world.byPassword) },
  { name: "sign-logged-out", path: (world) => first(world.mixed) },
  { name: "sign", path: (world) => first(world.mixed), as: returning },
  { name: "sign-type", path: (world) => first(world.mixed), as: returning, then: press("Change signature") },
  { name: "sign-draw", path: (world) => first(world.mixed), as: returning, then: press("Change signature", "Draw") },
  { name: "sign-upload", path: (world) => first(world.mixed), as: returning, then: press("Change signature", "Upload") },
  { name: "sign-code", path: (world) => first(world.ordered), as: returning, then: press("Sign document") },
  { name: "sign-decline", path: (world) => first(world.ordered), as: returning, then: press("More", "Decline to sign") },
  { name: "sign-wrong-session", path: (world) => first(world.mixed), as: (world) => world.other, status: 403 },
  { name: "sign-not-your-turn", path: (world) => second(world.ordered), as: (world) => world.other },
  { name: "sign-signed", path: (world) => first(world.partly), as: returning },
  { name: "sign-completed", path: (world) => first(world.completed), as: returning },
  { name: "sign-declined", path: (world) => first(world.declined), as: returning },
  { name: "sign-expired", path: (world) => first(world.expired), status: 410 },
  { name: "sign-withdrawn", path: (world) => first(world.withdrawn), status: 410 },
  { name: "sign-locked", path: (world) => first(world.locked), as: returning, status: 429 },
  { name: "sign-unknown", path: (world) => `/sign/${world.unknownLink}`, status: 404 },
];
