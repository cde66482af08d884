import type { Element, File, FileSegment, SignRequest } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { readElements } from "@/lib/elements/read";
import { baseOf, readSegments } from "@/lib/files/segments";
import { readActiveSigners } from "./active-signers";

/** A file with everything that its preparation is made of. */
export interface FileState {
  file: File;
  signers: SignRequest[];
  elements: Element[];
  base: FileSegment[];
}

export async function readFileState(ctx: Ctx, file: File): Promise<FileState> {
  const [signers, elements, segments] = [
    await readActiveSigners(ctx, file.id),
    await readElements(ctx, file.id),
    await readSegments(ctx, file.id),
  ];
  return { file, signers, elements, base: baseOf(segments) };
}

/** Equal for two readings between which nothing has happened that a preparation depends on: the compare of compare-and-set. */
export function fingerprint({ file, signers, elements }: FileState): string {
  return JSON.stringify([file.status, file.revision, file.preparation, signers, elements], (name, value: unknown) =>
    name === "linkSealed" ? undefined : value,
  );
}
