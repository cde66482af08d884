import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignaturesForm } from "@/components/administration/signatures-form";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { getBranding } from "@/lib/administration/branding";
import { getSettings } from "@/lib/administration/settings";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.signatures"))("title"), "admin");
}

/** The look of signatures and the statements of signers. Answers 404 to anybody but administrators. */
export default async function SignaturesPage() {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration.signatures");
  const { signatureOptions } = await getSettings(ctx, actor);
  const { logoSha256 } = await getBranding(ctx, actor);
  return (
    <AreaMessages areas={["administration", "signature", "shell", "errors"]}>
      <AdministrationFrame current="signatures" title={t("title")} lead={t("lead")}>
        <SignaturesForm options={signatureOptions} hasLogo={logoSha256 !== null} />
      </AdministrationFrame>
    </AreaMessages>
  );
}
