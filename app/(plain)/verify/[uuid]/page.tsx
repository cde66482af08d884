import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { PublicFile } from "@/components/verify/public-file";
import { VerifyPanel } from "@/components/verify/verify-panel";
import { DomainError } from "@/lib/errors";
import { showFileByUuid } from "@/lib/file-views/show";
import { answerWithStatus, pageRequest } from "@/lib/http/page-request";
import { AreaMessages } from "@/lib/locale/area-messages";

interface VerifyFileProps {
  params: Promise<{ uuid: string }>;
}

/** What anybody may know of a document: who looks makes no difference here. Null where there is none. */
const lookAt = cache(async (uuid: string) => {
  const { ctx } = await pageRequest();
  try {
    return await showFileByUuid(ctx, { kind: "public" }, { uuid });
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: VerifyFileProps): Promise<Metadata> {
  const words = await getTranslations("verify");
  const file = await lookAt((await params).uuid);
  return { title: file ? `${words("title")}: ${file.name}` : words("title"), robots: { index: false, follow: false } };
}

/** A document of ours by its number, as printed on it or in its evidence. */
export default async function Page({ params }: VerifyFileProps) {
  const file = await lookAt((await params).uuid);
  if (!file) answerWithStatus(404);
  const words = await getTranslations("verify.ours");
  return (
    <AreaMessages areas={["verify", "shell", "errors"]}>
      <div className="mx-auto max-w-180">
        {file ? (
          <>
            <PublicFile file={file} />
            <h2 className="mt-10 text-h2 font-semibold">{words("check")}</h2>
            <p className="mt-1 mb-4 text-muted">{words("checkBody")}</p>
            <VerifyPanel expected={{ current: file.sha256, original: file.originalSha256 }} />
          </>
        ) : (
          <>
            <PageHeader title={words("missing.title")} />
            <p className="mb-6 text-muted">{words("missing.body")}</p>
            <ButtonLink href="/verify" variant="primary" size="signer">{words("missing.action")}</ButtonLink>
          </>
        )}
      </div>
    </AreaMessages>
  );
}
