"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import type { CertificateWire } from "@/lib/authority/schema";
import { CertificatePill, CertificateTimes, RevokeDialog, type RevocableCertificate } from "./certificate";

export interface CertificateSearch {
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
