import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Time } from "@/components/ui/time";
import type { LoggedRequest } from "./wire";

const looks = {
  taken: { icon: CircleCheck, look: "text-success" },
  refused: { icon: CircleAlert, look: "text-warning" },
  failed: { icon: CircleX, look: "text-danger" },
} as const;

function outcomeOf(status: number): keyof typeof looks {
  return status >= 500 ? "failed" : status >= 400 ? "refused" : "taken";
}

/** One call: what was asked, what came of it, and by what it can be found in a log elsewhere. */
export function RequestRow({
  request: { at, method, path, status, code, durationMs, requestId, token },
}: {
  request: LoggedRequest;
}) {
  const words = useTranslations("developers.requests");
  const outcome = outcomeOf(status);
  const { icon: Icon, look } = looks[outcome];
  return (
    <li className="py-2.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={clsx("inline-flex items-center gap-1 font-medium tabular-nums", look)}>
          <Icon aria-hidden className="size-4" />
          {status}
          <span className="sr-only">{words(`outcomes.${outcome}`)}</span>
        </span>
        <code dir="ltr" className="min-w-0 font-mono wrap-anywhere">
          <span className="font-semibold">{method}</span> {path}
        </code>
        {code !== null && (
          <Link
            href={`/docs/errors/${code.replaceAll("_", "-")}`}
            translate="no"
            className="inline-flex min-h-6 items-center font-mono text-primary underline"
          >
            {code}
          </Link>
        )}
      </p>
      <p className="mt-0.5 text-caption text-muted wrap-anywhere">
        <Time at={at} />
        {" · "}
        {words("duration", { ms: durationMs })}
        {" · "}
        {token ? token.name || words("tokenGone") : words("password")}
        {" · "}
        <code dir="ltr" className="font-mono">
          {requestId}
        </code>
      </p>
    </li>
  );
}
