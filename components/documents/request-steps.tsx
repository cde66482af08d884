import { clsx } from "clsx";
import { useTranslations } from "next-intl";

const steps = [
  ["signers", "signers"],
  ["boxes", "edit"],
  ["review", "review"],
] as const;

/** Steps of a request. Each loads as a full page, so that Back never shows an outdated copy. */
export function RequestSteps({ uuid, current }: { uuid: string; current: (typeof steps)[number][0] }) {
  const t = useTranslations("documents.steps");
  return (
    <nav aria-label={t("label")} className="mb-4">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-ui">
        {steps.map(([step, path], index) => (
          <li key={step} className="flex items-center gap-1">
            {index > 0 && <span aria-hidden className="mx-1 h-px w-4 bg-control" />}
            <a
              href={`/documents/${uuid}/${path}`}
              aria-current={step === current ? "step" : undefined}
              className={clsx(
                "inline-flex min-h-8 items-center gap-1.5 rounded-control px-1.5",
                step === current ? "font-semibold text-ink" : "text-muted hover:text-ink",
              )}
            >
              <span
                className={clsx(
                  "inline-flex size-5 items-center justify-center rounded-pill text-caption tabular-nums",
                  step === current ? "bg-primary text-on-primary" : "border border-control",
                )}
              >
                {index + 1}
              </span>
              {t(step)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
