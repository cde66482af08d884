import type { Person } from "./api-client";
import { loggedCause } from "./server";

export interface PageReader {
  /**
   * The page's text without markup and scripts, its title, and the full response including the data for its scripts.
   */
  read(path: string): Promise<{ status: number; title: string; text: string; html: string }>;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Reads pages like a browser without scripts, logged in if a person is given. */
export async function pageReader(origin: string, as: Person | null): Promise<PageReader> {
  const cookie = as ? await logIn(origin, as) : "";
  return {
    async read(path) {
      const response = await fetch(`${origin}${path}`, { headers: { cookie } });
      const html = await response.text();
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
      return {
        status: response.status,
        html,
        title: plain(title),
        text: plain(withLabels(html.replace(/<script[\s\S]*?<\/script>/g, " "))),
      };
    },
  };
}

export async function logIn(origin: string, { email, password }: Person): Promise<string> {
  const response = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const answered = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, cookie: cookiesOf(response) },
    body: JSON.stringify({ email, password, csrfToken }),
  });
  if (!answered.ok) {
    const cause = loggedCause(answered.headers.get("x-request-id") ?? "none");
    throw new Error(`${email} could not log in: ${answered.status} ${await answered.text()} ${cause}`);
  }
  return cookiesOf(answered);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");
}

/** Adds accessible names and values of controls, which people read too. */
function withLabels(html: string): string {
  return html.replaceAll(/<[^>]*\s(?:aria-label|value|title|placeholder|alt)="([^"]*)"[^>]*>/g, (tag) =>
    [...tag.matchAll(/\s(?:aria-label|value|title|placeholder|alt)="([^"]*)"/g)]
      .map((match) => ` ${match[1] ?? ""} `)
      .join(""),
  );
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, " ");
}
