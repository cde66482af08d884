import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { sessionSettings } from "@/db/client";
import { longest as longestPassword, shortest as shortestPassword } from "@/lib/accounts/passwords";
import { makeToken } from "@/lib/accounts/tokens";
import { jsonTextBytes, mostEntries } from "@/lib/api/http/body/read-body";
import { retentionDays as requestLogDays } from "@/lib/api/request-log/list";
import { rememberedMs } from "@/lib/auth/log-in";
import { maxAttempts as transactionAttempts } from "@/lib/context/context";
import {
  atOncePerAccount as deliveriesPerAccount,
  retentionDays as deliveryDays,
} from "@/lib/delivery/webhooks/worker";
import { largestPattern as patternStates, mostPatternSteps as patternSteps } from "@/lib/documents/fields/budget";
import { largestDifferenceMs, longestPauseMs, noticeDays } from "@/lib/documents/retention";
import { fileName } from "@/lib/documents/schema";
import { retentionDays as draftDays } from "@/lib/documents/sweep";
import { atOnce as documentsAnnouncedAtOnce } from "@/lib/evidence/retention/sweep";
import { maxImageSidePx as imageSidePixels } from "@/lib/pdf/images/image-xobject";
import { MAX_SIDE_PT as pageSidePoints } from "@/lib/pdf/ingest/ingest";
import { unusedMs as cacheUnusedMs } from "@/lib/platform/blobs/local-cache";
import { standardTimes } from "@/lib/platform/blobs/s3-answer";
import { multipartAbove as multipartAboveBytes, partBytes as uploadPartBytes } from "@/lib/platform/blobs/s3-upload";
import { callsAtOnce, callsPerAccount } from "@/lib/platform/outbound/guarded-outbound";
import {
  parameters as argon2,
  evenMs,
  maxWaiting as waitingPasswordChecks,
} from "@/lib/platform/secrets/argon2-hasher";
import { leaseSeconds as jobLeaseSeconds } from "@/lib/records/leased-work";
import { factsOf, outboxKinds } from "@/lib/records/outbox/kinds";
import { makeCode } from "@/lib/signing/proof/code";
import { shortest as shortestSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { retentionHours as codeRetentionHours } from "@/lib/signing/proof/store-code";
import { mostFieldsPerCall } from "@/lib/signing/schema";
import { requestsPerNetwork, pagesPerNetwork, pageWaitSeconds } from "@/scripts/server/admission";
import { stalledSeconds } from "@/scripts/server/http-server";
import { drainSeconds as shutdownSeconds } from "@/scripts/server/stop-on-signal";
import { mostParts as expressionParts } from "./field-rules/conditions/expression";
import {
  longestExpression as expressionCharacters,
  longestExpressions as expressionsCharacters,
} from "./field-rules/details";
import { defaultLimits } from "./limits";
import { leastCacheBytes } from "./storage-config";

const root = path.resolve(import.meta.dirname, "../..");

/** Names of all tables of the schema. */
function tables(): string[] {
  const folder = path.join(root, "db", "schema");
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(/pgTable\(\s*"(\w+)"/g)].map(([, name = ""]) => name),
  );
}

