import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { SignPage } from "@/components/signing/sign-page";
import { answerWithStatus, isHeadRequest, pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { linkPageStatus } from "@/lib/signing/read-signed";
import { showLinkPage } from "@/lib/views/link-page";

interface SignPageProps {
  params: Promise<{ uuid: string }>;
}

/** Title and page share one lookup, so that a miss counts once against the rate limit. */
const lookAt = cache(async (u: string) => {
  const { ctx, actor } = await pageRequest({ link: u });
  return showLinkPage(ctx, actor, { u, isOpened: !isHeadRequest() });
});

export async function generateMetadata({ params }: SignPageProps): Promise<Metadata> {
  const t = await getTranslations("signing");
  const page = await lookAt((await params).uuid);
  return {
    title: "document" in page ? `${t("title")}: ${page.document.name}` : t("title"),
    robots: { index: false, follow: false },
  };
}

export default async function Page({ params }: SignPageProps) {
  const { uuid } = await params;
  const page = await lookAt(uuid);
  const { status, retryAfterSeconds } = linkPageStatus(page);
  if (status !== 200)
    answerWithStatus(status, retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) });
  return (
    <AreaMessages areas={["signing", "signature", "attachments", "shell", "errors"]}>
      <SignPage page={page} u={uuid.toLowerCase()} />
    </AreaMessages>
  );
}
