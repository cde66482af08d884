import { clsx } from "clsx";
import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { causeOf } from "./cause-of";
import { commonName, proofIn } from "./common-name";
import { isRevoked } from "./is-green";
import { SignatureFacts } from "./signature-facts";
import { roleOf } from "./signature-role";
import { stampWorth } from "./stamp-worth";
import { useChangeWords } from "./use-change-words";
import { useSignatureName } from "./use-signature-name";
import { verdictLooks } from "./verdict-look";
import type { SignatureRecord } from "./verification";

interface SignatureCardProps {
  signature: SignatureRecord;
  all: readonly SignatureRecord[];
  /** Shows the pages as this signature saw them; null where that cannot be. */
  onCompare: (() => void) | null;
  /** Buttons that show and save what was signed. */
  version: ReactNode;
}

/** One signature: who, when, what it is worth, what came after it, what it does not say. */
export function SignatureCard({ signature, all, onCompare, version }: SignatureCardProps) {
  const words = useTranslations("verify.card");
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
          {words(cause)}
        </p>
      </header>
      <When signature={signature} />
      <Shown signature={signature} />
      {signature.reason && roleOf(signature) === "person" && (
        <p className="mt-1 text-ui wrap-anywhere text-muted">
          {words("reason")}: <bdi>{signature.reason}</bdi>
        </p>
      )}
      <Means signature={signature} />
      <Since signature={signature} all={all} />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">
        {version}
        {onCompare && (
          <Button
            icon={<Columns2 aria-hidden className="size-4" />}
            aria-label={words("compareName", { name })}
            onClick={onCompare}
          >
            {words("compare")}
          </Button>
        )}
      </div>
      <details className="mt-4 border-t border-hairline pt-3">
        <summary className="min-h-6 text-ui font-medium">{words("facts")}</summary>
        <SignatureFacts signature={signature} name={name} />
      </details>
    </article>
  );
}

function When({ signature }: { signature: SignatureRecord }) {
  const { kind, signedAt, timestamp, chain } = signature;
  const worth = stampWorth(signature);
  const words = useTranslations("verify.card");
  if (!signedAt) return <p className="mt-1 text-ui text-muted">{words("unknownTime")}</p>;
  return (
    <p className="mt-1 text-ui text-muted">
      {words(kind === "doc_timestamp" ? "stampedAt" : "signedAt")} <Time at={signedAt} className="text-ink" />.{" "}
      {worth !== "none" &&
        words(worth === "vouched" ? "byTimestamp" : "byUnknownTimestamp", {
          authority: commonName(timestamp.authority ?? ""),
        })}
      {worth === "none" && kind === "signature" && words(chain === "ours" ? "byService" : "byClaim")}
      {timestamp.status === "invalid" && ` ${words("badTimestamp")}`}
    </p>
  );
}

/** How the signer was recognised, by the word of this service's own authority. */
function Shown({ signature }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.card");
  const proof =
    signature.chain === "ours" && signature.cms.status === "valid" && signature.signer
      ? proofIn(signature.signer.subject)
      : null;
  return proof ? (
    <p className="mt-1 text-ui wrap-anywhere text-muted">
      {words("proof")}: <bdi lang="en">{proof}</bdi>
    </p>
  ) : null;
}

function Means({ signature }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.means");
  const changeWords = useChangeWords([signature]);
  const { explanation, changes } = signature;
  const cause = causeOf(signature);
  // What changed is told below, where it is told at all.
  const key = cause === "modified" && changes.items.includes(explanation) ? "modified_listed" : cause;
  return (
    <div className="mt-3 text-ui">
      <p className="font-medium">{words("title")}</p>
      <ul className="mt-1 list-disc ps-5 text-muted">
        <li className="wrap-anywhere">{words(key, { why: changeWords(explanation) })}</li>
        <li>{words(issuerKey(signature))}</li>
        {isRevoked(signature) && (
          <li className="text-danger">{words(roleOf(signature) === "person" ? "revoked" : "revoked_own")}</li>
        )}
      </ul>
    </div>
  );
}

/** Whose key it is, or what the signature was for. */
function issuerKey(signature: SignatureRecord) {
  if (signature.kind === "doc_timestamp") return stampWorth(signature) === "vouched" ? "stamp" : "stamp_unknown";
  const role = roleOf(signature);
  if (role === "person") return signature.chain;
  return signature.verdict === "invalid" ? "broken_own" : role;
}

/** A version that ends with the file needs no list: what came later is nothing. */
function Since({ signature, all }: { signature: SignatureRecord; all: readonly SignatureRecord[] }) {
  const words = useTranslations("verify.card");
  const changeWords = useChangeWords(all);
  const { changes, coverage } = signature;
  const lines =
    changes.items.length > 0
      ? changes.items.map(changeWords)
      : [words(coverage === "whole_file" ? "sinceNothing" : "sinceUnknown")];
  if (changes.items.length === 0 && coverage === "revision") return null;
  return (
    <div className="mt-3 text-ui">
      <p className="font-medium">{words("since")}</p>
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
