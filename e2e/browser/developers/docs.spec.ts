import { expect, test } from "@/e2e/browser/fixtures";

test("calls an operation from its page with the session, a token and no credential, and the same by curl @exhaustive", async ({
  page,
  api,
  loggedIn,
  requester,
  complaints,
}) => {
  complaints.expect(/status of (401|404)/);
  await loggedIn(page, requester);
  await page.goto("/docs/api");
  await page.getByRole("link", { name: "Retrieve your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Retrieve your account" })).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("region", { name: "Response" })).toContainText(requester.email);
  const { body } = await api.call<{ token: string }>("POST", "/account/tokens", {
    as: requester,
    json: { name: "Docs", scopes: ["read"] },
  });
  await page.getByLabel("Authentication").selectOption({ label: "An API token" });
  await page.getByLabel("Token", { exact: true }).fill(body.token);
  await expect(page.getByRole("region", { name: "As a curl command" })).not.toContainText(body.token);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/^200 in/)).toBeVisible();
  await page.getByLabel("Authentication").selectOption({ label: "None" });
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/^401 in/)).toBeVisible();
});

test("puts parameters into the path, shows a picture, and calls no other server @exhaustive", async ({
  page,
  loggedIn,
  world,
}) => {
  await loggedIn(page, world.requester);
  await page.goto("/docs/api/drawPage");
  await page.getByLabel("uuid").fill(world.draft.uuid);
  await page.getByRole("textbox", { name: "n", exact: true }).fill("1");
  await expect(page.getByRole("region", { name: "As a curl command" })).toContainText(
    `/api/v1/file/${world.draft.uuid}/pages/1/image`,
  );
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("img", { name: "The returned image" })).toBeVisible();
});

test("resolves a problem document's type to the page of its code, and an unknown code to 404 @exhaustive", async ({
  page,
  api,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const { body } = await api.call<{ type: string }>("GET", "/account/me", {});
  expect((await page.goto(body.type))?.status()).toBe(200);
  await expect(page.getByText("unauthenticated · status 401")).toBeVisible();
  for (const unknown of ["/docs/errors/no-such-code", "/docs/errors/code_wrong", "/docs/api/noSuchOperation"]) {
    expect((await page.goto(unknown))?.status()).toBe(404);
  }
});
