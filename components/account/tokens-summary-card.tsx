import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** The number of active tokens, and a link to the page that creates and revokes them. */
export function TokensSummaryCard({ count }: { count: number }) {
  const t = useTranslations("account.account");
  return (
    <Card title={t("tokens")} actions={<ButtonLink href="/developers#tokens">{t("tokensManage")}</ButtonLink>}>
      <p className="text-ui text-muted">{t("tokensCount", { count })}</p>
    </Card>
  );
}
