import type { BrowserContext, Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Logs each person in once through the log-in page. Later browsers reuse the session's cookies. */
export function logIns(origin: string): (page: Page, person: Person) => Promise<void> {
  const known = new Map<string, Cookies>();
  return async (page, person) => {
    const cookies = known.get(person.email);
    if (cookies) return page.context().addCookies(cookies);
    await page.goto(`${origin}/login`);
    await logInOnPage(page, person);
    await page.waitForURL((url) => url.pathname !== "/login");
    known.set(person.email, await page.context().cookies());
  };
}

/** Submits the open log-in form. */
export async function logInOnPage(page: Page, person: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Log in" }).click();
}
