import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { readTrail } from "@/lib/records/audit/events";
import { declineByLink } from "@/lib/requests/decline";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { openLink } from "@/lib/views/show";
import { authorizeByLink } from "./find-by-link";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function wrongAccounts(ctx: Ctx, fileId: number): Promise<unknown[]> {
  return (await readTrail(ctx, fileId))
    .filter((event) => event.type === "link.wrong_account")
    .map((event) => event.data);
}

const posts: [string, (ctx: Ctx, actor: Actor, link: string) => Promise<unknown>][] = [
  ["signs", (ctx, actor, link) => sign(ctx, actor, { target: { link }, code: "123456" })],
  ["asks for a code", (ctx, actor, link) => requestCode(ctx, actor, { link })],
  ["declines", (ctx, actor, link) => declineByLink(ctx, actor, { u: link, reason: "no" })],
  ["makes an account", (ctx, actor, link) => authorizeByLink(ctx, actor, link)],
];

describe("another account's session at a signer's link", () => {
  test.each(posts)("is refused when it %s, and recorded once per account", async (_name, post) => {
    const ctx = testContext(db());
    const { actor, requester, file, signers } = await makeRequest(ctx, { status: 1 });
    const link = linkOf(ctx, signers, "ana@x.example");
    const bo = await makeAccount(ctx, { email: "bo@x.example" });
    for (const other of [actor, actingAs(bo), actor])
      await expect(post(ctx, other, link)).rejects.toMatchObject({ code: "not_the_signer" });
    const signRequestId = signers.find((signer) => signer.email === "ana@x.example")?.id;
    expect(await wrongAccounts(ctx, file.id)).toEqual([
      { signRequestId, accountId: requester.id },
      { signRequestId, accountId: bo.id },
    ]);
    expect(JSON.stringify(await readTrail(ctx, file.id))).not.toContain(link);
  });

  test("is not recorded on a GET", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    const before = await readTrail(ctx, file.id);
    await expect(openLink(ctx, actor, { u: linkOf(ctx, signers, "ana@x.example") })).rejects.toMatchObject({
      code: "not_the_signer",
    });
    expect(await readTrail(ctx, file.id)).toEqual(before);
  });
});
