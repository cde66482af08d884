import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GatewaysList } from "@/components/administration/gateways/gateways-list";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { listGateways } from "@/lib/administration/gateways";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.gateways"))("title"), "admin");
}

/** The gateways that send messages, each with a test. Answers 404 to anybody but administrators. */
export default async function GatewaysPage() {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  return (
    <AreaMessages areas={["administration", "account", "shell", "errors"]}>
      <AdministrationFrame current="gateways" title={t("gateways.title")} lead={t("gateways.lead")}>
        <div className="max-w-240">
          <GatewaysList gateways={await listGateways(ctx, actor)} />
        </div>
      </AdministrationFrame>
    </AreaMessages>
  );
}
