"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { callApi } from "@/components/api/call";
import { Button, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Select, TextInput } from "@/components/ui/inputs";
import { ButtonLink } from "@/components/ui/page-link";
import { useToast } from "@/components/ui/toast";
import type { AuthorityWire, CertificateWire } from "@/lib/authority/schema";
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

interface CertificateSearch {
  q: string;
  status: string;
}

interface PeopleCertificatesProps {
  certificates: readonly CertificateWire[];
  nextCursor: number | null;
  search: CertificateSearch;
  /** The administrator's. */
  email: string;
}

const statuses = ["", "in_use", "replaced", "revoked", "expired"] as const;

/** Certificates of signing passwords, searchable by owner or serial number. */
export function PeopleCertificatesCard({ certificates, nextCursor, search, email }: PeopleCertificatesProps) {
  const t = useTranslations("administration.certificates");
  const [revoking, setRevoking] = useState<RevocableCertificate | null>(null);
  const isFiltered = search.q !== "" || search.status !== "";
  const older =
    nextCursor === null ? null : `?${new URLSearchParams({ ...search, cursor: String(nextCursor) }).toString()}`;
  return (
    <Card title={t("people")}>
      <p className="max-w-180 text-ui text-muted">{t("peopleLead")}</p>
      <form method="get" role="search" className="mt-4 flex flex-wrap items-end gap-3">
        <TextInput
          className="min-w-0 flex-1 basis-60"
          label={t("search")}
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={254}
        />
        <Select
          className="basis-40"
          label={t("state")}
          name="status"
          defaultValue={search.status}
          options={statuses.map((value) => ({ value, label: value === "" ? t("any") : t(`status.${value}`) }))}
        />
        <Button type="submit">{t("find")}</Button>
      </form>
      {certificates.length === 0 ? (
        <EmptyState
          isInCard
          picture={isFiltered ? "search" : "tokens"}
          title={t(isFiltered ? "noneFound" : "none")}
          action={isFiltered && <ButtonLink href="/administration/certificates">{t("showAll")}</ButtonLink>}
        />
      ) : (
        <ul className="mt-2 divide-y divide-hairline">
          {certificates.map((certificate) => (
            <CertificateRow key={certificate.serialNumber} certificate={certificate} onRevoke={setRevoking} />
          ))}
        </ul>
      )}
      {older && (
        <div className="mt-4">
          <ButtonLink href={older}>{t("older")}</ButtonLink>
        </div>
      )}
      {revoking && <RevokeDialog certificate={revoking} email={email} onClose={() => setRevoking(null)} />}
    </Card>
  );
}

function CertificateRow({
  certificate,
  onRevoke,
}: {
  certificate: CertificateWire;
  onRevoke: (certificate: RevocableCertificate) => void;
}) {
  const t = useTranslations("administration.certificates");
  const { kind, owner, status, serialNumber, subject } = certificate;
  const name = owner?.displayName ?? subject;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-100 flex-col gap-1.5 text-ui">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <CertificatePill status={status} />
        </p>
        {owner && !owner.erased && <p className="wrap-anywhere text-muted">{owner.email}</p>}
        <CertificateTimes certificate={certificate} />
        <p className="text-caption text-muted">
          {t("serial")} <code className="font-mono wrap-anywhere">{serialNumber}</code>
        </p>
        {kind === "act" && <p className="max-w-160 text-caption text-muted">{t("singleUse")}</p>}
      </div>
      {kind === "account" && status !== "revoked" && (
        <Button
          aria-label={t("revokeOf", { name, serial: serialNumber.slice(0, 8) })}
          onClick={() => onRevoke({ kind: "account", serialNumber, name })}
        >
          {t("revoke")}
        </Button>
      )}
    </li>
  );
}
