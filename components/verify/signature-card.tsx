import { clsx } from "clsx";
import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { withoutCodeKind } from "@/lib/platform/signed-texts";
import { isSameFinding } from "./result/finding-message";
import { useFindingText, useSignatureName } from "./result/use-finding-text";
import { causeOf, stampWorth, verdictLooks } from "./result/verdict";
import { isRevoked, type SignatureRecord } from "./result/verification";
import { SignatureFacts, useProofText } from "./signature-facts";

interface SignatureCardProps {
  signature: SignatureRecord;
  all: readonly SignatureRecord[];
  /** Shows the pages that this signature covers; null if impossible. */
  onCompare: (() => void) | null;
  /** Buttons that show and save the signed version. */
  version: ReactNode;
}

/** One signature: signer, time, verdict, later changes and limits. */
export function SignatureCard({ signature, all, onCompare, version }: SignatureCardProps) {
  const t = useTranslations("verify.card");
  const nameOf = useSignatureName();
  const cause = causeOf(signature);
  const { icon: Icon, look } = verdictLooks[cause];
  const name = nameOf(signature);
  return (
    <article className="rounded-card border border-hairline bg-surface p-5">
      <header className="flex flex-wrap items-start print:break-after-avoid justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-reading font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h3>
        <p
          className={clsx(
            "inline-flex min-h-7 items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-caption font-medium",
            look,
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {t(cause)}
        </p>
      </header>
      <When signature={signature} />
      <Shown signature={signature} />
      {signature.reason && signature.role === "person" && (
        <p className="mt-1 text-ui wrap-anywhere text-muted">
          {t("reason")}: <bdi>{signature.reason}</bdi>
        </p>
      )}
      {signature.location && signature.role === "person" && (
        <p className="mt-1 text-ui wrap-anywhere text-muted">
          {t("location")}: <bdi>{signature.location}</bdi>
        </p>
      )}
      <Means signature={signature} />
      <Since signature={signature} all={all} />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">
        {version}
        {onCompare && (
          <Button
            icon={<Columns2 aria-hidden className="size-4" />}
            aria-label={t("compareName", { name })}
            onClick={onCompare}
          >
            {t("compare")}
          </Button>
        )}
      </div>
      <details className="mt-4 border-t border-hairline pt-3">
        <summary className="min-h-6 text-ui font-medium">{t("facts")}</summary>
        <SignatureFacts signature={signature} name={name} />
      </details>
    </article>
  );
}

function When({ signature }: { signature: SignatureRecord }) {
  const { kind, signedAt, timestamp, chain } = signature;
  const stamp = stampWorth(signature);
  // A claimed time takes precedence over that of an unknown authority.
  const worth = stamp === "unknown" && signedAt !== timestamp.at ? "none" : stamp;
  const t = useTranslations("verify.card");
  if (!signedAt) return <p className="mt-1 text-ui text-muted">{t("unknownTime")}</p>;
  return (
    <p className="mt-1 text-ui text-muted">
      {t(kind === "doc_timestamp" ? "stampedAt" : "signedAt")} <Time at={signedAt} className="text-ink" />.{" "}
      {worth !== "none" &&
        t(worth === "vouched" ? "byTimestamp" : "byUnknownTimestamp", {
          authority: timestamp.authority ?? "",
        })}
      {worth === "none" && kind === "signature" && t(chain === "ours" ? "byService" : "byClaim")}
      {timestamp.status === "invalid" && ` ${t("badTimestamp")}`}
    </p>
  );
}

/** How the signer was identified, as stated by this service's own authority. */
function Shown({ signature }: { signature: SignatureRecord }) {
  const t = useTranslations("verify.card");
  const proofText = useProofText();
  const { proof } = signature;
  if (!proof) return null;
  const without = withoutCodeKind(proof);
  return (
    <>
      <p className="mt-1 text-ui wrap-anywhere text-muted">
        {t("proof")}: <bdi>{proofText(proof)}</bdi>
      </p>
      {without && <p className="mt-1 text-ui font-medium">{t(`withoutCode.${without}`)}</p>}
    </>
  );
}

function Means({ signature }: { signature: SignatureRecord }) {
  const t = useTranslations("verify.means");
  const findingText = useFindingText([signature]);
  const { decidedBy, changes } = signature;
  const cause = causeOf(signature);
  // Changes are listed below, if at all.
  const key =
    cause === "modified" && changes.findings.some((found) => isSameFinding(found, decidedBy))
      ? "modified_listed"
      : cause;
  return (
    <div className="mt-3 text-ui">
      <p className="font-medium">{t("title")}</p>
      <ul className="mt-1 list-disc ps-5 text-muted">
        <li className="wrap-anywhere">{t(key, { why: findingText(decidedBy) })}</li>
        <li>{t(issuerKey(signature))}</li>
        {isRevoked(signature) && (
          <li className="text-danger">{t(signature.role === "person" ? "revoked" : "revoked_own")}</li>
        )}
      </ul>
    </div>
  );
}

/** The owner of the key, or the purpose of the signature. */
function issuerKey(signature: SignatureRecord) {
  if (signature.kind === "doc_timestamp") return stampWorth(signature) === "vouched" ? "stamp" : "stamp_unknown";
  const role = signature.role;
  if (role === "person") return signature.chain;
  return signature.verdict === "invalid" ? "broken_own" : role;
}

/** A version that ends with the file has no later changes to list. */
function Since({ signature, all }: { signature: SignatureRecord; all: readonly SignatureRecord[] }) {
  const t = useTranslations("verify.card");
  const findingText = useFindingText(all);
  const { changes, coverage } = signature;
  const lines =
    changes.findings.length > 0
      ? changes.findings.map(findingText)
      : [t(coverage === "whole_file" ? "sinceNothing" : "sinceUnknown")];
  if (changes.findings.length === 0 && coverage === "revision") return null;
  return (
    <div className="mt-3 text-ui">
      <p className="font-medium">{t("since")}</p>
      <ul className="mt-1 list-disc ps-5 text-muted">
        {[...new Set(lines)].map((line) => (
          <li key={line} className="wrap-anywhere first-letter:uppercase">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
