import { expect, test } from "@/e2e/browser/fixtures";
import { logInOnPage } from "@/e2e/browser/world/log-in";
import { signByCode, stranger } from "@/e2e/browser/world/seed";
import { refuseOnceAsStale } from "@/e2e/browser/world/stale-proof";

test("shows Sent, Opened and Signed on the document's page without a reload", async ({
  page,
  open,
  api,
  admin,
  requester,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }, { person: stranger("Dora Novak") }] });
  const [signer] = request.signers;
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  const steps = page.getByRole("list", { name: "Progress" }).first().getByRole("listitem");
  await expect(steps.nth(0)).toHaveText(/^Sent/);
  await expect(steps.nth(0)).not.toHaveText(/not yet/);
  await expect(steps.nth(1)).toHaveText(/Opened.*not yet/);
  const signing = await open(`/sign/${signer.link}`, ana);
  await expect(signing.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(steps.nth(1)).not.toHaveText(/not yet/);
  await signByCode(api, admin, signer);
  await expect(steps.nth(2)).not.toHaveText(/not yet/);
});

test("shows the requester the pages with each field's signer, and the filled field without a reload @exhaustive", async ({
  page,
  api,
  admin,
  requester,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }, { person: stranger("Dora Novak") }],
    pages: 3,
    fields: [{ page: 1 }, { page: 1, signer: 1, top: 300 }],
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  const preview = page.getByRole("region", { name: "Document", exact: true });
  await expect(preview.getByRole("img", { name: "Signature for Ana Silva" }).first()).toBeVisible();
  await preview.getByRole("button", { name: "Next page" }).click();
  await expect(preview.getByText("Page 2 of 3")).toBeVisible();
  await preview.getByRole("button", { name: "Next page" }).click();
  await expect(preview.getByRole("button", { name: "Next page" })).toBeDisabled();
  await expect(preview.getByRole("region", { name: "Page 3 of 3" })).toBeInViewport();
  const [signer] = request.signers;
  if (signer) await signByCode(api, admin, signer);
  await expect(preview.getByRole("img", { name: /^Signature, filled in by Ana Silva on / }).first()).toBeVisible();
  await expect(preview.getByRole("img", { name: "Signature for Dora Novak" }).first()).toBeVisible();
  await preview.getByRole("button", { name: "Show fields" }).click();
  await expect(preview.getByRole("img", { name: /Ana Silva|Dora Novak/ })).toHaveCount(0);
});

