import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DocumentView } from "@/components/documents/document-view";
import { showHistory } from "@/lib/file-views/history";
import { showProgress } from "@/lib/file-views/progress";
import { AreaMessages } from "@/lib/locale/area-messages";
import { readFile } from "./read-file";

type Props = PageProps<"/documents/[uuid]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readFile((await params).uuid);
  return { title: file.name };
}

export default async function DocumentPage({ params, searchParams }: Props) {
  const { ctx, actor, file, isRequester } = await readFile((await params).uuid);
  const { canSign, signerFileUuid } = file.settings;
  if (!isRequester && canSign && signerFileUuid) redirect(`/sign/${signerFileUuid}`);
  const progress = await showProgress(ctx, actor, { uuid: file.uuid });
  const history = isRequester ? await showHistory(ctx, actor, { uuid: file.uuid }) : [];
  return (
    <AreaMessages areas={["documents", "shell", "errors"]}>
      <DocumentView file={file} progress={progress} isRequester={isRequester} history={history} now={await ctx.now()} wasJustSent={(await searchParams).sent === "1"} />
    </AreaMessages>
  );
}
