import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { languages } from "@/lib/platform/locale/languages";
import type { InvitationPreview } from "@/lib/views/schema";

/** The e-mail as it will be sent, except for the secret in its link. */
export function MailPreview({ mail, signerCount }: { mail: InvitationPreview; signerCount: number }) {
  const t = useTranslations("documents.review");
  return (
    <Card title={t("mail")}>
      <p className="mb-4 text-ui text-muted">{t("mailHint", { count: signerCount })}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
        <dt className="text-muted">{t("mailTo")}</dt>
        <dd className="wrap-anywhere">{mail.to}</dd>
        <dt className="text-muted">{t("mailSubject")}</dt>
        <dd lang={languages[mail.language].tag} className="font-medium wrap-anywhere">
          <bdi>{mail.subject}</bdi>
        </dd>
      </dl>
      <p
        lang={languages[mail.language].tag}
        dir={languages[mail.language].direction}
        className="mt-4 rounded-control border border-hairline bg-canvas p-4 text-ui wrap-anywhere whitespace-pre-line"
      >
        {mail.text.trim()}
      </p>
    </Card>
  );
}
