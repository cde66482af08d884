import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";

test("a requester chooses the reminders of a draft, sends it, sees when the next one is due and skips it @exhaustive", async ({
  page,
  requester,
  newRequest,
  loggedIn,
}) => {
  const dora = stranger("Dora Novak");
  const draft = await newRequest({ name: "Lease 2027", signers: [{ person: dora }], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${draft.uuid}/signers`);
  await page.getByText("First reminder after 3 days, then every 3 days, at most 3 per signer.").click();
  await page.getByLabel("First reminder").selectOption("After 7 days");
  await page.getByLabel("Reminders per signer").selectOption("At most 2");
  await page.getByRole("button", { name: "Place fields" }).click();
  await page.getByRole("button", { name: "Review" }).click();
  const summary = "First reminder after 7 days, then every 3 days, at most 2 per signer.";
  await expect(page.getByText(summary)).toBeVisible();
  await page.getByRole("button", { name: "Send to 1 person" }).click();

  await expect(page.getByText(summary)).toBeVisible();
  const next = page.getByText(/^Next reminder:/);
  const first = await next.textContent();
  await page.getByRole("button", { name: "Skip the next reminder to Dora Novak" }).click();
  await expect(page.getByText("The next reminder to Dora Novak will not be sent.")).toBeVisible();
  await expect(next).not.toHaveText(first ?? "");
  await expect(page.getByText("Reminder to Dora Novak skipped")).toBeVisible();
});

test("changes reminders of a sent document by keyboard alone, and turns them off @exhaustive", async ({
  page,
  requester,
  newRequest,
  loggedIn,
}) => {
  const request = await newRequest({ signers: [{ person: stranger("Dora Novak") }] });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await page.getByRole("button", { name: "Change reminders" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Automatic reminders" });
  const most = dialog.getByLabel("Reminders per signer");
  await most.focus();
  await most.press("Home");
  await dialog.getByLabel("Warning before the deadline").press("Home");
  await dialog.getByRole("button", { name: "Save reminders" }).press("Enter");
  await expect(page.getByText("Reminders saved.")).toBeVisible();
  await expect(page.getByText("No automatic reminders.")).toBeVisible();
  await expect(page.getByText(/^Next reminder:/)).toHaveCount(0);
});

test("an administrator sets the default reminders and office hours for new requests @exhaustive", async ({
  page,
  open,
  admin,
  requester,
  newRequest,
  loggedIn,
}) => {
  await loggedIn(page, admin);
  await page.goto("/administration");
  await page.getByLabel("Time between reminders").selectOption("5 days");
  await page.getByRole("combobox", { name: "From" }).selectOption("08:00");
  await page.getByRole("checkbox", { name: "Saturday" }).check();
  await page.getByLabel("Default time zone").selectOption("Europe/Lisbon");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Saturday" })).toBeChecked();
  await expect(page.getByLabel("Time between reminders")).toHaveValue("5");
  await expect(page.getByLabel("Default time zone")).toHaveValue("Europe/Lisbon");

  const request = await newRequest({ signers: [{ person: stranger("Dora Novak") }] });
  const sent = await open(`/documents/${request.uuid}`, requester);
  await expect(sent.getByText("First reminder after 3 days, then every 5 days, at most 3 per signer.")).toBeVisible();
  await page.getByLabel("Time between reminders").selectOption("3 days");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved.").last()).toBeVisible();
});