test("shows signers' actions in the list of documents without a reload @exhaustive", async ({
  page,
  api,
  newRequester,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const [requester, ana] = [await newRequester(), await newSigner("Ana Silva")];
  const request = await newRequest({ requester, name: "Lease 2027", signers: [{ person: ana }] });
  await loggedIn(page, requester);
  await page.goto("/documents?tab=waiting");
  await expect(page.getByRole("listitem").filter({ hasText: "Lease 2027" }).first()).toContainText("Waiting");
  expect(
    (
      await api.call("POST", `/sign/uuid/${request.signers[0].link}/decline`, {
        as: ana,
        json: { reason: "Too dear." },
      })
    ).status,
  ).toBe(200);
  await expect(page.getByText("No pending documents")).toBeVisible();
});

test("tracks and changes one sent request @exhaustive", async ({
  page,
  open,
  api,
  requester,
  newRequest,
  loggedIn,
  inbox,
  server,
  complaints,
}) => {
  complaints.expect(/status of (410|429)/);
  const dora = stranger("Dora Novak");
  const request = await newRequest({ name: "Lease 2027", signers: [{ person: dora }] });
  const more = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };

  await test.step("leaves Opened unchanged after a plain GET of the link, as by a mail scanner", async () => {
    const link = `${server.origin}/sign/${request.signers[0].link}`;
    for (const method of ["GET", "HEAD"]) expect((await fetch(link, { method })).status).toBe(200);
    await loggedIn(page, requester);
    await page.goto(`/documents/${request.uuid}`);
    await expect(page.getByRole("list", { name: "Progress" }).getByRole("listitem").nth(1)).toHaveText(
      /Opened.*not yet/,
    );
  });

  await test.step("moves the deadline to another day without an e-mail", async () => {
    await more("Change deadline");
    const day = new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    await page.getByLabel("Last day").fill(day);
    await page.getByRole("button", { name: "Change deadline" }).click();
    await expect(page.getByText("Deadline changed.")).toBeVisible();
    const { body } = await api.call<{ expiresAt: string }>("GET", `/file/validate/uuid/${request.uuid}`, {
      as: requester,
    });
    // The end of the day in the browser's zone, Europe/Berlin.
    expect(Math.abs(Date.parse(body.expiresAt) - Date.parse(`${day}T22:30:00Z`))).toBeLessThanOrEqual(3600_000);
    expect(await inbox.to(dora.email)).toHaveLength(1);
  });

  await test.step("duplicates a request as a draft with its signers and fields, without notifying anybody", async () => {
    await more("Copy as a new draft");
    await expect(page.getByLabel("Document title")).toHaveValue("Copy of Lease 2027");
    await expect(page.getByRole("group", { name: "Signer 1" }).getByLabel("E-mail")).toHaveValue(dora.email);
    const uuid = /documents\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
    const { body } = await api.call<{ status: number; visibleElements: unknown[] }>(
      "GET",
      `/file/validate/uuid/${uuid}`,
      { as: requester },
    );
    expect([body.status, body.visibleElements.length]).toEqual([0, 1]);
    expect(await inbox.to(dora.email)).toHaveLength(1);
  });

  await test.step("sends one e-mail per reminder, and refuses a second within ten minutes with the reason on the page", async () => {
    await page.goto(`/documents/${request.uuid}`);
    const remind = page.getByRole("button", { name: "Remind Dora Novak" });
    await remind.click();
    await expect(page.getByText("Reminder sent to Dora Novak.")).toBeVisible();
    await expect.poll(async () => (await inbox.to(dora.email)).length).toBe(2);
    await remind.click();
    const refusal = page.getByRole("alert").filter({ hasText: "A reminder was sent recently" });
    await expect(refusal).toContainText("Try again in 10 minutes.");
    expect(await inbox.to(dora.email)).toHaveLength(2);
  });

  await test.step("asks before withdrawing and names the document, whose link then returns 410 and shows it", async () => {
    await more("Withdraw request");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("Lease 2027");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("button", { name: "Withdraw request" }).click();
    await expect(page.getByText("The request was withdrawn", { exact: true })).toBeVisible();
    const link = await open(`/sign/${request.signers[0].link}`);
    await expect(link.getByRole("heading", { level: 1 })).toHaveText("Withdrawn by the sender");
    expect((await link.reload())?.status()).toBe(410);
  });
});

