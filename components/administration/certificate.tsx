"use client";

import { Ban, CircleCheck, History, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { callApi } from "@/components/api/call";
import { Select } from "@/components/ui/inputs";
import { Pill, type PillLook } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { CertificateWire } from "@/lib/authority/schema";

type State = CertificateWire["status"];

const looks: Record<State, PillLook> = {
  in_use: { icon: CircleCheck, tone: "success" },
  replaced: { icon: History, tone: "neutral" },
  revoked: { icon: Ban, tone: "danger" },
  expired: { icon: Hourglass, tone: "warning" },
};

export function CertificatePill({ status }: { status: State }) {
  const t = useTranslations("administration.certificates.status");
  return <Pill {...looks[status]}>{t(status)}</Pill>;
}

type Dated = Pick<CertificateWire, "notBefore" | "notAfter" | "replacedAt" | "revokedAt" | "revocationReason">;

/** Validity period, and when and why the certificate was revoked. */
export function CertificateTimes({ certificate }: { certificate: Dated }) {
  const t = useTranslations("administration.certificates");
  const { notBefore, notAfter, replacedAt, revokedAt, revocationReason } = certificate;
  return (
    <p className="text-caption text-muted">
      {t.rich("validity", {
        from: () => <Time at={notBefore} dayOnly />,
        to: () => <Time at={notAfter} dayOnly />,
      })}
      {replacedAt && (
        <>
          {" · "}
          {t.rich("replacedAt", { at: () => <Time at={replacedAt} /> })}
        </>
      )}
      {revokedAt && revocationReason && (
        <>
          {" · "}
          {t.rich("revokedAt", { at: () => <Time at={revokedAt} />, reason: t(`reason.${revocationReason}`) })}
        </>
      )}
    </p>
  );
}

export interface RevocableCertificate {
  kind: "account" | "seal" | "issuing";
  serialNumber: string;
  /** The certificate's owner, as shown in the list. */
  name: string;
}

const reasons: Record<RevocableCertificate["kind"], readonly NonNullable<CertificateWire["revocationReason"]>[]> = {
  account: ["unspecified", "keyCompromise", "affiliationChanged", "superseded", "cessationOfOperation"],
  seal: ["unspecified", "keyCompromise", "superseded", "cessationOfOperation"],
  issuing: ["unspecified", "keyCompromise", "cACompromise", "superseded", "cessationOfOperation"],
};

/** Names the certificate, explains the effect and asks for a reason. */
export function RevokeDialog({
  certificate,
  email,
  onClose,
}: {
  certificate: RevocableCertificate;
  email: string;
  onClose: () => void;
}) {
  const t = useTranslations("administration.certificates");
  const router = useRouter();
  const toast = useToast();
  const { kind, serialNumber, name } = certificate;
  const [reason, setReason] = useState("");
  async function revoke() {
    await callApi("POST", `/admin/certificates/${serialNumber}/revoke`, { json: { reason } });
    toast(t("revoked"));
    onClose();
    router.refresh();
  }
  return (
    <ReauthDialog
      danger
      title={t(`revokeTitle.${kind}`, { name })}
      description={t(`revokeBody.${kind}`)}
      email={email}
      confirmLabel={t("revoke")}
      disabled={reason === ""}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p className="font-mono text-caption wrap-anywhere text-muted">{serialNumber}</p>
      <Select
        label={t("reasonLabel")}
        hint={t("reasonHint")}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        options={[
          { value: "", label: t("reasonChoose"), disabled: true },
          ...reasons[kind].map((value) => ({ value, label: t(`reason.${value}`) })),
        ]}
      />
    </ReauthDialog>
  );
}
