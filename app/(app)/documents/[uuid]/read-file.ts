import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { loggedIn } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { statusOf } from "@/lib/records/events/status";
import type { FileWire } from "@/lib/views/schema";
import { showFileToWatch } from "@/lib/views/show";

export interface ReadFile {
  ctx: Ctx;
  actor: AccountActor;
  file: FileWire;
  /** Of the newest event before the file was read. */
  sequence: number;
  isRequester: boolean;
}

/**
 * The document of the page, or its envelope's page. Answers 404 to anybody without a part in it, so its existence stays
 * hidden.
 */
export async function readFile(uuid: string): Promise<ReadFile> {
  const read = await readPdf(uuid);
  // People, state and history are those of the envelope.
  if (read.file.envelope) redirect(`/documents/${read.file.envelope}`);
  return read;
}

/** Like `readFile`, but does not redirect from a file of an envelope. Read once per request. */
export const readPdf = cache(async (uuid: string): Promise<ReadFile> => {
  const { ctx, actor } = await loggedIn();
  const { file, sequence } = await orNotFound(showFileToWatch(ctx, actor, { uuid }));
  // A stranger sees the reduced view on the verification page only.
  if (!file.requested_by) notFound();
  return { ctx, actor, file, sequence, isRequester: file.requested_by.userId === actor.account.email };
});

/**
 * The requester's own draft, for the pages that prepare it. Redirects to the document's page once it is no longer a
 * draft.
 */
export async function readDraft(uuid: string): Promise<ReadFile> {
  const read = await readFile(uuid);
  if (!read.isRequester || statusOf(read.file.status) !== "draft") redirect(`/documents/${read.file.uuid}`);
  return read;
}

async function orNotFound<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") notFound();
    throw error;
  }
}