const fixed: Record<string, number> = {
  shortestPassword,
  longestPassword,
  shortestSigningPassword,
  waitingPasswordChecks,
  transactionAttempts,
  imageSidePixels,
  pageSidePoints,
  expressionCharacters,
  expressionsCharacters,
  expressionParts,
  patternSteps,
  patternStates,
  mostFieldsPerCall,
  mostEntries,
  jsonTextBytes,
  jobLeaseSeconds,
  callsPerAccount,
  callsAtOnce,
  deliveriesPerAccount,
  draftDays,
  deliveryDays,
  requestLogDays,
  shutdownSeconds,
  stalledSeconds,
  requestsPerNetwork,
  pagesPerNetwork,
  pageWaitSeconds,
  argon2MemoryBytes: argon2.memoryCost * 1024,
  argon2Passes: argon2.timeCost,
  argon2Lanes: argon2.parallelism,
  refusedLogInMilliseconds: evenMs,
  rememberedLogInSeconds: rememberedMs / 1000,
  tokenBits: Buffer.from(makeToken().slice("pk_".length), "base64url").length * 8,
  codeDigits: makeCode().length,
  nameCharacters: fileName.maxLength ?? 0,
  codeRetentionSeconds: codeRetentionHours * 3600,
  multipartAboveBytes,
  uploadPartBytes,
  storeRetrySeconds: standardTimes.withinMs / 1000,
  cacheUnusedSeconds: cacheUnusedMs / 1000,
  leastCacheBytes,
  noticeDays,
  documentsAnnouncedAtOnce,
  longestPauseDays: longestPauseMs / 86_400_000,
  largestDifferenceSeconds: largestDifferenceMs / 1000,
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
  label: string;
  figure: string;
  name: string;
}

/** 900 for "15 minutes" with a name in seconds, and the number itself for a plain count. */
function readTable(header: string): Row[] {
  const document = readFileSync(path.join(root, "docs", "spec", "limits.md"), "utf8");
  const table = document.slice(document.indexOf(`| ${header} |`)).split("\n\n")[0] ?? "";
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) => {
      const [, label = "", figure = "", name = ""] = line.split("|").map((cell) => cell.trim());
      return { label, figure, name: name.replaceAll("`", "") };
    });
}

const bytes: Record<string, number> = { GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
const seconds: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** "15 minutes" for a name in seconds is 900; a plain count is unchanged. */
function valueOf({ figure, name }: Row): number {
  const [, digits = "", unit = ""] = /^([\d,]+) (\w+)/.exec(figure) ?? [];
  const count = Number(digits.replaceAll(",", ""));
  if (/Bytes(Per|$)/.test(name)) return count * (bytes[unit] ?? NaN);
  if (name.endsWith("Seconds")) return count * (seconds[unit.replace(/s$/, "")] ?? NaN);
  return count;
}

/** All production code except the list of limits itself and code that only displays it. */
const production = ["lib", "app", "scripts"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\/|^lib\/platform\/limits\.ts$/.test(file))
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

describe("docs/spec/limits.md", () => {
  const changeable = readTable("Limit");

  test("lists exactly the limits that LIMITS can change", () => {
    expect(changeable.map(({ name }) => name).sort()).toEqual(Object.keys(defaultLimits).sort());
  });

  test.each(changeable)("states the default of $name: $label, $figure", (row) => {
    expect(defaultLimits[row.name as keyof typeof defaultLimits]).toBe(valueOf(row));
  });

  test.each(changeable)("lists no unused limit: $name", ({ name }) => {
    expect(production).toMatch(new RegExp(String.raw`\b${name}\b`));
  });

  const constants = readTable("Figure");

  test("lists exactly the fixed figures that are compared here", () => {
    expect(constants.map(({ name }) => name).sort()).toEqual(Object.keys(fixed).sort());
  });

  test.each(constants)("states the value of $name: $label, $figure", (row) => {
    expect(fixed[row.name]).toBe(valueOf(row));
  });

  const retried = readTable("Job");

  test("lists the retries of exactly the existing kinds of job", () => {
    expect(retried.map(({ name }) => name).sort()).toEqual([...outboxKinds].sort());
  });

  test.each(retried)("states how long a job $name is retried: $figure", ({ figure, name }) => {
    const [, digits = "", unit = ""] = /^(?:for )?(\d+) (\w+?)s?$/.exec(figure) ?? [];
    const isTime = figure.startsWith("for ");
    expect(factsOf(name)?.retry).toEqual(
      isTime ? { afterSeconds: Number(digits) * (seconds[unit] ?? NaN) } : { attempts: Number(digits) },
    );
  });

  test("states for every table what bounds its rows", () => {
    const named = readTable("Table").flatMap(({ label }) =>
      [...label.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    );
    expect(named.sort()).toEqual(tables().sort());
  });
});
