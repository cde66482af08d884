import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { OpeningPage } from "@/components/signing/identify/identify-step";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { leadOn } from "@/lib/signing/identification/open-by-code";

interface ToPageProps {
  params: Promise<{ uuid: string; signRequestId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signing");
  return { title: t("opening.heading"), robots: { index: false, follow: false } };
}

/**
 * The shareable link contains no secret. It redirects signers to their own sign link, and shows everybody else the same
 * page for every document.
 */
export default async function Page({ params }: ToPageProps) {
  const place = await params;
  const { ctx, actor } = await pageRequest({ fileUuid: place.uuid });
  const link = await leadOn(ctx, actor, place);
  if (link !== null) redirect(`/sign/${link}`);
  return (
    <AreaMessages areas={["signing", "shell", "errors"]}>
      <OpeningPage
        path={`/sign/to/${encodeURIComponent(place.uuid)}/${encodeURIComponent(place.signRequestId)}`}
        logInPath={logInPath()}
        loggedInAs={actor.kind === "account" ? actor.account.email : null}
      />
    </AreaMessages>
  );
}
