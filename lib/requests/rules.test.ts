import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fileStatuses,
  signRequestRoles,
  signRequestStatuses,
  statusesOfRole,
  type RoleState,
  type SignRequest,
  type SignRequestRole,
  type SignRequestStatus,
} from "@/db/schema/files";
import { isAsked } from "@/lib/records/events/status";
import { linkState } from "./links/find-by-link";
import { whoseTurn } from "./notices/notify";
import { countNewSigners, isUnchanged, planSigners } from "./signers/plan-signers";
import type { WantedSigner } from "./signers/read-signers";
import { signerInput } from "./state/schema";
import { canBe, isDone, isFinished, nextSignRequestStatus, type SignRequestAction } from "./state/status";

const everyRoleState = signRequestRoles.flatMap((role) =>
  statusesOfRole[role].map((status) => ({ role, status }) as RoleState),
);
const anyRoleState = fc.constantFrom(...everyRoleState);
const anySigner = fc
  .record({ signingOrder: fc.integer({ min: 1, max: 4 }), state: anyRoleState })
  .map(({ signingOrder, state }) => ({ signingOrder, ...state }));

describe("signing order", () => {
  const finished = new Set(["signed", "approved", "viewed", "declined", "cancelled"]);

  test("it is the turn of all unfinished people in the lowest step, of nobody else, and never of a CC", () => {
    fc.assert(
      fc.property(fc.array(anySigner, { maxLength: 8 }), (signers) => {
        const turn = whoseTurn(signers);
        const open = signers.filter(({ role, status }) => role !== "cc" && !finished.has(status));
        const lowest = Math.min(...open.map((signer) => signer.signingOrder));
        expect(turn).toEqual(open.filter((signer) => signer.signingOrder === lowest));
        expect(turn.length > 0).toBe(open.length > 0);
      }),
    );
  });

  test("every acting person gets exactly one turn", () => {
    const done = { signer: "signed", approver: "approved", viewer: "viewed" } as const;
    const anyone = fc.record({
      signingOrder: fc.integer({ min: 1, max: 4 }),
      role: fc.constantFrom<SignRequestRole>(...signRequestRoles),
    });
    fc.assert(
      fc.property(fc.array(anyone, { minLength: 1, maxLength: 8 }), (people) => {
        const waiting: Pick<SignRequest, "signingOrder" | "status" | "role">[] = people.map((person) => ({
          ...person,
          status: "waiting",
        }));
        const seen: number[] = [];
        for (let [next] = whoseTurn(waiting); next; [next] = whoseTurn(waiting)) {
          seen.push(next.signingOrder);
          if (next.role !== "cc") next.status = done[next.role];
        }
        const acting = people.filter(({ role }) => role !== "cc").map(({ signingOrder }) => signingOrder);
        expect(seen).toEqual(acting.sort((left, right) => left - right));
      }),
    );
  });
});

