import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EraseForm } from "@/components/account/erase-account";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { DangerZone } from "@/components/ui/card";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.erasure"))("title"), "admin");
}

/** Erases a person. Answers 404 to anybody but administrators. */
export default async function ErasurePage() {
  const { actor } = await administratorRequest();
  const t = await getTranslations("administration");
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="erasure" title={t("erasure.title")} lead={t("erasure.lead")}>
        <DangerZone>
          <EraseForm email={actor.account.email} />
        </DangerZone>
      </AdministrationFrame>
    </AreaMessages>
  );
}
