import { clsx } from "clsx";
import type { ReactNode } from "react";

interface CodeBlockProps {
  /** Accessible name of the block, which is focusable so that the keyboard can scroll it sideways. */
  label: string;
  code: string;
  /** Shown above the block beside its action, in place of the label. */
  caption?: string;
  action?: ReactNode;
  className?: string | undefined;
}

/** A block of program text. */
export function CodeBlock({ label, code, caption = label, action, className }: CodeBlockProps) {
  return (
    <div className={clsx("min-w-0 overflow-hidden rounded-card border border-hairline bg-surface", className)}>
      {action && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-hairline px-3 py-2">
          <span className="text-caption font-medium text-muted">{caption}</span>
          {action}
        </div>
      )}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-120 overflow-auto p-3 font-mono text-caption leading-5 -outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}

/** Text from the API description; parts in backticks are rendered as code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-code wrap-anywhere text-ink">
        {part}
      </code>
    ),
  );
}

const looks: Readonly<Record<string, string>> = {
  GET: "bg-info-tint text-on-info-tint",
  POST: "bg-success-tint text-on-success-tint",
  DELETE: "bg-danger-tint text-on-danger-tint",
};

export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={clsx(
        "inline-flex h-6 w-16 shrink-0 items-center justify-center rounded-control font-mono text-caption font-semibold",
        looks[method] ?? "bg-warning-tint text-on-warning-tint",
      )}
    >
      {method}
    </span>
  );
}
