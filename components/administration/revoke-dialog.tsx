"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { GraveDialog } from "@/components/account/grave-dialog";
import { callApi } from "@/components/api/call";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { CertificateWire } from "@/lib/authority/schema";

export interface RevocableCertificate {
  kind: "account" | "seal" | "issuing";
  serialNumber: string;
  /** Whose it is, as people read it. */
  name: string;
}

const reasons: Record<RevocableCertificate["kind"], readonly NonNullable<CertificateWire["revocationReason"]>[]> = {
  account: ["unspecified", "keyCompromise", "affiliationChanged", "superseded", "cessationOfOperation"],
  seal: ["unspecified", "keyCompromise", "superseded", "cessationOfOperation"],
  issuing: ["unspecified", "keyCompromise", "cACompromise", "superseded", "cessationOfOperation"],
};

/** Names the certificate, says what follows, asks for the reason. */
export function RevokeDialog({
  certificate,
  email,
  onClose,
}: {
  certificate: RevocableCertificate;
  email: string;
  onClose: () => void;
}) {
  const words = useTranslations("administration.certificates");
  const router = useRouter();
  const toast = useToast();
  const { kind, serialNumber, name } = certificate;
  const [reason, setReason] = useState("");
  async function revoke() {
    await callApi("POST", `/admin/certificates/${serialNumber}/revoke`, { json: { reason } });
    toast(words("revoked"));
    onClose();
    router.refresh();
  }
  return (
    <GraveDialog
      danger
      title={words(`revokeTitle.${kind}`, { name })}
      description={words(`revokeBody.${kind}`)}
      email={email}
      confirmLabel={words("revoke")}
      disabled={reason === ""}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p className="font-mono text-caption wrap-anywhere text-muted">{serialNumber}</p>
      <Select
        label={words("reasonLabel")}
        hint={words("reasonHint")}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        options={[
          { value: "", label: words("reasonChoose"), disabled: true },
          ...reasons[kind].map((value) => ({ value, label: words(`reason.${value}`) })),
        ]}
      />
    </GraveDialog>
  );
}
