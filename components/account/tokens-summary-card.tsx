import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** How many programs may act for the account, and the way to the page where tokens are made and revoked. */
export function TokensSummaryCard({ count }: { count: number }) {
  const t = useTranslations("account.account");
  return (
    <Card title={t("tokens")} actions={<ButtonLink href="/developers#tokens">{t("tokensManage")}</ButtonLink>}>
      <p className="text-ui text-muted">{t("tokensCount", { count })}</p>
    </Card>
  );
}
