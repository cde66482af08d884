import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { sampleHeads } from "@/lib/documents/attachments/testing/sample-files";
import { DomainError } from "@/lib/platform/errors";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { removeAttachment } from "@/lib/signing/attachments/by-link";
import { uploadAttachment } from "@/lib/signing/attachments/upload";
import { delegateByLink } from "@/lib/signing/delegate";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import {
  newestCode,
  readEvents,
  readFile,
  readSignRequest,
  releasedScenario,
} from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";

const database = useCommittedDatabase();
const context = useTestContext();

const codesOf = (settled: readonly PromiseSettledResult<unknown>[]): string[] =>
  settled.map((result) => {
    if (result.status === "fulfilled") return "done";
    return result.reason instanceof DomainError ? result.reason.code : String(result.reason);
  });
const refusals = [
  "already_signed",
  "file_closed",
  "not_found",
  "race_lost",
  "link_expired",
  "gone",
  "sign_request_removed",
];

test("lets either a delegation or a simultaneous signature succeed, and refuses the other @exhaustive", async () => {
  for (let round = 0; round < 6; round++) {
    const ctx = context(database().db);
    const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const [ana] = signers;
    await ctx.db.update(files).set({ allowDelegation: true }).where(eq(files.id, fileId));
    await requestCode(ctx, ana.actor, { fileId });
    const code = await newestCode(ctx);
    const codes = codesOf(
      await Promise.allSettled([
        sign(ctx, ana.actor, { target: { fileId }, code }),
        delegateByLink(ctx, ana.actor, { u: ana.link, email: `cy-${round}@test.example` }),
      ]),
    );
    expect(codes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(codes.filter((outcome) => outcome !== "done" && !refusals.includes(outcome))).toEqual([]);
    const types = (await readEvents(ctx, fileId)).map(({ type }) => type);
    expect(
      types.filter((type) => type === "signer.delegated" || type === "signature.created" || type === "signed").length,
    ).toBeLessThan(2);
    expect((await readSignRequest(ctx, ana.signRequestId)).removedAt === null).toBe(codes[0] === "done");
    expect(trailBreaksAt(await readFile(ctx, fileId), await readTrail(ctx, fileId))).toBeNull();
  }
});

test("keeps a required file that is removed during signing, or signs nothing @exhaustive", async () => {
  for (let round = 0; round < 6; round++) {
    const ctx = context(database().db);
    const scenario = await releasedScenario(ctx, [
      { name: "Ana", attachmentRequests: [{ label: "ID card", types: ["jpeg"] }] },
      { name: "Bo" },
    ]);
    const [ana] = scenario.signers;
    const { attachmentRequests } = await readSignRequest(ctx, ana.signRequestId);
    const { id } = await uploadAttachment(ctx, ana.actor, {
      u: ana.link,
      requestId: attachmentRequests[0]?.id ?? 0,
      file: { stream: sampleHeads.jpeg, formName: null },
    });
    await requestCode(ctx, ana.actor, { fileId: scenario.fileId });
    const code = await newestCode(ctx);
    const codes = codesOf(
      await Promise.allSettled([
        sign(ctx, ana.actor, { target: { fileId: scenario.fileId }, code }),
        removeAttachment(ctx, ana.actor, { u: ana.link, id }),
      ]),
    );
    expect(codes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(codes.filter((outcome) => outcome !== "done")).toEqual([
      codes[0] === "done" ? expect.stringMatching(/already_signed|file_closed|race_lost/) : "attachment_missing",
    ]);
    const { signedAt } = await readSignRequest(ctx, ana.signRequestId);
    expect(signedAt !== null).toBe(codes[0] === "done");
  }
});
