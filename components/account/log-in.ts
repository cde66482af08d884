import { ApiProblem, connectionLost, type ProblemCode } from "@/components/api/call";

/** Result of a log-in. `code` is an API code (lib/platform/errors.ts), or `unreachable` if no answer came. */
export type LogInResult = { ok: true } | { ok: false; code: string; retryAfterSeconds?: number };

/** Logs this browser in. The session is a cookie, so pages show it from their next request on. Never throws. */
export async function logIn(email: string, password: string): Promise<LogInResult> {
  return postAuth("callback/credentials", { email, password, timeZone: browserZone() });
}

/** Logs this browser in to the demo, which only an instance started with a demo account has. Never throws. */
export async function logInToDemo(): Promise<LogInResult> {
  return postAuth("callback/demo", { timeZone: browserZone() });
}

/** Recorded for times in e-mails, unless the account has a zone. */
function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** One call to next-auth: fetches its CSRF token, then sends the request. */
async function postAuth(action: string, body: Record<string, string>): Promise<LogInResult> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken?: string };
    const response = await fetch(`/api/auth/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, csrfToken }),
    });
    return response.ok ? { ok: true } : await refusalOf(response);
  } catch {
    return { ok: false, code: "unreachable" };
  }
}

async function refusalOf(response: Response): Promise<LogInResult> {
  const { code } = (await response.json()) as { code: string };
  const seconds = Number(response.headers.get("retry-after"));
  return { ok: false, code, ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}) };
}

/** Like `logIn`, but throws ApiProblem like any other call of a form. */
export async function logInOrThrow(email: string, password: string): Promise<void> {
  const result = await logIn(email, password);
  if (result.ok) return;
  if (result.code === "unreachable") throw connectionLost();
  throw new ApiProblem({
    status: 401,
    code: result.code as ProblemCode,
    detail: "",
    retryAfterSeconds: result.retryAfterSeconds ?? null,
  });
}

/** Local storage keys with this prefix hold contents of documents. */
export const privatePrefix = "paraph.private.";

/** Ends this browser's session in all its tabs, and removes document contents from local storage. Never throws. */
export async function logOut(): Promise<LogInResult> {
  const result = await postAuth("signout", {});
  if (result.ok) dropPrivateData();
  return result;
}

function dropPrivateData(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(privatePrefix)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
