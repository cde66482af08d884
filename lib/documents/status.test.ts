import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileStatuses, signRequestStatuses, type FileStatus, type SignRequestStatus } from "@/db/schema/files";
import { DomainError } from "@/lib/platform/errors";
import {
  assertActionAllowed,
  assertDraft,
  isOpen,
  isPastExpiry,
  nextStatuses,
  statusAfterWithdrawal,
  wrongState,
  type FileAction,
} from "./status";

const actions: FileAction[] = [
  "release",
  "prepare_again",
  "sign",
  "sign_last",
  "finish",
  "decline",
  "withdraw",
  "expire",
  "revive",
  "withdraw_signer",
  "delete",
];
const anyStatus = fc.constantFrom(...fileStatuses);

function reachableFrom(start: FileStatus): Set<FileStatus> {
  const seen = new Set([start]);
  const open = [start];
  for (let status = open.pop(); status !== undefined; status = open.pop()) {
    for (const next of actions.flatMap((action) => nextStatuses(action, status))) {
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return seen;
}

describe("the states of a file", () => {
  test("either allow an action, or refuse it with a 409 that names the state, or with a 404 if the file is deleted", () => {
    fc.assert(
      fc.property(fc.constantFrom(...actions), anyStatus, (action, status) => {
        if (nextStatuses(action, status).length > 0) {
          expect(() => assertActionAllowed(action, status)).not.toThrow();
          return;
        }
        const refusals = ["file_not_draft", "file_not_released", "file_already_signed", "file_closed", "not_found"];
        expect(() => assertActionAllowed(action, status)).toThrow(DomainError);
        expect(refusals).toContain(wrongState(status).code);
        expect(wrongState(status).code === "not_found").toBe(status === "deleted");
      }),
    );
  });

  test("can all be reached from a draft, and never lead out of deleted", () => {
    expect([...reachableFrom("draft")].sort()).toEqual([...fileStatuses].sort());
    expect([...reachableFrom("deleted")]).toEqual(["deleted"]);
  });

  test("lead to signed through the seal only, and from signed to deleted only", () => {
    const into = actions.filter((action) =>
      fileStatuses.some((from) => from !== "signed" && nextStatuses(action, from).includes("signed")),
    );
    expect(into).toEqual(["finish"]);
    expect([...reachableFrom("signed")].sort()).toEqual(["deleted", "signed"]);
  });

  test("allow changes in a draft only", () => {
    for (const status of fileStatuses) {
      if (status === "draft") expect(() => assertDraft(status)).not.toThrow();
      else expect(() => assertDraft(status)).toThrow(DomainError);
    }
  });

  test("change on a withdrawal as the table of states allows, and lead to the seal exactly when everybody else has acted", () => {
    const done = new Set<SignRequestStatus>(["signed", "approved", "viewed"]);
    const mayBeWithdrawnFrom = fc.constantFrom<FileStatus>("draft", "able_to_sign", "partially_signed");
    fc.assert(
      fc.property(
        mayBeWithdrawnFrom,
        fc.array(fc.constantFrom(...signRequestStatuses), { maxLength: 5 }),
        (from, drawn) => {
          const rest =
            from === "partially_signed" ? [...drawn, "signed" as const] : drawn.filter((status) => !done.has(status));
          const next = statusAfterWithdrawal(from, rest);
          expect(nextStatuses("withdraw_signer", from)).toContain(next);
          expect(next === "signing_in_progress").toBe(
            from === "partially_signed" && rest.every((status) => done.has(status)),
          );
        },
      ),
    );
  });

  test("make a file open or past its expiry, never both, and only open states expire", () => {
    fc.assert(
      fc.property(anyStatus, fc.option(fc.integer({ min: -5, max: 5 })), (status, ahead) => {
        const now = new Date("2026-01-01T00:00:00Z");
        const file = { status, expiresAt: ahead === null ? null : new Date(now.getTime() + ahead * 1000) };
        expect(isOpen(file, now) && isPastExpiry(file, now)).toBe(false);
        const runs = status === "able_to_sign" || status === "partially_signed";
        expect(isOpen(file, now)).toBe(runs && (ahead === null || ahead > 0));
        expect(isPastExpiry(file, now)).toBe(status === "expired" || (runs && ahead !== null && ahead <= 0));
      }),
    );
  });
});
