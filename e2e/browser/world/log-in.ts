import type { BrowserContext, Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/**
 * Logs in each person once, with the requests of the log-in page but without opening it, which took two seconds of CPU
 * time. Later browsers reuse the session's cookies.
 */
export function logIns(origin: string): (page: Page, person: Person) => Promise<void> {
  const known = new Map<string, Cookies>();
  return async (page, person) => {
    const cookies = known.get(person.email);
    if (cookies) return page.context().addCookies(cookies);
    await requestLogIn(page, origin, person);
    known.set(person.email, await page.context().cookies());
  };
}

async function requestLogIn(page: Page, origin: string, { email, password }: Person): Promise<void> {
  const { csrfToken } = (await (await page.request.get(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
  const answer = await page.request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { origin },
    // The zone of the browser, in playwright.config.ts.
    data: { email, password, csrfToken, timeZone: "Europe/Berlin" },
  });
  if (!answer.ok()) throw new Error(`${email} could not log in: ${answer.status()} ${await answer.text()}`);
}

/** Submits the open log-in form. */
export async function logInOnPage(page: Page, person: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Log in" }).click();
}
