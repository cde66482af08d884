import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { headlineOf } from "./cause-of";
import { isRevoked } from "./is-green";
import { useSignatureName } from "./use-signature-name";
import { lookOf } from "./verdict-look";
import type { Report } from "./verification";

/** The verdict in two sentences, and what must not be overlooked beside it. */
export function VerdictBanner({ report, headingRef }: { report: Report; headingRef: Ref<HTMLHeadingElement> }) {
  const words = useTranslations("verify.verdict");
  const nameOf = useSignatureName();
  const headline = headlineOf(report);
  const revoked = report.signatures.filter(isRevoked);
  const { icon: Icon, look } = lookOf(headline, revoked.length > 0);
  return (
    <section
      className={clsx(
        "flex gap-4 rounded-card p-5 forced-colors:border print:border print:[print-color-adjust:exact]",
        look,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
      <div className="min-w-0">
        <h2 ref={headingRef} tabIndex={-1} className="text-h2 font-semibold outline-none">
          {words(`${headline}.title`, countsOf(report))}
        </h2>
        <p className="mt-1 text-ink">{words(`${headline}.body`)}</p>
        {revoked.length > 0 && (
          <p className="mt-2 font-medium wrap-anywhere text-ink">
            {words("revoked", { names: [...new Set(revoked.map((signature) => nameOf(signature)))].join(", ") })}
          </p>
        )}
      </div>
    </section>
  );
}

/** How many have signed; only the words for a document that is not completed use it. */
function countsOf({ completeness }: Report): { signed: number; prepared: number } {
  return completeness?.code === "incomplete" ? completeness : { signed: 0, prepared: 0 };
}
