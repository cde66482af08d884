import { Download } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { EraseAccountCard } from "@/components/account/erase-account";
import { AccountFrame } from "@/components/shell/section-frames";
import { buttonLook } from "@/components/ui/button";
import { Card, DangerZone } from "@/components/ui/card";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.account"))("titles.data") };
}

/** Export of the person's data, and deletion of the account. */
export default async function DataPage() {
  const { actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return (
    <AreaMessages areas={["account", "shell", "errors"]}>
      <AccountFrame current="data">
        <ExportCard />
        <DangerZone>
          <EraseAccountCard email={actor.account.email} />
        </DangerZone>
      </AccountFrame>
    </AreaMessages>
  );
}

/** Export of all data stored about a person. */
function ExportCard() {
  const t = useTranslations("account.account");
  return (
    <Card title={t("export")}>
      <p className="max-w-180 text-ui text-muted">{t("exportLead")}</p>
      <div className="mt-4">
        <a href="/api/v1/account/export" download className={buttonLook("secondary", "app")}>
          <Download aria-hidden className="size-4" />
          {t("exportButton")}
        </a>
      </div>
    </Card>
  );
}
