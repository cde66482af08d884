import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, type DatabaseConnection } from "@/db/client";
import { guestSessions } from "@/db/schema/guests";
import { challenges, wrongCodes } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { changePhone, maskPhone } from "@/lib/accounts/change-phone";
import { recordedGateway } from "@/lib/channels/testing/recorded-gateway";
import { deliverCode } from "@/lib/delivery/notifications/deliver-code";
import { FinalFailure } from "@/lib/records/outbox/worker";
import { newestCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { confirmIdentification, identify } from "./confirm";
import { anybody, guestOf, guestScenario } from "./testing/guest-scenario";

const database = useCommittedDatabase();
const context = useTestContext();
let second: DatabaseConnection;
beforeEach(() => {
  second = connect(database().url);
});
afterEach(() => second.close());

const [phone, alike] = ["+491511234567", "+491709876567"];
const nobody = { send: () => Promise.reject(new Error("no mail is to be sent")) };

/** A signer identified by a text message to their account's number, on two servers. */
async function start() {
  const sms = recordedGateway();
  const gateways = { sms, telegram: null, signal: null };
  const [one, two] = [context(database().db, { gateways }), context(second.db, { gateways })];
  const {
    signers: [bo],
  } = await guestScenario(one, "sms");
  const owner = actingAs(await makeAccount(one, { email: bo.email, role: "signer" }));
  const change = (to: string | null) => changePhone(two, owner, bo.email, { phone: to });
  await change(phone);
  await identify(one, anybody, { u: bo.link });
  return { one, two, sms, change, u: bo.link, code: await newestCode(one) };
}

test.each([
  ["another that is shown alike", alike],
  ["none @exhaustive", null],
])(
  "voids a code by text message once the number is %s, in either process, and does not count a wrong try",
  async (_case, to) => {
    const { one, two, change, u, code } = await start();
    expect(maskPhone(alike)).toBe(maskPhone(phone));
    await change(to);
    for (const ctx of [one, two])
      await expect(confirmIdentification(ctx, anybody, { u, code })).rejects.toMatchObject({ code: "code_expired" });
    expect(await one.db.select().from(guestSessions)).toEqual([]);
    expect(await one.db.select().from(wrongCodes)).toEqual([]);
  },
);

test("ends a guest session when the number changes to one with the same mask", async () => {
  const { one, two, change, u, code } = await start();
  const { token } = await confirmIdentification(one, anybody, { u, code });
  expect(await guestOf(two, token)).not.toBeNull();
  await change(alike);
  for (const ctx of [one, two]) expect(await guestOf(ctx, token)).toBeNull();
});

test("does not send a queued code when the number changes to one with the same mask @exhaustive", async () => {
  const { one, sms, change, code } = await start();
  const [challenge] = await one.db.select().from(challenges);
  await change(alike);
  await expect(
    deliverCode(one, nobody, { challengeId: challenge?.id ?? 0 }, { id: 1, key: "job-1", attempt: 1, secret: code }),
  ).rejects.toThrow(FinalFailure);
  expect(sms.sent).toEqual([]);
});
