import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BrandingForm } from "@/components/administration/branding-form";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { getBranding, toBrandingWire } from "@/lib/administration/branding";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.branding"))("title"), "admin");
}

/** The look of the service. Answers 404 to anybody but administrators. */
export default async function BrandingPage() {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration.branding");
  const branding = toBrandingWire(await getBranding(ctx, actor));
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="branding" title={t("title")} lead={t("lead")}>
        <BrandingForm branding={branding} email={actor.account.email} />
      </AdministrationFrame>
    </AreaMessages>
  );
}
