import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import { operations } from "@/lib/api/operations";
import { needsAccount, type Operation } from "@/lib/api/operations/operation";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Ctx, Scope } from "@/lib/context/context";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { openEndpointSecret } from "@/lib/records/events/add-callback";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { requestCode } from "@/lib/signing/proof/request-code";
import { paramsFor } from "@/lib/testing/access-rules";
import { makeAccessWorld, type AccessWorld } from "@/lib/testing/access-world";
import { actingAs } from "@/lib/testing/accounts";
import { callOperation, operationNamed } from "@/lib/testing/call-operation";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { closedPorts } from "./testing/closed-ports";
import { mutations } from "./testing/mutation-scenarios";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  const many = { apiRequestBurst: 1e9, apiRequestsPerMinute: 1e9, tokensPerAccount: 1e3 };
  ctx = makeContext(db(), closedPorts);
  held.ctx = ctx = { ...ctx, limits: { ...ctx.limits, ...many } };
});

type Secret = readonly [kind: "sign link" | "one-time code" | "webhook secret", value: string];

/** Every secret in the database with which a person could sign, decline or forge a delivery. */
async function readSecrets(): Promise<Secret[]> {
  const links = await ctx.db.select().from(signRequests);
  const jobs = await ctx.db.select().from(outboxJobs);
  const endpoints = await ctx.db.select().from(webhookEndpoints);
  return [
    ...links.map(({ linkSealed }) => ["sign link", revealLink(ctx, linkSealed)] as const),
    ...jobs.flatMap(({ sealed }) => codesIn(sealed)),
    ...endpoints.map(
      ({ sealedSecret }) => ["webhook secret", openEndpointSecret(ctx, sealedSecret).toString("base64")] as const,
    ),
  ];
}

function codesIn(sealed: Buffer | null): Secret[] {
  const text = sealed === null ? "" : ctx.secrets.open("outbox", sealed).toString();
  return [...text.matchAll(/\b\d{6}\b/g)].map(([code]) => ["one-time code", code] as const);
}

async function tokenHeaders(account: Account, scopes: Scope[]): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await createToken(ctx, actingAs(account), { name: "scopes", scopes })).token}` };
}

/** Excludes matches inside a hash, which may contain six digits of a code by chance. */
function isIn(text: string, value: string): boolean {
  return text
    .split(value)
    .slice(0, -1)
    .some((before, index) => !/[\da-f]$/.test(before) && !/^[\da-f]/.test(text.split(value)[index + 1] ?? ""));
}

async function secretsIn(text: string): Promise<string[]> {
  return [...new Set((await readSecrets()).filter(([, value]) => isIn(text, value)).map(([kind]) => kind))];
}

/** A document with a signer who is waiting for a code, and a webhook of the requester. */
async function makeWorld(): Promise<AccessWorld> {
  const world = await makeAccessWorld(ctx);
  await requestCode(ctx, world.accounts.notified_signer, { fileId: world.own.fileId });
  await addEndpoint(ctx, world.accounts.requester, { url: "https://hooks.example/paraph" });
  return world;
}

const people = ["notified_signer", "requester", "administrator"] as const;
const isByLink = ({ path }: Operation): boolean => /\{(u|signRequestUuid)\}/.test(path);
const reading = operations.filter(
  (operation) => operation.method === "GET" && operation.base === undefined && !isByLink(operation),
);

/** Secrets shown once to their creator, which requires `write`. */
const madeByTheCall: Record<string, string[]> = {
  createWebhook: ["webhook secret"],
  rotateWebhookSecret: ["webhook secret"],
  registerRequest: ["webhook secret"],
};

describe("a token without the scope sign learns no secret", () => {
  test("from any operation that reads @exhaustive", async () => {
    const world = await makeWorld();
    const found: string[] = [];
    for (const person of people) {
      const headers = await tokenHeaders(world.accounts[person].account, ["read"]);
      for (const operation of reading.filter(({ scope }) => scope !== "sign")) {
        const { text } = await callOperation(operation.id, { headers, params: paramsFor(operation, world.own) });
        for (const kind of await secretsIn(text)) found.push(`${operation.id} tells the ${person} a ${kind}`);
      }
    }
    expect(found).toEqual([]);
  });

  test("while a token with it reads its own link, from these operations only @exhaustive", async () => {
    const world = await makeWorld();
    const headers = await tokenHeaders(world.accounts.notified_signer.account, ["read", "sign"]);
    const found: Record<string, string[]> = {};
    for (const operation of reading) {
      const kinds = await secretsIn(
        (await callOperation(operation.id, { headers, params: paramsFor(operation, world.own) })).text,
      );
      if (kinds.length > 0) found[operation.id] = kinds;
    }
    expect(found).toEqual({
      listEnvelopes: ["sign link"],
      listFiles: ["sign link"],
      showDashboard: ["sign link"],
      showEnvelope: ["sign link"],
      showFileById: ["sign link"],
      showFileByUuid: ["sign link"],
    });
  });

  const changing = Object.entries(mutations).filter(
    ([id]) => needsAccount(operationNamed(id)) && operationNamed(id).scope !== "sign" && !isByLink(operationNamed(id)),
  );
  const byResource = oneOfEachClass(
    changing.map(([id, prepare]) => [id, id, prepare] as const),
    ([, id]) => (id in madeByTheCall ? id : (operationNamed(id).path.split("/")[1] ?? "")),
  );
  test.each(byResource)("from the answer of %s, except what the call itself created", async (_name, id, prepare) => {
    const { headers = {}, ...call } = await prepare(ctx);
    const actor = await resolveActor(ctx, new Headers(headers));
    if (actor.kind !== "account") throw new Error("the call needs an account");
    const { cookie: _cookie, origin: _origin, ...others } = headers;
    const { text } = await callOperation(id, {
      ...call,
      headers: { ...others, ...(await tokenHeaders(actor.account, ["read", "write"])) },
    });
    expect(await secretsIn(text)).toEqual(text.startsWith('{"type"') ? [] : (madeByTheCall[id] ?? []));
  });
});
