import { ApiProblem, connectionLost, type ProblemCode } from "@/components/api/api-problem";
import { logIn } from "./log-in";

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
