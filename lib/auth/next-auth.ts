import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions, type Session } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Account } from "@/db/schema/accounts";
import { noteTimeZone } from "@/lib/accounts/own-account";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { endGuestSessions } from "@/lib/signing/identification/guest";
import { cookieName, isSecure, readCookie, readGuestTokens } from "./cookies";
import { logIn, logInToDemo } from "./log-in";
import { endSession, findSession, readSessionId, sessionSecret, startSession } from "./session";

/**
 * The parts of next-auth that our pages use, and all that we expose: its own pages, other providers and its log are
 * disabled.
 */
const actions = ["GET csrf", "GET session", "POST callback/credentials", "POST callback/demo", "POST signout"];

/**
 * Logged by next-auth for every stale cookie, which is not an event, and for failures that we answer and log ourselves.
 */
const muted = new Set(["JWT_SESSION_ERROR", "SIGNOUT_ERROR", "SIGN_OUT_EVENT_ERROR"]);

interface AuthCall {
  method: string;
  /** The path below /api/auth. */
  path: readonly string[];
  headers: Headers;
  body: {
    csrfToken?: string | undefined;
    email?: string | undefined;
    password?: string | undefined;
    timeZone?: string | undefined;
  };
}

/** Errors that next-auth would turn into a redirect; we answer them like any other error. */
interface Outcome {
  failure: unknown;
}

/**
 * Log-in, log-out and session look-up for browsers, by next-auth. Throws `not_found` for any other action, `csrf`
 * without the double-submitted token, `invalid_credentials`, `rate_limited`, `account_locked`, `unavailable`.
 */
export async function answerAuth(ctx: Ctx, call: AuthCall): Promise<Response> {
  if (!actions.includes(`${call.method} ${call.path.join("/")}`)) throw new DomainError("not_found");
  const outcome: Outcome = { failure: null };
  const recorder = answerRecorder();
  const options = authOptions(ctx, call.headers.get("cookie"), outcome);
  await NextAuth(toNodeRequest(ctx, call) as NextApiRequest, recorder as unknown as NextApiResponse, options);
  if (outcome.failure !== null) throw asError(outcome.failure);
  if (isWithoutCsrfToken(recorder.answer.body)) throw new DomainError("csrf");
  return recorder.toResponse();
}

function authOptions(ctx: Ctx, cookieHeader: string | null, outcome: Outcome): NextAuthOptions {
  const failing = async <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      outcome.failure = error;
      throw error;
    });
  return {
    secret: sessionSecret(ctx),
    session: { strategy: "jwt", maxAge: ctx.limits.sessionTotalSeconds },
    cookies: cookieOptions(ctx.publicUrl),
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {}, timeZone: {} },
        authorize: (given) =>
          failing(async () => {
            const { account } = await logIn(ctx, given?.email ?? "", given?.password ?? "");
            return openSession(ctx, account, cookieHeader, given?.timeZone);
          }),
      }),
      CredentialsProvider({
        id: "demo",
        credentials: { timeZone: {} },
        authorize: (given) =>
          failing(async () => openSession(ctx, await logInToDemo(ctx), cookieHeader, given?.timeZone)),
      }),
    ],
    callbacks: {
      // Our page decides where to go after a log-in.
      redirect: ({ baseUrl }) => baseUrl,
      jwt: ({ token, user }) => ({ sid: sidOf(user) ?? sidOf(token) }),
      session: async ({ session, token }) =>
        describe(session, await failing(() => findSession(ctx, sidOf(token) ?? ""))),
    },
    events: {
      signOut: ({ token }) =>
        failing(async () => {
          await endSession(ctx, sidOf(token) ?? "");
          // The next person at this browser must not continue as the previous one's guest.
          await endGuestSessions(ctx, readGuestTokens(cookieHeader, ctx.publicUrl));
        }),
    },
    logger: {
      error: (code) => void (muted.has(code) || ctx.log.error({ code }, "next-auth")),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** A log-in starts a new session and ends the browser's previous one. */
async function openSession(
  ctx: Ctx,
  account: Account,
  cookieHeader: string | null,
  timeZone: string | undefined,
): Promise<{ id: string; sid: string }> {
  await noteTimeZone(ctx, account, timeZone);
  const sid = await startSession(ctx, account);
  const before = await readSessionId(ctx, cookieHeader);
  if (before !== null) await endSession(ctx, before);
  return { id: String(account.id), sid };
}

function describe(session: Session, found: Awaited<ReturnType<typeof findSession>>): Session {
  if (!found) throw new Error("the session is over");
  return { expires: session.expires, user: { name: found.account.displayName, email: found.account.email } };
}

function sidOf(holder: unknown): string | null {
  const sid = (holder as { sid?: unknown } | null | undefined)?.sid;
  return typeof sid === "string" ? sid : null;
}

function cookieOptions(publicUrl: string): NonNullable<NextAuthOptions["cookies"]> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(publicUrl) } as const;
  return {
    sessionToken: { name: cookieName(publicUrl, "session"), options },
    csrfToken: { name: cookieName(publicUrl, "csrf"), options },
    callbackUrl: { name: cookieName(publicUrl, "callback"), options },
  };
}

/** The parts of a request that next-auth reads. It gets only our own cookies, and always responds in JSON. */
function toNodeRequest(ctx: Ctx, { method, path, headers, body }: AuthCall): Partial<NextApiRequest> {
  const names = [cookieName(ctx.publicUrl, "session"), cookieName(ctx.publicUrl, "csrf")];
  const cookies = Object.fromEntries(
    names.flatMap((name) => {
      const value = readCookie(headers.get("cookie"), name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { method, query: { nextauth: [...path] }, cookies, headers: {}, body: { ...body, json: "true" } };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("next-auth failed", { cause: thrown });
}

function isWithoutCsrfToken(body: unknown): boolean {
  const url = (body as { url?: unknown } | null)?.url;
  return typeof url === "string" && new URL(url).searchParams.has("csrf");
}

interface Recorded {
  status: number;
  headers: Map<string, string | string[]>;
  body: unknown;
}

/** A recording Node response, so that its output can be returned as a Response. */
function answerRecorder() {
  const answer: Recorded = { status: 200, headers: new Map(), body: null };
  const recorder = {
    answer,
    status(code: number) {
      answer.status = code;
      return recorder;
    },
    getHeader: (name: string) => answer.headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      answer.headers.set(name.toLowerCase(), value);
      return recorder;
    },
    json(body: unknown) {
      answer.body = body;
    },
    send(body: unknown) {
      answer.body = body;
    },
    end: () => undefined,
    toResponse(): Response {
      const headers = new Headers({ "cache-control": "no-store" });
      headers.set("content-type", "application/json");
      for (const cookie of [answer.headers.get("set-cookie") ?? []].flat()) headers.append("set-cookie", cookie);
      return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status, headers });
    },
  };
  return recorder;
}
