import { expect, test } from "vitest";
import type { Actor, Ctx } from "@/lib/context/context";
import { engineTurn } from "./engine-turn";

const ctx = { request: { id: "r", address: "203.0.113.7", userAgent: "" } } as Ctx;
const turnOf = (actor: unknown) => engineTurn(ctx, actor as Actor, { uuid: "u" });

test("limits the wait to 15 s for callers without an account, and does not limit it for accounts", () => {
  expect(turnOf({ kind: "public" })).toMatchObject({ caller: "network:203.0.113.0/24", mostWaitMs: 15_000 });
  expect(turnOf({ kind: "guest", signRequestId: 7 })).toMatchObject({ caller: "guest:7", mostWaitMs: 15_000 });
  expect(turnOf({ kind: "account", account: { id: 3 } }).mostWaitMs).toBeUndefined();
});
