import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const row = (page: Page, number: number): Locator => page.getByRole("group", { name: `Signer ${number}` });

test("a requester names an approver, a signer and a CC in steps, and sees the copy delivered @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
  inbox,
}) => {
  const requester = await newRequester();
  const [bo, ana, cy] = [stranger("Bo Larsen"), stranger("Ana Silva"), stranger("Cy Young")];
  const { body } = await api.call<{ uuid: string } & Record<string, unknown>>("POST", "/file?name=Budget", {
    as: requester,
    body: makePdf({ pages: [{}] }),
    type: "application/pdf",
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${body.uuid}/signers`);
  for (const [index, person] of [bo, ana, cy].entries()) {
    if (index > 0) await page.getByRole("button", { name: "Add signer" }).click();
    await row(page, index + 1)
      .getByLabel("E-mail")
      .fill(person.email);
    await row(page, index + 1)
      .getByLabel("Name")
      .fill(person.name);
  }
  await row(page, 1).getByLabel("Role").selectOption("Approver");
  await row(page, 3).getByLabel("Role").selectOption("CC");
  await expect(row(page, 3).getByLabel("Copies")).toHaveValue("both");
  await expect(row(page, 3).getByLabel("Opens with")).toHaveCount(0);
  await page.getByLabel("Set signing order").check();
  await expect(row(page, 2).getByText("Step 2")).toBeVisible();
  const chip = page.getByRole("button", { name: `Move ${ana.name}` });
  await chip.hover();
  await page.mouse.down();
  const step = page.getByRole("list", { name: "Step 1" });
  // The first movement starts the drag, the second one is over the step.
  await expect(async () => {
    await step.hover({ position: { x: 4, y: 4 } });
    await step.hover();
    await expect(page.locator("li[data-over]").filter({ has: step })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.mouse.up();
  await expect(row(page, 2).getByText("Step 1")).toBeVisible();
  await chip.press("ArrowDown");
  await expect(row(page, 2).getByText("Step 2")).toBeVisible();
  // "Saved" may still refer to an earlier change.
  const roles = async () => {
    const { body: stored } = await api.call<{ signers: { role: string; signingOrder: number }[] }>(
      "GET",
      `/file/validate/uuid/${body.uuid}`,
      { as: requester },
    );
    return stored.signers.map(({ role, signingOrder }) => `${role} ${signingOrder}`);
  };
  await expect.poll(roles).toEqual(["approver 1", "signer 2", "cc 2"]);

  await page.goto(`/documents/${body.uuid}/review`);
  await expect(page.getByText("CC · When sent and when complete")).toBeVisible();
  await page.getByRole("checkbox", { name: "Allow an invisible signature" }).check();
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText("0 of 2 done").first()).toBeVisible();
  const mails = await inbox.to(cy.email);
  expect(mails.map(({ text }) => text.includes("/sign/"))).toEqual([false]);
  await page.reload();
  await expect(page.getByText("Copy when sent: sent")).toBeVisible();
  await expect(page.getByText("Approves or rejects")).toBeVisible();
});
