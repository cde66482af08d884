import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { MailMessage } from "@/lib/channels/messenger";
import { deliverAccountMail } from "@/lib/delivery/notifications/account-mail";
import { readMailFacts } from "@/lib/delivery/notifications/mail-facts";
import { releaseFile } from "@/lib/requests/release";
import { makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { previewInvitations } from "./invitation-preview";
import { showLinkPage } from "./link-page";
import { openLink, showFileById } from "./show";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const email = "ana@x.example";
const text = "Go to evil.example";
const unproved = {
  email,
  displayName: text,
  language: "pt",
  emailProvedAt: null,
  emailProof: null,
  madeBy: "signup",
} as const;

test("the name and language of an account with an unproved address are hidden from others", async () => {
  const ctx = testContext(db());
  await makeAccount(ctx, unproved);
  const { actor, file, signers } = await makeRequest(ctx, { status: 1, users: [{ email }] });
  const shown = await showFileById(ctx, actor, { fileId: file.id });
  expect(shown.signers.map(({ displayName }) => displayName)).toEqual([email]);
  expect(await readMailFacts(ctx, { fileId: file.id, signRequestId: signers[0].id, accountId: null })).toMatchObject({
    name: email,
    language: "en",
  });
  expect(JSON.stringify(await previewInvitations(ctx, actor, { uuid: file.uuid }))).not.toContain(text);
  const u = linkOf(ctx, signers, email);
  expect(await openLink(ctx, { kind: "public" }, { u })).toMatchObject({ accountExists: true });
  const page = await showLinkPage(ctx, { kind: "public" }, { u, isOpened: true });
  expect(page).toMatchObject({ accountExists: true });
  expect(JSON.stringify(page)).not.toContain(text);
});

test("the name of a proved account appears once its owner was asked to sign, and a draft does not reveal that it exists @exhaustive", async () => {
  const ctx = testContext(db());
  await makeAccount(ctx, { email, displayName: "Ana Maria", language: "pt" });
  const { actor, file } = await makeRequest(ctx, { users: [{ email }] });
  const shown = async () =>
    (await showFileById(ctx, actor, { fileId: file.id })).signers.map(({ displayName }) => displayName);
  expect(await shown()).toEqual([email]);
  const [preview] = await previewInvitations(ctx, actor, { uuid: file.uuid });
  expect(preview).toMatchObject({ to: email, language: "en" });
  expect(preview?.text).not.toContain("Ana Maria");
  await releaseFile(ctx, actor, { id: file.id });
  expect(await shown()).toEqual(["Ana Maria"]);
});

test("mails about an account with an unproved address contain nothing entered at its registration", async () => {
  const ctx = testContext(db());
  const account = await makeAccount(ctx, unproved);
  const sent: MailMessage[] = [];
  const messenger = { send: (mail: MailMessage) => Promise.resolve({ providerId: String(sent.push(mail)) }) };
  await deliverAccountMail(
    ctx,
    messenger,
    { template: "account_exists", accountId: account.id },
    { id: 1, key: "1", attempt: 1, secret: null },
  );
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toContain(text);
});
