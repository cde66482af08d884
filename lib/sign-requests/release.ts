import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/files/access";
import { compareFileReaders } from "@/lib/files/compare-file-readers";
import { withFileErrors } from "@/lib/files/engine-errors";
import { wrongState } from "@/lib/files/status";
import { buildOn } from "./build-on";
import { commitRelease } from "./commit-release";
import { fingerprint, readFileState, type FileState } from "./file-state";
import { assertPreparable, prepareFile, type FileToPrepare } from "./prepare";
import { withRetries } from "./retry-lost-race";

const closed = new Set(["declined", "cancelled", "expired"]);

/**
 * The requester sends a draft out. Releasing a file that is out already changes nothing and sends nothing, so ten calls at once
 * are one release. Throws `signers_missing`, `validation_failed` when the draft's `expiresAt` has passed, `file_closed`, and
 * what `prepareFile` throws.
 */
export async function releaseFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<void> {
  await withRetries(async () => {
    const file = await getOwnFile(ctx, actor, ref);
    if (closed.has(file.status)) throw wrongState(file.status);
    if (file.status !== "draft") return;
    await assertEndIsAhead(ctx, file);
    const state = await readFileState(ctx, file);
    const prepared = await buildOn(ctx, actor, state, async () => {
      if (file.readers === null) await withFileErrors(() => compareFileReaders(ctx, file.id));
      return prepareFile(ctx, toPrepare(state));
    });
    await ctx.tx(async (tx) => {
      const current = await readFileState(tx, await lockOwnFile(tx, actor, ref));
      if (current.file.status !== "draft" && !closed.has(current.file.status)) return;
      if (fingerprint(current) !== fingerprint(state)) throw new DomainError("race_lost");
      await commitRelease(tx, actor, current.file, prepared);
    });
  });
  ctx.wakeOutbox();
}

/** Throws what keeps a draft in this state from its release, as far as can be known beforehand: `validation_failed`, `signers_missing`, `glyph_missing`. */
export async function assertReleasable(ctx: Ctx, state: FileState): Promise<void> {
  await assertEndIsAhead(ctx, state.file);
  await assertPreparable(ctx, { ...toPrepare(state), alreadySigned: state.file.alreadySigned });
}

async function assertEndIsAhead(ctx: Ctx, file: Pick<File, "expiresAt">): Promise<void> {
  if (file.expiresAt !== null && file.expiresAt <= (await ctx.now()))
    throw invalid("/expiresAt", "out_of_range", "expiresAt has passed");
}

function toPrepare({ file, base, signers, elements }: FileState): FileToPrepare {
  const withElements = signers.map(({ id, displayName }) => ({
    id,
    displayName,
    elements: elements.filter((element) => element.signRequestId === id),
  }));
  return { uuid: file.uuid, base, signers: withElements };
}
