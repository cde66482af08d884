import { expect, test } from "@/e2e/browser/fixtures";

test("shows one header, one main part, one footer and one banner for an unknown address, in every section @exhaustive", async ({
  page,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await loggedIn(page, requester);
  const unknown = "3f0c1c52-6c7b-4a7a-9a3e-5b1f0a3c9d11";
  for (const path of [
    `/documents/${unknown}`,
    `/documents/${unknown}/edit`,
    "/administration",
    "/administration/users",
    "/docs/errors/no-such-error",
    "/docs/api/no-such-operation",
    "/no-such-page",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page, path).toHaveTitle("Page not found · Paraph");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" }), path).toHaveCount(1);
    for (const part of ["banner", "main", "contentinfo"] as const)
      await expect(page.getByRole(part), `${part} of ${path}`).toHaveCount(1);
    await expect(page.getByRole("complementary", { name: "E-mail delivery" }), path).toHaveCount(1);
  }
});
