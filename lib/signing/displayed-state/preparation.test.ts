import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import type { SignMethodName } from "@/lib/context/sign-methods/method-names";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { updateRequest } from "@/lib/requests/update";
import { approve } from "@/lib/signing/approve";
import { notePagesSeen } from "@/lib/signing/note-pages-seen";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import { newestCode, readSignRequest, releasedScenario, type Scenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "@/lib/views/link-page";
import { openLink } from "@/lib/views/show";

const db = useRolledBackDatabase();
const context = useTestContext();
const password = "a quiet green harbour";

type Person = Scenario["signers"][number];

async function scenario(
  ctx: Ctx,
  method: SignMethodName,
  role: "signer" | "approver" | "viewer" = "signer",
  pageCount = 1,
) {
  const { requester, fileId, signers } = await releasedScenario(
    ctx,
    [
      { name: "Ana", method, role, ...(role === "signer" ? { fields: [{ type: "name" as const }] } : {}) },
      { name: "Bo", fields: [{ type: "text", value: "I owe EUR 999,999", readOnly: true }] },
      { name: "Cy" },
    ],
    makePdf({ pages: Array.from({ length: pageCount }, () => ({})) }),
  );
  const [ana, bo, cy] = signers;
  if (method === "password") await setSigningPassword(ctx, ana.actor, { signPassword: password });
  const emailOf = ({ actor }: Person) => actor.account.email;
  /** Removes Bo, and assigns his text field to another person. */
  const passTextTo = (to: Person): Promise<unknown> =>
    updateRequest(ctx, requester, {
      file: { fileId },
      users: [{ email: emailOf(ana) }, { email: emailOf(cy) }, { signRequestId: bo.signRequestId, email: emailOf(to) }]
        // The last entry concerns the same person.
        .filter(({ email }, index) => index === 2 || email !== emailOf(to)),
    });
  const statusOf = async () => (await readSignRequest(ctx, ana.signRequestId)).status;
  return { ana, cy, passTextTo, statusOf };
}

/** The version that the page and the API showed before the change. */
async function shownTo(ctx: Ctx, { actor, link }: Person): Promise<number> {
  const page = await showLinkPage(ctx, actor, { u: link, isOpened: false });
  const { preparation } = await openLink(ctx, actor, { u: link });
  expect("document" in page && page.document.preparation).toBe(preparation);
  return preparation;
}

describe("a document that is prepared again between the page and the click", () => {
  test("does not count pages viewed in the earlier preparation @exhaustive", async () => {
    const ctx = context(db());
    const { ana, cy, passTextTo, statusOf } = await scenario(ctx, "email", "viewer", 2);
    const before = await shownTo(ctx, ana);
    const report = (pages: number[], preparation: number) =>
      notePagesSeen(ctx, ana.actor, { u: ana.link, pages, preparation });
    expect(await report([1], before)).toMatchObject({ seen: 1, isDone: false });
    await passTextTo(cy);
    await expect(report([2], before)).rejects.toMatchObject({ code: "race_lost" });
    expect(await report([2], await shownTo(ctx, ana))).toMatchObject({ seen: 1, isDone: false });
    expect(await statusOf()).toBe("pending");
  });

  test.each(["link", "password"] as const)(
    "is not signed by %s with content that the page did not show",
    async (method) => {
      const ctx = context(db());
      const { ana, passTextTo, statusOf } = await scenario(ctx, method);
      const proof = method === "password" ? { password } : {};
      const before = await shownTo(ctx, ana);
      await passTextTo(ana);
      await expect(
        sign(ctx, ana.actor, { target: { link: ana.link }, ...proof, preparation: before }),
      ).rejects.toMatchObject({ code: "race_lost" });
      expect(await statusOf()).toBe("pending");
      await sign(ctx, ana.actor, { target: { link: ana.link }, ...proof, preparation: await shownTo(ctx, ana) });
      expect(await statusOf()).toBe("signed");
    },
  );

  test("is not signed with a code sent after the change, and the code stays valid", async () => {
    const ctx = context(db());
    const { ana, passTextTo } = await scenario(ctx, "email");
    const before = await shownTo(ctx, ana);
    await passTextTo(ana);
    await requestCode(ctx, ana.actor, { link: ana.link });
    const code = await newestCode(ctx);
    await expect(sign(ctx, ana.actor, { target: { link: ana.link }, code, preparation: before })).rejects.toMatchObject(
      { code: "race_lost" },
    );
    await sign(ctx, ana.actor, { target: { link: ana.link }, code, preparation: before + 1 });
  });

  test("is not approved with people that the page did not show", async () => {
    const ctx = context(db());
    const { ana, cy, passTextTo, statusOf } = await scenario(ctx, "link", "approver");
    const before = await shownTo(ctx, ana);
    await passTextTo(cy);
    await expect(approve(ctx, ana.actor, { u: ana.link, preparation: before })).rejects.toMatchObject({
      code: "race_lost",
    });
    expect(await statusOf()).toBe("pending");
  });

  test("is not signed by a request already in progress, whatever the client reports", async () => {
    const ctx = context(db());
    const { ana, passTextTo, statusOf } = await scenario(ctx, "link");
    let isFirst = true;
    const changing: Ctx["engine"]["sign"] = async (...given) => {
      if (isFirst) await passTextTo(ana);
      isFirst = false;
      return ctx.engine.sign(...given);
    };
    const engine = new Proxy(ctx.engine, {
      get: (target, key) => (key === "sign" ? changing : (Reflect.get(target, key) as unknown)),
    });
    await expect(sign({ ...ctx, engine }, ana.actor, { target: { link: ana.link } })).rejects.toMatchObject({
      code: "race_lost",
    });
    expect(await statusOf()).toBe("pending");
  });
});
