import { clsx } from "clsx";

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
