import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BulkView, rowStates } from "@/components/bulk/bulk-view";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import type { BulkSendWire } from "@/lib/requests/bulk/schema";
import { listBulkRows, showBulkSend } from "@/lib/requests/bulk/show";
import { forRequesters } from "../../templates/own-template";

type Props = PageProps<"/bulk-sends/[id]">;

/** The bulk send of the page, read once per request. Answers 404 to anybody but its owner. */
const readOwn = cache(async (id: string): Promise<{ ctx: Ctx; actor: AccountActor; bulkSend: BulkSendWire }> => {
  const { ctx, actor } = await forRequesters();
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  try {
    return { ctx, actor, bulkSend: await showBulkSend(ctx, actor, { id: Number(id) }) };
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readOwn((await params).id)).bulkSend.name };
}

export default async function BulkSendPage({ params, searchParams }: Props) {
  const { ctx, actor, bulkSend } = await readOwn((await params).id);
  const { state, after } = await searchParams;
  const filter = rowStates.find((known) => known === state) ?? null;
  const rows = await listBulkRows(ctx, actor, {
    id: bulkSend.id,
    state: filter ?? undefined,
    cursor: typeof after === "string" && /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined,
  });
  return (
    <AreaMessages areas={["bulk", "documents", "shell", "errors"]}>
      <BulkView bulkSend={bulkSend} rows={rows} filter={filter} />
    </AreaMessages>
  );
}
