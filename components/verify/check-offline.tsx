import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";

/** How to verify a document of ours when this service is not available. */
export function CheckOffline() {
  const t = useTranslations("verify.ours.offline");
  const link = (href: string) =>
    function Link(text: React.ReactNode) {
      return (
        <a href={href} download className="underline">
          {text}
        </a>
      );
    };
  return (
    <Card title={t("title")} className="text-ui">
      <div className="flex flex-col gap-3 text-muted">
        <p>{t.rich("reader", { root: link("/pki/ca.crt") })}</p>
        <p>{t("bundle")}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <code className="min-w-0 rounded-control bg-canvas px-2 py-1 font-mono text-caption wrap-anywhere text-ink">
            {t("command")}
          </code>
          <CopyButton text={t("command")} label={t("copyCommand")} className="print:hidden" />
        </div>
        <p>{t.rich("lists", { crl: link("/pki/crl"), rootCrl: link("/pki/root.crl") })}</p>
      </div>
    </Card>
  );
}
