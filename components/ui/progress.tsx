import { clsx } from "clsx";
import { useId } from "react";

interface ProgressProps {
  label: string;
  /** Null if the progress is unknown. */
  value: number | null;
  max: number;
  /** The state as text, such as "3.2 of 8.0 MB". */
  text?: string | undefined;
  className?: string | undefined;
}

export function Progress({ label, value, max, text, className }: ProgressProps) {
  const id = useId();
  const share = value === null || max <= 0 ? null : Math.min(1, Math.max(0, value / max));
  const known = share === null ? {} : { "aria-valuenow": value ?? 0, "aria-valuemin": 0, "aria-valuemax": max };
  return (
    <div className={clsx("min-w-0", className)}>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-ui">
        <span id={id} className="max-w-full truncate font-medium">
          {label}
        </span>
        {text && <span className="text-muted tabular-nums">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuetext={text}
        {...known}
        className="h-2 overflow-hidden rounded-pill border border-control bg-surface"
      >
        <div
          className={clsx(
            "h-full origin-left rtl:origin-right bg-primary forced-colors:bg-[Highlight]",
            share === null ? "w-1/3 animate-pulse" : "w-full",
          )}
          style={share === null ? undefined : { transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

/** Shows that work is in progress; the text beside it names it. With reduced motion it is a still, open ring. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={clsx("size-4 animate-spin", className)} fill="none">
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** A placeholder in the final size. Invisible for 150 ms, so that quick responses do not flicker. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={clsx("skeleton rounded-control bg-hairline", className)} />;
}
