import type { BrowserContext, Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Logs people in through the log-in page, each of them once; later browsers get the session's cookies. */
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

/** Fills the form of the log-in page that is open. */
export async function logInOnPage(page: Page, person: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Log in" }).click();
}
