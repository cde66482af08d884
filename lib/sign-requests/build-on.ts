import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getOwnFile } from "@/lib/files/access";
import { fingerprint, readFileState, type FileState } from "./file-state";

/**
 * Runs slow work on a file as it was read, outside any transaction. An error of work on a file that has changed since says nothing about the file:
 * throws `not_found` when the file was deleted meanwhile, `race_lost` when it changed, and the error itself when it stands as it did.
 */
export async function buildOn<Built>(
  ctx: Ctx,
  actor: Actor,
  state: FileState,
  work: () => Promise<Built>,
): Promise<Built> {
  try {
    return await work();
  } catch (error) {
    const current = await readFileState(ctx, await getOwnFile(ctx, actor, { id: state.file.id }));
    if (fingerprint(current) !== fingerprint(state)) throw new DomainError("race_lost", { cause: error });
    throw error;
  }
}
