import { clsx } from "clsx";
import { useTranslations } from "next-intl";

const steps = [
  ["document", ""],
  ["signers", "/signers"],
  ["fields", "/edit"],
  ["review", "/review"],
] as const;

interface RequestStepsProps {
  uuid: string;
  current: "signers" | "fields" | "review";
  /** Called instead of following the link, for pages that have to save first. */
  onLeave?: ((href: string) => void) | undefined;
  /** Shows only the number of the other steps in a window below `xl`, instead of below `sm`. */
  isCompact?: boolean;
  className?: string;
}

/** Steps of a request. Each loads as a full page, so that Back never shows an outdated copy. */
export function RequestSteps({ uuid, current, onLeave, isCompact = false, className }: RequestStepsProps) {
  const t = useTranslations("shell.requestSteps");
  return (
    <nav aria-label={t("label")} className={className}>
      <ol className="flex items-center text-ui">
        {steps.map(([step, path], index) => {
          const href = `/documents/${uuid}${path}`;
          const isHere = step === current;
          return (
            <li key={step} className="flex items-center">
              {index > 0 && <span aria-hidden className="mx-0.5 h-px w-3 bg-control" />}
              <a
                href={href}
                aria-current={isHere ? "step" : undefined}
                className={clsx(
                  "inline-flex min-h-8 items-center gap-1.5 rounded-control px-1.5",
                  isHere ? "font-semibold text-ink" : "text-muted hover:text-ink",
                )}
                onClick={(event) => {
                  if (!onLeave || event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  if (!isHere) onLeave(href);
                }}
              >
                <span
                  className={clsx(
                    "inline-flex size-5 items-center justify-center rounded-pill text-caption tabular-nums",
                    isHere ? "bg-primary text-on-primary" : "border border-control",
                  )}
                >
                  {index + 1}
                </span>
                <span className={clsx(!isHere && (isCompact ? "max-xl:sr-only" : "max-sm:sr-only"))}>{t(step)}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
