import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type DatabaseConnection } from "@/db/client";
import { challenges, wrongCodes } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { recordedGateway } from "@/lib/channels/testing/recorded-gateway";
import { postgresCode, type Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { sign } from "@/lib/signing/sign";
import {
  eventTypes,
  newestCode,
  releasedScenario,
  wrongCode,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { requestCode } from "./request-code";

const database = useCommittedDatabase();
const context = useTestContext();
const lockTimeout = "55P03";
let second: DatabaseConnection;
beforeEach(() => {
  second = connect(database().url);
});
afterEach(() => second.close());

/** Two servers that share only the database and the folder of documents. */
function twoProcesses(): [Ctx, Ctx] {
  const gateways = { sms: recordedGateway(), telegram: null, signal: null };
  return [context(database().db, { gateways }), context(second.db, { gateways })];
}

/** The outcomes of `count` concurrent signatures, alternating between the processes. */
async function signAtOnce(
  processes: [Ctx, Ctx],
  { fileId, signers }: Scenario,
  code: string,
  count: number,
): Promise<string[]> {
  const [ana] = signers;
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      sign(processes[index % 2] ?? processes[0], ana.actor, { target: { fileId }, code }).then(
        () => "signed",
        (error: unknown) =>
          error instanceof DomainError ? error.code : postgresCode(error) === lockTimeout ? "busy" : String(error),
      ),
    ),
  );
}

describe.each([
  ["email", {}],
  ["sms", { phone: "+491511234567" }],
] as const)("codes by %s over two processes", (method, signer) => {
  test("make one signature when the same correct code is sent twenty times at once @exhaustive", async () => {
    const processes = twoProcesses();
    const scenario = await releasedScenario(processes[0], [{ name: "Ana", method, ...signer }, { name: "Bo" }]);
    await requestCode(processes[1], scenario.signers[0].actor ?? { kind: "public" }, { fileId: scenario.fileId });
    const outcomes = await signAtOnce(processes, scenario, await newestCode(processes[0]), 20);
    expect(outcomes.filter((outcome) => outcome === "signed")).toHaveLength(1);
    // On a stalled machine, a call that waits for the row for more than three seconds gets `unavailable`.
    expect(outcomes.filter((outcome) => outcome === "already_signed" || outcome === "busy")).toHaveLength(19);
    expect((await eventTypes(processes[0], scenario.fileId)).filter((type) => type === "signed")).toHaveLength(1);
  });

  test("count ten concurrent wrong guesses in each process as five tries, and void the code in both @exhaustive", async () => {
    const processes = twoProcesses();
    const scenario = await releasedScenario(processes[0], [{ name: "Ana", method, ...signer }]);
    await requestCode(processes[0], scenario.signers[0].actor ?? { kind: "public" }, { fileId: scenario.fileId });
    const code = await newestCode(processes[0]);
    const outcomes = await signAtOnce(processes, scenario, wrongCode(code), 20);
    expect(outcomes.filter((outcome) => outcome === "code_wrong")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "code_locked")).toHaveLength(15);
    expect(await processes[1].db.select().from(wrongCodes)).toHaveLength(5);
    const types = await eventTypes(processes[0], scenario.fileId);
    expect([
      types.filter((type) => type === "code.failed").length,
      types.filter((type) => type === "code.locked").length,
    ]).toEqual([5, 1]);
    expect(await signAtOnce(processes, scenario, code, 2)).toEqual(["code_locked", "code_locked"]);
  });

  test("send one code for ten concurrent requests @exhaustive", async () => {
    const processes = twoProcesses();
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(processes[0], [{ name: "Ana", method, ...signer }]);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        requestCode(processes[index % 2] ?? processes[0], ana.actor, { fileId }).then(
          () => "sent",
          (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "rate_limited")).toHaveLength(9);
    expect(
      await processes[0].db.select().from(challenges).where(eq(challenges.signRequestId, ana.signRequestId)),
    ).toHaveLength(1);
  });
});
