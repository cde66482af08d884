import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileStatuses, signRequestStatuses, type SignRequest } from "@/db/schema/files";
import { linkState } from "./link-state";
import { whoseTurn } from "./notify";
import { countNewSigners, isUnchanged, planSigners } from "./plan-signers";
import type { WantedSigner } from "./read-signers";
import { nextSignRequestStatus, type SignRequestAction } from "./status";

const anyStatus = fc.constantFrom(...signRequestStatuses);
const anySigner = fc.record({ signingOrder: fc.integer({ min: 1, max: 4 }), status: anyStatus });

describe("signing order", () => {
  const finished = new Set(["signed", "declined", "cancelled"]);

  test("it is the turn of all unfinished signers of the lowest order, and of no others", () => {
    fc.assert(
      fc.property(fc.array(anySigner, { maxLength: 8 }), (signers) => {
        const turn = whoseTurn(signers);
        const open = signers.filter((signer) => !finished.has(signer.status));
        const lowest = Math.min(...open.map((signer) => signer.signingOrder));
        expect(turn).toEqual(open.filter((signer) => signer.signingOrder === lowest));
        expect(turn.length > 0).toBe(open.length > 0);
      }),
    );
  });

  test("every signer gets a turn exactly once as signatures come in", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }), (orders) => {
        const signers: Pick<SignRequest, "signingOrder" | "status">[] = orders.map((signingOrder) => ({
          signingOrder,
          status: "waiting",
        }));
        const seen: number[] = [];
        for (let [next] = whoseTurn(signers); next; [next] = whoseTurn(signers)) {
          seen.push(next.signingOrder);
          next.status = "signed";
        }
        expect(seen).toEqual([...orders].sort((a, b) => a - b));
      }),
    );
  });
});

describe("the states of a sign request", () => {
  const actions: SignRequestAction[] = ["notify", "wait", "sign", "decline", "cancel", "expire"];

  test("signed and declined are final", () => {
    for (const final of ["signed", "declined", "cancelled"] as const) {
      for (const action of actions) expect(nextSignRequestStatus(action, final)).toBeNull();
    }
  });

  test("only a notified signer whose turn it is can sign or decline", () => {
    for (const status of signRequestStatuses) {
      for (const action of ["sign", "decline"] as const)
        expect(nextSignRequestStatus(action, status) !== null).toBe(status === "pending");
    }
  });
});

describe("a link", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const time = fc.option(fc.constantFrom(new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)));
  const signer = fc.record({ status: anyStatus, removedAt: time, notifiedAt: time });
  const file = fc.record({ status: fc.constantFrom(...fileStatuses), expiresAt: time, completedAt: time });

  test("is live only for a notified, not removed signer who may sign an open document", () => {
    fc.assert(
      fc.property(signer, file, (who, what) => {
        if (linkState(who, what, now) !== "live") return;
        expect(who.notifiedAt).not.toBeNull();
        expect(who.removedAt).toBeNull();
        expect(["pending", "expired"]).toContain(who.status);
        expect(["draft", "declined", "cancelled", "expired"]).not.toContain(what.status);
      }),
    );
  });

  test("never shows a draft, nor anything to a signer who was not notified", () => {
    fc.assert(
      fc.property(signer, file, (who, what) => {
        const state = linkState(who, what, now);
        if (who.notifiedAt === null) expect(state).toBe("not_found");
        if (what.status === "draft") expect(["not_found", "link_withdrawn"]).toContain(state);
      }),
    );
  });
});

