import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { guestSessions } from "@/db/schema/guests";
import { challenges, wrongCodes } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { DomainError } from "@/lib/platform/errors";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { eventTypes, newestCode, readEvents, readFile, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { confirmIdentification, identify } from "./confirm";
import { anybody, guestScenario } from "./testing/guest-scenario";

const database = useCommittedDatabase();
const context = useTestContext();

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "in",
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

test("the correct code, entered twenty times at once in two processes, starts one session @exhaustive", async () => {
  const [one, two] = [context(database().db), context(database().db)];
  const {
    signers: [bo],
    fileId,
  } = await guestScenario(one, "email");
  const u = bo?.link ?? "";
  await identify(one, anybody, { u });
  const code = await newestCode(one);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      outcomeOf(confirmIdentification(index % 2 ? one : two, anybody, { u, code })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "in")).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(["in", "code_expired"]));
  expect(
    await one.db
      .select()
      .from(guestSessions)
      .where(eq(guestSessions.signRequestId, bo?.signRequestId ?? 0)),
  ).toHaveLength(1);
  expect((await eventTypes(one, fileId)).filter((type) => type === "identify.code.accepted")).toHaveLength(1);
});

test("twenty concurrent guesses in two processes count as five, and then the correct code is locked too @exhaustive", async () => {
  const [one, two] = [context(database().db), context(database().db)];
  const {
    signers: [bo],
    fileId,
  } = await guestScenario(one, "email");
  const u = bo?.link ?? "";
  await identify(one, anybody, { u });
  const code = await newestCode(one);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      outcomeOf(confirmIdentification(index % 2 ? one : two, anybody, { u, code: wrongCode(code) })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "code_wrong")).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === "code_locked")).toHaveLength(15);
  expect(await outcomeOf(confirmIdentification(one, anybody, { u, code }))).toBe("code_locked");
  const [challenge] = await one.db
    .select()
    .from(challenges)
    .where(eq(challenges.signRequestId, bo?.signRequestId ?? 0));
  expect(challenge?.wrongTries).toBe(5);
  expect(
    await one.db
      .select()
      .from(wrongCodes)
      .where(eq(wrongCodes.signRequestId, bo?.signRequestId ?? 0)),
  ).toHaveLength(5);
  expect(trailBreaksAt(await readFile(one, fileId), await readEvents(one, fileId))).toBeNull();
});