test("sets a retention period on the document's page, which shows an administrator's hold until it is lifted @exhaustive", async ({
  page,
  open,
  admin,
  requester,
  newRequest,
  newRequester,
  loggedIn,
  complaints,
}) => {
  const request = await newRequest({ name: "Delivery note 12", signers: [{ person: stranger("Dora Novak") }] });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  const openPeriod = async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Retention period…" }).click();
  };
  await openPeriod();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("No period applies now");
  await dialog.getByLabel("Days after the document is completed or closed").fill("730");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Retention period saved.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await openPeriod();
  await expect(dialog).toContainText("Now: 730 days, set for this document.");
  await page.keyboard.press("Escape");

  // Uses a separate log-in: the dialog below ends this session, which other tests of the worker would share.
  const office = await open("/login?next=/administration/retention");
  await logInOnPage(office, admin);
  await office.getByLabel("Document UUID").fill(request.uuid);
  await office.getByRole("button", { name: "Place hold" }).click();
  const held = office.getByRole("list", { name: "Legal hold" }).getByRole("listitem");
  await expect(held.filter({ hasText: "Delivery note 12" })).toHaveCount(1);
  await page.reload();
  await expect(page.getByText("On legal hold", { exact: true })).toBeVisible();
  complaints.expect(/status of 403/);
  await refuseOnceAsStale(office, `/admin/holds/${request.uuid}`);
  await office.getByRole("button", { name: "Lift the hold on Delivery note 12" }).click();
  const lifting = office.getByRole("dialog");
  await lifting.getByRole("button", { name: "Lift hold" }).click();
  await lifting.getByLabel("Your password", { exact: true }).fill(admin.password);
  await lifting.getByRole("button", { name: "Lift hold" }).click();
  await expect(office.getByText("The hold is lifted.")).toBeVisible();
  await expect(held.filter({ hasText: "Delivery note 12" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("On legal hold", { exact: true })).toHaveCount(0);

  const sender = await newRequester("Lea Brandt");
  await office.goto("/administration/users");
  await office.getByLabel("Name or address").fill(sender.email);
  await office.getByRole("button", { name: "Search" }).click();
  await office.getByRole("button", { name: `Retention: ${sender.name}` }).click();
  const sending = office.getByRole("dialog");
  await sending.getByLabel("Days after a document is completed or closed").fill("365");
  await refuseOnceAsStale(office, "/admin/users/*/retention");
  await sending.getByRole("button", { name: "Save" }).click();
  await sending.getByLabel("Your password", { exact: true }).fill(admin.password);
  await sending.getByRole("button", { name: "Save" }).click();
  await expect(office.getByText(`Retention period of ${sender.name} saved.`)).toBeVisible();
});

test("shows the requester why a signer declined @exhaustive", async ({
  page,
  api,
  requester,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await api.call("POST", `/sign/uuid/${request.signers[0].link}/decline`, {
    as: ana,
    json: { reason: "The price is not the one we agreed on." },
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await expect(page.getByText("Ana Silva declined to sign")).toBeVisible();
  await expect(page.getByRole("blockquote").or(page.getByText("The price is not the one we agreed on."))).toContainText(
    "The price is not the one we agreed on.",
  );
});

test("replaces a signer after sending: fields pass on, the old link ends, the new signer gets the e-mail @exhaustive", async ({
  page,
  open,
  api,
  requester,
  newRequest,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 4(04|10|22)/);
  const [dora, emil] = [stranger("Dora Novak"), stranger("Emil Berg")];
  const request = await newRequest({ signers: [{ person: dora }] });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await page.getByRole("button", { name: "Replace Dora Novak" }).click();
  const dialog = page.getByRole("dialog");
  const tooLong = `${"e".repeat(250)}@example.org`;
  await dialog.getByLabel("E-mail").fill(tooLong);
  await dialog.getByLabel("Name").fill(emil.name);
  await dialog.getByRole("button", { name: "Replace signer" }).click();
  await expect(dialog.getByLabel("E-mail")).toHaveAccessibleDescription(/Enter a valid e-mail address/);
  await expect(dialog.getByLabel("E-mail")).toHaveValue(tooLong);
  await expect(dialog.getByLabel("Name")).toHaveValue(emil.name);
  await dialog.getByLabel("E-mail").fill(emil.email);
  await dialog.getByRole("button", { name: "Replace signer" }).click();
  await expect(page.getByRole("button", { name: "Replace Emil Berg" })).toBeVisible();
  await expect(page.getByText("Dora Novak", { exact: true })).toHaveCount(0);
  const { body } = await api.call<{ signers: { email: string; visibleElements: unknown[] }[] }>(
    "GET",
    `/file/validate/uuid/${request.uuid}`,
    { as: requester },
  );
  expect(body.signers.map(({ email, visibleElements }) => [email, visibleElements.length])).toEqual([[emil.email, 1]]);
  const link = await open(`/sign/${await inbox.linkOf(emil.email)}`);
  await expect(link.getByText(request.name).first()).toBeVisible();
  const old = await open(`/sign/${request.signers[0].link}`);
  expect((await old.reload())?.status()).toBe(410);
});
