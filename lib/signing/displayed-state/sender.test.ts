import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { erasePerson } from "@/lib/evidence/erasure/erase-person";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { finishFile } from "@/lib/signing/finish";
import { sign } from "@/lib/signing/sign";
import { readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "@/lib/views/link-page";
import { openLink } from "@/lib/views/show";

const db = useRolledBackDatabase();
const context = useTestContext();

test("keeps the sender's name as it was at sending on pages, in e-mails and in the evidence", async () => {
  const ctx = context(db());
  const { requester, fileId, signers } = await releasedScenario(ctx, [{ name: "Ana", method: "link" }]);
  const [ana] = signers;
  const { id, displayName: sent, email } = requester.account;
  await ctx.db.update(accounts).set({ displayName: "Somebody Else" }).where(eq(accounts.id, id));
  const page = await showLinkPage(ctx, ana.actor, { u: ana.link, isOpened: false });
  expect(page).toMatchObject({ state: "signing", document: { sender: { name: sent } } });
  expect((await openLink(ctx, ana.actor, { u: ana.link })).requested_by?.displayName).toBe(sent);
  const invitation = (await deliverMails(ctx)).find(({ to }) => to === ana.actor.account.email);
  expect(invitation?.text).toContain(sent);
  expect(invitation?.text).not.toContain("Somebody Else");
  await sign(ctx, ana.actor, { target: { link: ana.link } });
  await finishFile(ctx, fileId);
  const facts = await gatherFacts(ctx, await readFile(ctx, fileId));
  expect(facts.sender).toEqual({ name: sent, email });
  expect(facts.people.byAccount.get(id)).toBe(sent);
  // An erasure removes the name.
  await erasePerson(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { email });
  const [after] = await ctx.db.select({ name: files.senderName }).from(files).where(eq(files.id, fileId));
  expect(after?.name).toBeNull();
});
