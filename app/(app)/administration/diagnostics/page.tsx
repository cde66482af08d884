import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DiagnosticsReport } from "@/components/administration/diagnostics/diagnostics-report";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { describeDiagnostics } from "@/lib/administration/diagnostics/describe";
import { administratorRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("administration.diagnostics"))("title") };
}

/** A report for support, to copy or download. Answers 404 to anybody but administrators. */
export default async function DiagnosticsPage() {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="diagnostics" title={t("diagnostics.title")} lead={t("diagnostics.lead")}>
        <DiagnosticsReport report={await describeDiagnostics(ctx, actor)} />
      </AdministrationFrame>
    </AreaMessages>
  );
}
