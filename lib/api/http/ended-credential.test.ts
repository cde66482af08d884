import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { accounts, sessions } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { needsAccount } from "@/lib/api/operations/operation";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Ctx } from "@/lib/context/context";
import { callOperation, operationNamed } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { closedPorts } from "./testing/closed-ports";
import { mutations } from "./testing/mutation-scenarios";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = makeContext(db(), closedPorts);
});

async function endCredentials(accountId: number): Promise<void> {
  await db()
    .update(accounts)
    .set({ credentialsVersion: sql`${accounts.credentialsVersion} + 1` })
    .where(eq(accounts.id, accountId));
  await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(eq(sessions.accountId, accountId));
}

async function lowerRole(accountId: number): Promise<void> {
  await db().update(accounts).set({ role: "signer" }).where(eq(accounts.id, accountId));
}

/** A database that ends the caller's account or rights as soon as the use case begins its transaction. */
function endingBefore(end: () => Promise<void>): Db {
  return new Proxy(db(), {
    get(target, name, receiver): unknown {
      if (name !== "transaction") return Reflect.get(target, name, receiver);
      return async (work: Parameters<Db["transaction"]>[0]) => {
        await end();
        return target.transaction(work);
      };
    },
  });
}

/**
 * Operations that change or end existing objects may finish, because they give the account nothing new. Those that
 * weaken the service for others may not.
 */
const mayFinish = [
  "deleteFile",
  "deleteEnvelope",
  "removeEnvelopeFile",
  "saveEnvelopeFields",
  "addSigners",
  "withdrawNamed",
  "withdrawFile",
  "withdrawSigner",
  "remindSigners",
  "remindSigner",
  "skipReminder",
  "deleteTemplate",
  "deleteDirectLink",
  "checkBulkSend",
  "addElement",
  "changeElement",
  "removeElement",
  "saveElements",
  "setFormValues",
  "requestCodeByFile",
  "requestCodeByLink",
  "checkFieldsByLink",
  "previewAppearance",
  "signByFile",
  "signByLink",
  "approveByLink",
  "pagesSeenByLink",
  "uploadAttachment",
  "removeAttachment",
  "cleanSignatureImage",
  "changeSignatureImage",
  "removeSignatureImage",
  "revokeToken",
  "removeTelegramLink",
  "askForConfirmation",
  "setRetention",
  "endOtherSessions",
  "testGateway",
  "retryJob",
  "retryJobs",
  "retryFailedDelivery",
  "deleteWebhook",
  "testWebhook",
  "redeliverWebhookDelivery",
];

/** A guest has no account, and an ended session cannot be ended. */
const others = /Guest|^endSession$/;
type Prepare = (typeof mutations)[string];
const cases = Object.entries(mutations).filter(([id]) => needsAccount(operationNamed(id)) && !others.test(id));

async function expectRefusal(id: string, prepare: Prepare, end: (accountId: number) => Promise<void>): Promise<void> {
  held.ctx = ctx;
  const call = await prepare(ctx);
  const actor = await resolveActor(ctx, new Headers(call.headers));
  if (actor.kind !== "account") throw new Error("the call needs an account");
  const { id: accountId } = actor.account;
  held.ctx = {
    ...makeContext(
      endingBefore(() => end(accountId)),
      closedPorts,
    ),
    blobs: ctx.blobs,
  };
  const { status, body } = await callOperation(id, call);
  expect([id, status, body["code"]]).toEqual(
    mayFinish.includes(id) ? [id, 200, undefined] : [id, 401, "unauthenticated"],
  );
}

describe("a credential that ends while its request is in progress @exhaustive", () => {
  test.each(cases)("%s", (id, prepare) => expectRefusal(id, prepare, endCredentials));
});

/** These read the role again, and refuse actions that it does not permit. */
const ofRoles = cases.filter(
  ([id]) => ["requester", "admin"].includes(operationNamed(id).caller) && !mayFinish.includes(id),
);

describe("a role that is lowered while its request is in progress @exhaustive", () => {
  test.each(ofRoles)("%s", (id, prepare) => expectRefusal(id, prepare, lowerRole));
});
