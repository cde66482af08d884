import { Ban, CircleCheck, History, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill, type PillLook } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
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
