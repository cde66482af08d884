import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { sessionSettings } from "@/db/client";
import { shortest as shortestSigningPassword } from "@/lib/account-signatures/accept-signing-password";
import { longest as longestPassword, shortest as shortestPassword } from "@/lib/accounts/password-rules";
import { makeToken } from "@/lib/accounts/token-hash";
import { rememberedMs } from "@/lib/auth/remembered-log-ins";
import { maxAttempts as transactionAttempts } from "@/lib/context";
import { fileName } from "@/lib/files/schema";
import { keptDays as draftDays } from "@/lib/files/sweep-drafts";
import { parameters as argon2, maxWaiting as waitingPasswordChecks } from "@/lib/keys/argon2-hasher";
import { makeCode } from "@/lib/otp/code";
import { callsAtOnce, callsPerAccount } from "@/lib/outbound/call-gate";
import { leaseSeconds as jobLeaseSeconds } from "@/lib/outbox/claim";
import { giveUp } from "@/lib/outbox/kinds";
import { maxImageSidePx as imageSidePixels } from "@/lib/pdf/images/image-limits";
import { MAX_SIDE_PT as pageSidePoints } from "@/lib/pdf/ingest/ingest";
import { keptDays as requestLogDays } from "@/lib/request-log/sweep";
import { keptHours as codeKeptHours } from "@/lib/sign-methods/sweep-codes";
import { atOncePerAccount as deliveriesPerAccount } from "@/lib/webhooks/claim-deliveries";
import { keptDays as deliveryDays } from "@/lib/webhooks/sweep-deliveries";
import { drainSeconds as shutdownSeconds } from "@/scripts/server/drain";
import { defaultLimits } from "./limits";

const root = path.resolve(import.meta.dirname, "..");

const fixed: Record<string, number> = {
  shortestPassword,
  longestPassword,
  shortestSigningPassword,
  waitingPasswordChecks,
  transactionAttempts,
  imageSidePixels,
  pageSidePoints,
  jobLeaseSeconds,
  callsPerAccount,
  callsAtOnce,
  deliveriesPerAccount,
  draftDays,
  deliveryDays,
  requestLogDays,
  shutdownSeconds,
  argon2MemoryBytes: argon2.memoryCost * 1024,
  argon2Passes: argon2.timeCost,
  argon2Lanes: argon2.parallelism,
  rememberedLogInSeconds: rememberedMs / 1000,
  tokenBits: Buffer.from(makeToken().slice("pk_".length), "base64url").length * 8,
  codeDigits: makeCode().length,
  nameCharacters: fileName.maxLength ?? 0,
  jobTries: "attempts" in giveUp.finish ? giveUp.finish.attempts : 0,
  mailTrySeconds: "afterSeconds" in giveUp.notification ? giveUp.notification.afterSeconds : 0,
  codeKeptSeconds: codeKeptHours * 3600,
  ...sessionSeconds(),
};

/** The timeouts of a database session, from its start-up options. */
function sessionSeconds(): Record<string, number> {
  const milliseconds = (name: string): number =>
    Number(new RegExp(String.raw`-c ${name}=(\d+)`).exec(sessionSettings)?.[1]);
  return {
    statementSeconds: milliseconds("statement_timeout") / 1000,
    lockSeconds: milliseconds("lock_timeout") / 1000,
    idleTransactionSeconds: milliseconds("idle_in_transaction_session_timeout") / 1000,
  };
}

interface Row {
  words: string;
  figure: string;
  name: string;
}

/** The rows of the table whose first column is called `header`. */
function readTable(header: string): Row[] {
  const document = readFileSync(path.join(root, "docs", "spec", "limits.md"), "utf8");
  const table = document.slice(document.indexOf(`| ${header} |`)).split("\n\n")[0] ?? "";
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) => {
      const [, words = "", figure = "", name = ""] = line.split("|").map((cell) => cell.trim());
      return { words, figure, name: name.replaceAll("`", "") };
    });
}

const bytes: Record<string, number> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
const seconds: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** "15 minutes" for a name in seconds is 900; a plain count is itself. */
function valueOf({ figure, name }: Row): number {
  const [, digits = "", unit = ""] = /^([\d,]+) (\w+)/.exec(figure) ?? [];
  const count = Number(digits.replaceAll(",", ""));
  if (/Bytes(Per|$)/.test(name)) return count * (bytes[unit] ?? NaN);
  if (name.endsWith("Seconds")) return count * (seconds[unit.replace(/s$/, "")] ?? NaN);
  return count;
}

/** All code that runs in production, but the list of limits itself and what only displays it. */
const production = ["lib", "app", "scripts"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\/|^lib\/limits\.ts$/.test(file))
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

describe("docs/spec/limits.md", () => {
  const changeable = readTable("Limit");

  test("lists every limit that LIMITS can change, and no other", () => {
    expect(changeable.map(({ name }) => name).sort()).toEqual(Object.keys(defaultLimits).sort());
  });

  test.each(changeable)("says the default of $name: $words, $figure", (row) => {
    expect(defaultLimits[row.name as keyof typeof defaultLimits]).toBe(valueOf(row));
  });

  test.each(changeable)("lists no limit that nothing applies: $name", ({ name }) => {
    expect(production).toMatch(new RegExp(String.raw`\b${name}\b`));
  });

  const constants = readTable("Figure");

  test("lists every fixed figure that is compared here, and no other", () => {
    expect(constants.map(({ name }) => name).sort()).toEqual(Object.keys(fixed).sort());
  });

  test.each(constants)("says the value of $name: $words, $figure", (row) => {
    expect(fixed[row.name]).toBe(valueOf(row));
  });
});
