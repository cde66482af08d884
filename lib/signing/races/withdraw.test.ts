import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { replaceSigner } from "@/lib/requests/signers/take-over";
import { withdrawFile, withdrawSigner } from "@/lib/requests/withdraw";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import {
  eventTypes,
  newestCode,
  readFile,
  readSignRequest,
  releasedScenario,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";

const database = useCommittedDatabase();
const testContext = useTestContext();
/** `npm run test:faults` runs more, over HTTP. */
const rounds = 5;

async function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );
}

type Withdrawal = (ctx: Ctx, scenario: Scenario) => Promise<unknown>;
const withdrawals: [string, Withdrawal][] = [
  ["the withdrawal of the request", (ctx, { requester, fileId }) => withdrawFile(ctx, requester, { fileId })],
  [
    "the withdrawal of the signer",
    (ctx, { requester, fileId, signers }) =>
      withdrawSigner(ctx, requester, { fileId, signRequestId: signers[0].signRequestId }),
  ],
  [
    "the replacement of the signer",
    (ctx, { requester, fileId, signers }) =>
      replaceSigner(ctx, requester, {
        fileId,
        signRequestId: signers[0].signRequestId,
        email: "somebody.else@x.example",
      }),
  ],
];

test.each(withdrawals)(
  "a signature concurrent with %s succeeds in one of the two orders each round, as its trail shows @exhaustive",
  async (_name, withdraw) => {
    const ctx = testContext(database().db, { limits: { ...defaultLimits, signerCodesPerNetworkPerHour: 1000 } });
    for (let round = 0; round < rounds; round++) {
      const scenario = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
      const [ana] = scenario.signers;
      await requestCode(ctx, ana.actor, { fileId: scenario.fileId });
      const code = await newestCode(ctx);
      const [signed, withdrawn] = await Promise.all([
        codeOf(sign(ctx, ana.actor, { target: { fileId: scenario.fileId }, code })),
        codeOf(withdraw(ctx, scenario)),
      ]);
      const [file, signer, types] = [
        await readFile(ctx, scenario.fileId),
        await readSignRequest(ctx, ana.signRequestId),
        await eventTypes(ctx, scenario.fileId),
      ];
      expect([round, types.filter((type) => type === "signed").length]).toEqual([round, signed === "done" ? 1 : 0]);
      if (signed === "done") expect(signer.status).toBe("signed");
      else expect([signer.status, withdrawn]).toEqual(["cancelled", "done"]);
      if (withdrawn !== "done")
        expect([signed, withdrawn, file.status]).toEqual(["done", "already_signed", "partially_signed"]);
    }
  },
);
