import { z } from "zod";
import { answerAuth } from "@/lib/auth/next-auth";
import { withRequest } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { requestFacts } from "@/lib/platform/next/served-request";
import { longestEmail, normaliseEmail } from "@/lib/platform/plain-text";
import { runtime } from "@/lib/runtime";
import { isFromOurPages } from "./authorize";
import { withBody } from "./body/read-body";
import { problemResponse } from "./responses";

const text = z.string().max(1024).optional();
const body = z.object({
  csrfToken: text,
  email: z.string().overwrite(normaliseEmail).max(longestEmail).optional(),
  password: text,
  timeZone: text,
});

/** Serves next-auth below /api/auth with the same edge rules and error format as the API. */
export async function authRoute(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const ctx = withRequest(runtime().ctx, requestFacts(request));
  try {
    if (!isFromOurPages(request, ctx.publicUrl)) throw new DomainError("csrf");
    const { nextauth: path } = await context.params;
    const rules = request.method === "POST" ? { body } : {};
    return await withBody(rules, request, ctx, (given) =>
      answerAuth(ctx, { method: request.method, path, headers: request.headers, body: body.parse(given) }),
    );
  } catch (error) {
    return problemResponse(ctx, request, error);
  }
}
