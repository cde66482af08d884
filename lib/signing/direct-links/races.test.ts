import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { files, signRequests } from "@/db/schema/files";
import { directLinks } from "@/db/schema/templates";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { deliverMails } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { startByLink } from "./start";
import { anybody, askForCode, makeLink, membership } from "./testing/visitor";

const database = useCommittedDatabase();
const context = useTestContext();

const solo = { template: { ...membership, roles: membership.roles?.slice(0, 1) ?? [], fields: [] } };

async function outcome(work: Promise<{ url: string }>): Promise<string> {
  return work.then(
    ({ url }) => url,
    (error: { code: string }) => error.code,
  );
}

test("five simultaneous submissions create one request, whose mails name it once @exhaustive", async () => {
  const ctx = context(database().db);
  const { token } = await makeLink(ctx, { people: {}, maxUses: 1, maxUsesPerDay: 1 }, solo);
  const before = await storedFolders(ctx);
  const sent = await askForCode(ctx, token, "mia@x.example");
  expect(await storedFolders(ctx)).toEqual(before);
  const entries = { token, ...sent, email: "mia@x.example", displayName: "Mia" };
  const urls = await Promise.all(Array.from({ length: 5 }, () => outcome(startByLink(ctx, anybody, entries))));
  expect(new Set(urls).size).toBe(1);
  expect(urls[0]).toContain("/sign/");
  expect(await ctx.db.$count(signRequests, eq(signRequests.email, "mia@x.example"))).toBe(1);
  const [made] = await ctx.db.select().from(files);
  // The losers of the race leave no bytes behind.
  expect(await storedFolders(ctx)).toEqual(new Set([...before, made?.uuid]));
  const mails = await deliverMails(ctx);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["mia@x.example", expect.stringContaining("Membership")],
  ]);
});

/** The folders in the store. */
async function storedFolders(ctx: Ctx): Promise<Set<string>> {
  const folders = new Set<string>();
  for await (const key of ctx.blobs.list(new Date(Date.now() + 60_000))) folders.add(key.split("/")[0] ?? "");
  return folders;
}

test("lets only one of several simultaneous visitors have the last use of a link @exhaustive", async () => {
  const ctx = context(database().db);
  const { token, linkId } = await makeLink(ctx, { people: {}, maxUses: 2 }, solo);
  const visitors: Parameters<typeof startByLink>[2][] = [];
  for (const name of ["ana", "bo", "cai", "dee"])
    visitors.push({
      token,
      ...(await askForCode(ctx, token, `${name}@x.example`)),
      email: `${name}@x.example`,
      displayName: name,
    });
  const outcomes = await Promise.all(visitors.map((entries) => outcome(startByLink(ctx, anybody, entries))));
  expect(outcomes.filter((text) => text.includes("/sign/"))).toHaveLength(2);
  expect(outcomes.filter((text) => text === "direct_link_closed")).toHaveLength(2);
  const [link] = await ctx.db.select().from(directLinks).where(eq(directLinks.id, linkId));
  expect(link?.uses).toBe(2);
  expect(await ctx.db.$count(files, eq(files.directLinkId, linkId))).toBe(2);
});
