"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { callApi } from "@/components/api/call";
import { Button, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useToast } from "@/components/ui/toast";
import type { AuthorityWire } from "@/lib/authority/schema";
import { CertificatePill, CertificateTimes, RevokeDialog, type RevocableCertificate } from "./certificate";

/** The service's own certificates: purpose, fingerprint and key rotation. */
export function AuthoritiesCard({ authorities, email }: { authorities: readonly AuthorityWire[]; email: string }) {
  const t = useTranslations("administration.certificates");
  const [revoking, setRevoking] = useState<RevocableCertificate | null>(null);
  const [rotating, setRotating] = useState<"seal" | "issuing" | null>(null);
  const download = (
    <a href="/pki/ca.crt" download className={buttonLook("secondary", "app")}>
      <Download aria-hidden className="size-4" />
      {t("download")}
    </a>
  );
  return (
    <Card title={t("own")} actions={download}>
      <p className="max-w-180 text-ui text-muted">{t("ownLead")}</p>
      <ul className="mt-2 divide-y divide-hairline">
        {authorities.map((authority) => (
          <li key={authority.sha256} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
            <AuthorityFacts authority={authority} />
            <AuthorityActions authority={authority} onRevoke={setRevoking} onRotate={setRotating} />
          </li>
        ))}
      </ul>
      {revoking && <RevokeDialog certificate={revoking} email={email} onClose={() => setRevoking(null)} />}
      {rotating && <RotateDialog kind={rotating} email={email} onClose={() => setRotating(null)} />}
    </Card>
  );
}

function AuthorityFacts({ authority }: { authority: AuthorityWire }) {
  const t = useTranslations("administration.certificates");
  const { kind, subject, sha256, status, listUrl } = authority;
  return (
    <div className="flex min-w-0 flex-1 basis-100 flex-col gap-1.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium">{t(`kind.${kind}`)}</span>
        <CertificatePill status={status} />
      </p>
      <p translate="no" className="wrap-anywhere">
        {subject}
      </p>
      <CertificateTimes certificate={authority} />
      <p className="text-caption text-muted">
        {t("fingerprint")} <code className="font-mono wrap-anywhere">{sha256}</code>
      </p>
      {listUrl && (
        <p className="text-caption text-muted">
          {t("list")}{" "}
          <a className="text-primary underline wrap-anywhere" href={listUrl}>
            {listUrl}
          </a>
        </p>
      )}
    </div>
  );
}

interface AuthorityActionsProps {
  authority: AuthorityWire;
  onRevoke: (certificate: RevocableCertificate) => void;
  onRotate: (kind: "seal" | "issuing") => void;
}

/** The root is never rotated, and the operator manages the certificates that come from configuration. */
function AuthorityActions({ authority: { kind, status, serialNumber }, onRevoke, onRotate }: AuthorityActionsProps) {
  const t = useTranslations("administration.certificates");
  if (kind === "root" || kind === "configured" || status === "revoked") return null;
  const name = t(`kind.${kind}`);
  return (
    <div className="flex flex-wrap gap-2">
      {status === "in_use" && (
        <Button aria-label={t("newKeyOf", { name })} onClick={() => onRotate(kind)}>
          {t("newKey")}
        </Button>
      )}
      <Button
        aria-label={t("revokeOf", { name, serial: serialNumber.slice(0, 8) })}
        onClick={() => onRevoke({ kind, serialNumber, name })}
      >
        {t("revoke")}
      </Button>
    </div>
  );
}

/** Rotates the seal or the issuing authority, after explaining the effect. */
function RotateDialog({ kind, email, onClose }: { kind: "seal" | "issuing"; email: string; onClose: () => void }) {
  const t = useTranslations("administration.certificates.rotate");
  const router = useRouter();
  const toast = useToast();
  async function rotate() {
    await callApi("POST", "/admin/authorities/rotate", { json: { key: kind } });
    toast(t("done"));
    onClose();
    router.refresh();
  }
  return (
    <ReauthDialog
      title={t(`${kind}.title`)}
      description={t(`${kind}.body`)}
      email={email}
      confirmLabel={t("confirm")}
      onConfirm={rotate}
      onClose={onClose}
    />
  );
}
