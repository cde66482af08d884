import { ApiProblem, connectionLost, type ProblemCode } from "@/components/api/api-problem";

/** What a log-in came to; `code` is the API's (lib/platform/errors.ts), or `unreachable` when no answer came. */
export type LogInResult = { ok: true } | { ok: false; code: string; retryAfterSeconds?: number };

/** Logs the browser in. The session is a cookie; pages show it once they are asked for anew. Never throws. */
export async function logIn(email: string, password: string): Promise<LogInResult> {
  return postAuth("callback/credentials", { email, password });
}

/** One call of next-auth's: its own token first, then the request itself. */
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

/** Logs in like any other call of a form. Throws ApiProblem. */
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

/** Keys of local storage with this prefix hold contents of documents. */
export const privatePrefix = "paraph.private.";

/** Ends this browser's session in all its tabs, and removes contents of documents from local storage. Never throws. */
export async function logOut(): Promise<LogInResult> {
  const result = await postAuth("signout", {});
  if (result.ok) dropPrivateData();
  return result;
}

function dropPrivateData(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(privatePrefix)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
