import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { OpeningPage } from "@/components/signing/states/opening-page";
import { logInPath, pageRequest } from "@/lib/http/page-request";
import { leadOn } from "@/lib/identification/lead-on";
import { AreaMessages } from "@/lib/locale/area-messages";

interface ToPageProps {
  params: Promise<{ uuid: string; signRequestId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const words = await getTranslations("signing");
  return { title: words("opening.heading"), robots: { index: false, follow: false } };
}

/** What a requester may pass on: no secret. It leads the signer to their own link, and is the same page for everybody else and every place. */
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
