import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/components/ui/page-header";
import { VerifyPanel } from "@/components/verify/verify-panel";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("verify");
  return { title: t("title") };
}

/** Verifies any PDF, from this instance or not: who signed it, and whether the signatures hold. */
export default async function Page() {
  const t = await getTranslations("verify");
  return (
    <AreaMessages areas={["verify", "shell", "errors"]}>
      <div className="mx-auto max-w-180">
        <PageHeader title={t("title")} />
        <p className="mb-6 -mt-3 text-muted print:hidden">{t("lead")}</p>
      </div>
      <VerifyPanel />
    </AreaMessages>
  );
}
