"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { Card } from "@/components/ui/card";
import type { AuthorityWire } from "@/lib/authority/schema";
import { CertificatePill, CertificateTimes } from "./certificate-state";
import { RevokeDialog, type RevocableCertificate } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";

/** The certificates of the service itself: what each is for, its fingerprint, and a new key in its place. */
export function AuthoritiesCard({ authorities, email }: { authorities: readonly AuthorityWire[]; email: string }) {
  const words = useTranslations("administration.certificates");
  const [revoking, setRevoking] = useState<RevocableCertificate | null>(null);
  const [rotating, setRotating] = useState<"seal" | "issuing" | null>(null);
  const download = (
    <a href="/pki/ca.crt" download className={buttonLook("secondary", "app")}>
      <Download aria-hidden className="size-4" />
      {words("download")}
    </a>
  );
  return (
    <Card title={words("own")} actions={download}>
      <p className="max-w-180 text-ui text-muted">{words("ownLead")}</p>
      <ul className="mt-2 divide-y divide-hairline">
        {authorities.map((authority) => (
          <li key={authority.sha256} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
            <AuthorityFacts authority={authority} />
            <Acts authority={authority} onRevoke={setRevoking} onRotate={setRotating} />
          </li>
        ))}
      </ul>
      {revoking && <RevokeDialog certificate={revoking} email={email} onClose={() => setRevoking(null)} />}
      {rotating && <RotateDialog kind={rotating} email={email} onClose={() => setRotating(null)} />}
    </Card>
  );
}

function AuthorityFacts({ authority }: { authority: AuthorityWire }) {
  const words = useTranslations("administration.certificates");
  const { kind, subject, sha256, status, listUrl } = authority;
  return (
    <div className="flex min-w-0 flex-1 basis-100 flex-col gap-1.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium">{words(`kind.${kind}`)}</span>
        <CertificatePill status={status} />
      </p>
      <p translate="no" className="wrap-anywhere">
        {subject}
      </p>
      <CertificateTimes certificate={authority} />
      <p className="text-caption text-muted">
        {words("fingerprint")} <code className="font-mono wrap-anywhere">{sha256}</code>
      </p>
      {listUrl && (
        <p className="text-caption text-muted">
          {words("list")}{" "}
          <a className="text-primary underline wrap-anywhere" href={listUrl}>
            {listUrl}
          </a>
        </p>
      )}
    </div>
  );
}

interface ActsProps {
  authority: AuthorityWire;
  onRevoke: (certificate: RevocableCertificate) => void;
  onRotate: (kind: "seal" | "issuing") => void;
}

/** The root stands by itself; what the operator configured is theirs. */
function Acts({ authority: { kind, status, serialNumber }, onRevoke, onRotate }: ActsProps) {
  const words = useTranslations("administration.certificates");
  if (kind === "root" || kind === "configured" || status === "revoked") return null;
  const name = words(`kind.${kind}`);
  return (
    <div className="flex flex-wrap gap-2">
      {status === "in_use" && (
        <Button aria-label={words("newKeyOf", { name })} onClick={() => onRotate(kind)}>
          {words("newKey")}
        </Button>
      )}
      <Button
        aria-label={words("revokeOf", { name, serial: serialNumber.slice(0, 8) })}
        onClick={() => onRevoke({ kind, serialNumber, name })}
      >
        {words("revoke")}
      </Button>
    </div>
  );
}
