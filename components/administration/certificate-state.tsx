import { clsx } from "clsx";
import { Ban, CircleCheck, History, Hourglass, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import type { CertificateWire } from "@/lib/authority/schema";

type State = CertificateWire["status"];

const looks: Record<State, { icon: LucideIcon; look: string }> = {
  in_use: { icon: CircleCheck, look: "bg-success-tint text-on-success-tint border-transparent" },
  replaced: { icon: History, look: "bg-canvas text-muted border-hairline" },
  revoked: { icon: Ban, look: "bg-danger-tint text-on-danger-tint border-transparent" },
  expired: { icon: Hourglass, look: "bg-warning-tint text-on-warning-tint border-transparent" },
};

/** Icon and text; the colour only repeats them. */
export function CertificatePill({ status }: { status: State }) {
  const t = useTranslations("administration.certificates.status");
  const { icon: Icon, look } = looks[status];
  return (
    <span
      className={clsx(
        "inline-flex h-6 items-center gap-1.5 rounded-pill border px-2.5 text-caption font-medium whitespace-nowrap",
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(status)}
    </span>
  );
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
