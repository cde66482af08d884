import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { DocumentEditor, type DocumentEditorProps } from "@/components/editor/document-editor";
import { loggedIn } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { listFields } from "@/lib/documents/fields/list";
import { pagesOf } from "@/lib/documents/pages";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { listEnvelopeFields } from "@/lib/requests/envelopes/fields";
import { showFileByUuid } from "@/lib/views/show";

export async function generateMetadata({ params }: PageProps<"/documents/[uuid]/edit">): Promise<Metadata> {
  const { ctx, actor } = await loggedIn();
  const file = await ownFile(ctx, actor, (await params).uuid);
  return { title: (await getTranslations("editor"))("title", { name: file.name }) };
}

/** `place` is the signing request that still lacks a field; the review links here with it. */
export default async function EditPage({ params, searchParams }: PageProps<"/documents/[uuid]/edit">) {
  const { ctx, actor } = await loggedIn();
  const editor = await readEditor(ctx, actor, (await params).uuid);
  return (
    <AreaMessages areas={["editor", "upload", "shell", "errors"]}>
      <DocumentEditor {...editor} placeFor={Number((await searchParams)["place"]) || null} />
    </AreaMessages>
  );
}

async function readEditor(ctx: Ctx, actor: AccountActor, uuid: string): Promise<Omit<DocumentEditorProps, "placeFor">> {
  const file = await ownFile(ctx, actor, uuid);
  const isEnvelope = file.kind === "envelope";
  const [{ signers, upload, files, envelope }, { data: elements }] = await Promise.all([
    showFileByUuid(ctx, actor, { uuid }),
    isEnvelope ? listEnvelopeFields(ctx, actor, { uuid }) : listFields(ctx, actor, { uuid }),
  ]);
  if (envelope) redirect(`/documents/${envelope}/edit`);
  return {
    fileUuid: file.uuid,
    name: file.name,
    pages: pagesOf(file).map(({ page, width, height }) => ({ page, width, height })),
    files: files?.map((part) => ({
      uuid: part.uuid,
      name: part.name,
      firstPage: part.firstPage,
      pages: part.pages,
    })),
    fields: elements,
    signers: signers.flatMap(({ signRequestId, displayName, role, signingOrder }, index) =>
      role === "signer" ? [{ signRequestId, number: index + 1, name: displayName, step: signingOrder }] : [],
    ),
    isReleased: file.status !== "draft",
    isSignedUpload: file.alreadySigned,
    upload,
  };
}

/** Only the requester places fields. Answers 404 to anybody else. */
async function ownFile(ctx: Ctx, actor: AccountActor, uuid: string) {
  try {
    return await getOwnFile(ctx, actor, { uuid: toUuid(uuid) });
  } catch (error) {
    if (
      error instanceof DomainError &&
      (error.code === "not_found" || error.code === "forbidden" || error.code === "validation_failed")
    )
      notFound();
    throw error;
  }
}
