import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";

/** How many programs may act for the account, and the way to the page where tokens are made and revoked. */
export function TokensSummaryCard({ count }: { count: number }) {
  const words = useTranslations("account.account");
  return (
    <Card title={words("tokens")} actions={<ButtonLink href="/developers#tokens">{words("tokensManage")}</ButtonLink>}>
      <p className="text-ui text-muted">{words("tokensCount", { count })}</p>
    </Card>
  );
}