describe("the states of a person in a request", () => {
  const actions: SignRequestAction[] = [
    "notify",
    "wait",
    "sign",
    "approve",
    "view",
    "copy",
    "decline",
    "cancel",
    "expire",
  ];
  const pairs = signRequestRoles.flatMap((role) => signRequestStatuses.map((status) => ({ role, status })));

  test("no action leads out of or into an impossible state of a role", () => {
    for (const pair of pairs) {
      for (const action of actions) {
        const next = nextSignRequestStatus(action, pair);
        if (!canBe(pair.role, pair.status)) expect(next, `${pair.role} ${pair.status} ${action}`).toBeNull();
        if (next !== null) expect(canBe(pair.role, next), `${pair.role} ${pair.status} ${action} ${next}`).toBe(true);
      }
    }
  });

  test("every possible state of a role can be reached from a draft", () => {
    for (const role of signRequestRoles) {
      const seen = new Set<SignRequestStatus>(["draft"]);
      for (const status of seen)
        for (const action of actions) {
          const next = nextSignRequestStatus(action, { role, status });
          if (next !== null) seen.add(next);
        }
      expect([...seen].sort()).toEqual([...statusesOfRole[role]].sort());
    }
  });

  test("signed, declined and withdrawn are final", () => {
    const final: readonly SignRequestStatus[] = ["signed", "approved", "viewed", "declined", "cancelled"];
    for (const pair of pairs.filter(({ status }) => final.includes(status)))
      for (const action of actions) expect(nextSignRequestStatus(action, pair)).toBeNull();
  });

  test("each role has its own actions, available only when it is their turn", () => {
    const own: Record<SignRequestRole, SignRequestAction[]> = {
      signer: ["sign", "decline"],
      approver: ["approve", "decline"],
      viewer: ["view"],
      cc: [],
    };
    for (const { role, status } of pairs)
      for (const action of ["sign", "approve", "view", "decline"] as const)
        expect(nextSignRequestStatus(action, { role, status }) !== null, `${role} ${status} ${action}`).toBe(
          own[role].includes(action) && status === "pending",
        );
  });

  test("a CC is never asked, never waited for, and never counted as having acted", () => {
    for (const status of statusesOfRole.cc) {
      const cc = { role: "cc", status } as const;
      expect(nextSignRequestStatus("notify", cc)).toBeNull();
      expect([isAsked(cc), isDone(cc), isFinished(cc)]).toEqual([false, false, true]);
    }
  });
});

describe("a link", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const time = fc.option(fc.constantFrom(new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)));
  const signer = fc
    .record({ state: anyRoleState, removedAt: time, notifiedAt: time })
    .map(({ state, ...times }) => ({ ...state, ...times }));
  const file = fc.record({ status: fc.constantFrom(...fileStatuses), expiresAt: time, completedAt: time });

  test("is live only for a notified, not removed signer who may sign an open document", () => {
    fc.assert(
      fc.property(signer, file, (who, what) => {
        if (linkState(who, what, now) !== "live") return;
        expect(who.notifiedAt).not.toBeNull();
        expect(who.role).not.toBe("cc");
        expect(who.removedAt).toBeNull();
        expect(["pending", "expired"]).toContain(who.status);
        expect(["draft", "declined", "cancelled", "expired"]).not.toContain(what.status);
      }),
    );
  });

  test("never shows a draft, and shows nothing to a signer who was not notified", () => {
    fc.assert(
      fc.property(signer, file, (who, what) => {
        const state = linkState(who, what, now);
        if (who.notifiedAt === null || who.role === "cc") expect(state).toBe("not_found");
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
      role: "signer",
      copyAt: [],
      attachmentRequests: [],
      notify: true,
      status: "draft",
    }) as unknown as SignRequest;
  const wantedOf = (email: string | null, signRequestId: number | null = null): WantedSigner => ({
    signRequestId,
    email,
    displayName: undefined,
    description: undefined,
    subject: undefined,
    signingOrder: undefined,
    phone: undefined,
    language: undefined,
    timeZone: undefined,
    signMethod: undefined,
    identifyMethod: undefined,
    notify: undefined,
    role: undefined,
    copyAt: undefined,
    attachmentRequests: undefined,
  });
  const defaults = { signMethod: "email" as const, identifyMethods: ["email"] };
  const subset = fc.subarray(addresses);

  test("keeps existing signers, adds new ones and removes the rest, and loses or duplicates nobody", () => {
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

  test("moves a replaced signer's fields to the replacement, even if that person is already a signer", () => {
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
  )("sets the methods of a kept signer: %s", (_case, named, stored, expected) => {
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

test.each(["Lease\r\nBcc: eve@x.example", "Lease\u2028x", "Lease\u0085x", "Lease\u202Ex", "x".repeat(201)])(
  "refuses a subject with a line break, a text-direction character, or more than 200 characters: %j",
  (subject) => {
    expect(signerInput.safeParse({ email: "bo@x.example", subject }).success).toBe(false);
  },
);

test("trims a subject, and treats null as the service's default", () => {
  expect(signerInput.parse({ email: "bo@x.example", subject: "  Your lease " }).subject).toBe("Your lease");
  expect(signerInput.parse({ email: "bo@x.example", subject: null }).subject).toBeNull();
});
