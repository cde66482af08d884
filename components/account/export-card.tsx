import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/page-link";

/** Export of all data stored about a person. */
export function ExportCard() {
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

/** The number of active tokens, and a link to the page that creates and revokes them. */
export function TokensSummaryCard({ count }: { count: number }) {
  const t = useTranslations("account.account");
  return (
    <Card title={t("tokens")} actions={<ButtonLink href="/developers#tokens">{t("tokensManage")}</ButtonLink>}>
      <p className="text-ui text-muted">{t("tokensCount", { count })}</p>
    </Card>
  );
}
