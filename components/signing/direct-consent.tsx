import { useTranslations } from "next-intl";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkPage } from "@/lib/signing/schema";

type SigningState = Extract<LinkPage, { state: "signing" }>;

/** As whom the signer signs and the consent, above a button that signs at once. */
export function DirectConsent({ page: { document, signer, withoutCode } }: { page: SigningState }) {
  const t = useTranslations("signing");
  return (
    <p className="text-caption text-muted">
      <span className="wrap-anywhere">
        {t("panel.asWhom", {
          role: document.role,
          by: withoutCode?.by ?? "link",
          name: isolate(signer.name),
          email: signer.email,
        })}
      </span>{" "}
      {document.role === "signer" && <span lang={t("confirm.consentLanguage")}>{t("confirm.consent")}</span>}
    </p>
  );
}
