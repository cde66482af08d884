import { Check, Clock, X, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { SignerMark } from "@/components/ui/signer-mark";
import type { DashboardSigner } from "@/lib/file-views/schema";

const shownAtMost = 5;

const signs: Partial<Record<DashboardSigner["status"], { icon: LucideIcon; look: string }>> = {
  pending: { icon: Clock, look: "bg-info text-surface" },
  signed: { icon: Check, look: "bg-success text-surface" },
  declined: { icon: X, look: "bg-danger text-surface" },
  cancelled: { icon: X, look: "bg-danger text-surface" },
  expired: { icon: X, look: "bg-warning text-surface" },
};

/** The signers of a document as numbered marks, each with its state. */
export function SignerMarks({ signers }: { signers: readonly DashboardSigner[] }) {
  const words = useTranslations("documents.list");
  const status = useTranslations("documents.signerStatus");
  if (signers.length === 0) return <span />;
  // One more mark takes no more room than saying that there is one more.
  const shown = signers.length === shownAtMost + 1 ? signers : signers.slice(0, shownAtMost);
  const hidden = signers.length - shown.length;
  return (
    <ul aria-label={words("signers")} className="flex flex-wrap items-center gap-x-1.5 gap-y-2">
      {shown.map((signer, index) => (
        <li
          key={index}
          title={words("signer", { name: signer.name, status: status(signer.status) })}
          className="relative inline-flex"
        >
          <SignerMark number={index + 1} />
          <Sign status={signer.status} />
          <span className="sr-only">{words("signer", { name: signer.name, status: status(signer.status) })}</span>
        </li>
      ))}
      {hidden > 0 && <li className="text-caption text-muted">{words("more", { count: hidden })}</li>}
    </ul>
  );
}

function Sign({ status }: { status: DashboardSigner["status"] }) {
  const sign = signs[status];
  if (!sign) return null;
  const Icon = sign.icon;
  return (
    <span
      aria-hidden
      className={`absolute -end-1 -bottom-1 inline-flex size-3.5 items-center justify-center rounded-pill ring-2 ring-surface ${sign.look}`}
    >
      <Icon className="size-2.5" strokeWidth={3} />
    </span>
  );
}
