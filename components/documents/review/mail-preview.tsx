import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { InvitationPreview } from "@/lib/file-views/schema";
import { languages } from "@/lib/locale/languages";

/** The mail as it will go out; only the secret in its link is left out. */
export function MailPreview({ mail, signerCount }: { mail: InvitationPreview; signerCount: number }) {
  const words = useTranslations("documents.review");
  return (
    <Card title={words("mail")}>
      <p className="mb-4 text-ui text-muted">{words("mailHint", { count: signerCount })}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
        <dt className="text-muted">{words("mailTo")}</dt>
        <dd className="wrap-anywhere">{mail.to}</dd>
        <dt className="text-muted">{words("mailSubject")}</dt>
        <dd lang={mail.language} className="font-medium wrap-anywhere">
          <bdi>{mail.subject}</bdi>
        </dd>
      </dl>
      <p
        lang={mail.language}
        dir={languages[mail.language].direction}
        className="mt-4 rounded-control border border-hairline bg-canvas p-4 text-ui wrap-anywhere whitespace-pre-line"
      >
        {mail.text.trim()}
      </p>
    </Card>
  );
}
