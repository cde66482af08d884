import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { CheckOffline, PublicFile } from "@/components/verify/public-file";
import { VerifyPanel } from "@/components/verify/verify-panel";
import { answerWithStatus, pageRequest } from "@/lib/api/http/page-request";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import type { FileWire } from "@/lib/views/schema";
import { showFileByUuid } from "@/lib/views/show";

interface VerifyFileProps {
  params: Promise<{ uuid: string }>;
}

/** The public facts of a document; null if there is none. `isMine`: the visitor may download it. */
const lookAt = cache(async (uuid: string): Promise<{ file: FileWire | null; isMine: boolean }> => {
  const { ctx, actor } = await pageRequest();
  const file = await orNull(ctx, { kind: "public" }, uuid);
  const own = file && actor.kind === "account" ? await orNull(ctx, actor, uuid) : null;
  return { file, isMine: own?.file !== undefined };
});

async function orNull(ctx: Ctx, actor: Actor, uuid: string): Promise<FileWire | null> {
  try {
    return await showFileByUuid(ctx, actor, { uuid });
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

export async function generateMetadata({ params }: VerifyFileProps): Promise<Metadata> {
  const t = await getTranslations("verify");
  const { file } = await lookAt((await params).uuid);
  return { title: file ? `${t("title")}: ${file.name}` : t("title"), robots: { index: false, follow: false } };
}

/** Verifies a document of this instance by the number that is printed on it or in its evidence document. */
export default async function Page({ params }: VerifyFileProps) {
  const { file, isMine } = await lookAt((await params).uuid);
  if (!file) answerWithStatus(404);
  return (
    <AreaMessages areas={["verify", "shell", "errors"]}>
      {file ? <Known file={file} isMine={isMine} /> : <Missing />}
    </AreaMessages>
  );
}

async function Known({ file, isMine }: { file: FileWire; isMine: boolean }) {
  const t = await getTranslations("verify.ours");
  return (
    <>
      <div className="mx-auto max-w-180">
        <PublicFile file={file} />
        <h2 className="mt-10 text-h2 font-semibold">{t("check")}</h2>
        <p className="mt-1 mb-4 text-muted print:hidden">{t("checkBody")}</p>
      </div>
      <VerifyPanel
        {...(file.files ? {} : { expected: { uuid: file.uuid, current: file.sha256, original: file.originalSha256 } })}
        storedName={isMine && !file.files ? file.name : undefined}
      />
      <div className="mx-auto mt-10 max-w-180">
        <CheckOffline />
      </div>
    </>
  );
}

/** The same for a draft, a deleted document and a mistyped number. A PDF can be verified in any case. */
async function Missing() {
  const t = await getTranslations("verify.ours.missing");
  return (
    <>
      <div className="mx-auto max-w-180">
        <PageHeader title={t("title")} />
        <p className="mb-6 -mt-3 text-muted">{t("body")}</p>
      </div>
      <VerifyPanel />
    </>
  );
}