describe("planning the set of signers", () => {
  const addresses = ["a@x.example", "b@x.example", "c@x.example", "d@x.example"];
  const row = (email: string, id: number) =>
    ({
      id,
      email,
      displayName: null,
      description: null,
      signingOrder: 1,
      signMethod: "email",
      identifyMethods: ["account"],
      phone: null,
      language: null,
      notify: true,
      status: "draft",
    }) as SignRequest;
  const wantedOf = (email: string | null, signRequestId: number | null = null): WantedSigner => ({
    signRequestId,
    email,
    displayName: undefined,
    description: undefined,
    signingOrder: undefined,
    phone: undefined,
    language: undefined,
    signMethod: undefined,
    identifyMethod: undefined,
    notify: undefined,
  });
  const defaults = { signMethod: "email" as const, identifyMethods: ["email"] };
  const subset = fc.subarray(addresses);

  test("existing signers stay, new ones are added, the rest are removed, and nobody is lost or duplicated", () => {
    fc.assert(
      fc.property(subset, fc.shuffledSubarray(addresses), (present, wanted) => {
        const current = present.map(row);
        const list = wanted.map((email) => wantedOf(email));
        const ids = Array.from({ length: countNewSigners(current, list) }, (_, index) => 100 + index);
        const plan = planSigners(current, list, ids, defaults);
        expect([...plan.kept, ...plan.added].map((signer) => signer.email).sort()).toEqual([...wanted].sort());
        expect(plan.removed.map((signer) => signer.email)).toEqual(present.filter((email) => !wanted.includes(email)));
        for (const kept of plan.kept)
          expect(current).toContainEqual(expect.objectContaining({ id: kept.id, email: kept.email }));
        expect(plan.added.map((signer) => signer.id)).toEqual(ids);
        expect(isUnchanged(plan)).toBe([...present].sort().join() === [...wanted].sort().join());
      }),
    );
  });

  test("a replaced signer's fields move to the replacement, even if that person is already a signer", () => {
    const current = [row("a@x.example", 1), row("b@x.example", 2)];
    expect(planSigners(current, [wantedOf(null, 1), wantedOf("c@x.example", 2)], [9], defaults)).toMatchObject({
      kept: [{ id: 1 }],
      added: [{ id: 9 }],
      removed: [{ id: 2 }],
      replacements: [{ from: 2, to: 9 }],
    });
    expect(planSigners(current, [wantedOf("b@x.example", 1)], [], defaults)).toMatchObject({
      kept: [{ id: 2 }],
      removed: [{ id: 1 }],
      replacements: [{ from: 1, to: 2 }],
    });
  });

  test.each<[string, Partial<WantedSigner>, Partial<SignRequest>, Pick<SignRequest, "signMethod" | "identifyMethods">]>(
    [
      ["what nobody named stays as it is", {}, {}, { signMethod: "email", identifyMethods: ["account"] }],
      ["a named way to identify", { identifyMethod: "email" }, {}, { signMethod: "email", identifyMethods: ["email"] }],
      [
        "a signing password needs an account",
        { signMethod: "password" },
        { identifyMethods: ["email"] },
        { signMethod: "password", identifyMethods: ["account"] },
      ],
      [
        "an older signer with a password and guests stays unchanged",
        { signMethod: "password" },
        { signMethod: "password", identifyMethods: ["email"] },
        { signMethod: "password", identifyMethods: ["email"] },
      ],
      [
        "from the link alone to a named code, identified by the default",
        { signMethod: "sms" },
        { signMethod: "link", identifyMethods: ["link"] },
        { signMethod: "sms", identifyMethods: ["email"] },
      ],
      [
        "from the link alone to an account, signed with the default",
        { identifyMethod: "account" },
        { signMethod: "link", identifyMethods: ["link"] },
        { signMethod: "email", identifyMethods: ["account"] },
      ],
    ],
  )("methods of a kept signer: %s", (_case, named, stored, expected) => {
    const current = [{ ...row("a@x.example", 1), ...stored }];
    const [kept] = planSigners(current, [{ ...wantedOf("a@x.example"), ...named }], [], defaults).kept;
    expect(kept).toMatchObject(expected);
  });

  test("rejects a signer of another document", () => {
    expect(() => planSigners([row("a@x.example", 1)], [wantedOf("b@x.example", 7)], [9], defaults)).toThrow(
      expect.objectContaining({ code: "sign_request_not_in_file" }),
    );
  });
});
