import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import { changesOf } from "./changes-of";
import { commonName } from "./common-name";
import { SignatureFacts } from "./signature-facts";
import { roleOf } from "./signature-role";
import { useSignatureName } from "./use-signature-name";
import { verdictLooks } from "./verdict-look";
import type { SignatureRecord } from "./verification";

/** One signature: who, when, what it is worth, what it does not say. */
export function SignatureCard({ signature, all }: { signature: SignatureRecord; all: readonly SignatureRecord[] }) {
  const words = useTranslations("verify.card");
  const nameOf = useSignatureName();
  const { icon: Icon, look } = verdictLooks[signature.verdict];
  return (
    <article className="rounded-card border border-hairline bg-surface p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-reading font-semibold wrap-anywhere">{nameOf(signature)}</h3>
        <p className={clsx("inline-flex min-h-7 items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-caption font-medium", look)}>
          <Icon aria-hidden className="size-4 shrink-0" />
          {words(signature.verdict)}
        </p>
      </header>
      <When signature={signature} />
      {signature.reason && roleOf(signature) === "person" && <p className="mt-1 text-ui wrap-anywhere text-muted">{words("reason")}: {signature.reason}</p>}
      <Means signature={signature} />
      {signature.changes.items.length > 0 && (
        <div className="mt-3 text-ui">
          <p className="font-medium">{words("changes")}</p>
          <ul className="mt-1 list-disc pl-5 text-muted">{changesOf(signature, all, nameOf).map((item) => <li key={item} className="wrap-anywhere">{item}</li>)}</ul>
        </div>
      )}
      <details className="mt-4 border-t border-hairline pt-3">
        <summary className="min-h-6 text-ui font-medium">{words("facts")}</summary>
        <SignatureFacts signature={signature} />
      </details>
    </article>
  );
}

function When({ signature: { kind, signedAt, timestamp, chain } }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.card");
  if (!signedAt) return <p className="mt-1 text-ui text-muted">{words("unknownTime")}</p>;
  return (
    <p className="mt-1 text-ui text-muted">
      {words(kind === "doc_timestamp" ? "stampedAt" : "signedAt")} <Time at={signedAt} className="text-ink" />.{" "}
      {timestamp.status === "valid" && words("byTimestamp", { authority: commonName(timestamp.authority ?? "") })}
      {timestamp.status !== "valid" && kind === "signature" && words(chain === "ours" ? "byService" : "byClaim")}
      {timestamp.status === "invalid" && ` ${words("badTimestamp")}`}
    </p>
  );
}

function Means({ signature }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.means");
  const { verdict, chain, explanation } = signature;
  const role = roleOf(signature);
  return (
    <div className="mt-3 text-ui">
      <p className="font-medium">{words("title")}</p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        <li>{words(verdict, { why: explanation })}</li>
        <li>{words(role === "person" ? chain : role)}</li>
      </ul>
    </div>
  );
}
