"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { browserName } from "./browser-name";

export interface SessionFacts {
  id: number;
  isCurrent: boolean;
  address: string | null;
  userAgent: string | null;
  lastSeenAt: string;
}

/** What a session is called: its browser and system, as far as they are known. */
export function useSessionName(): (session: SessionFacts) => string {
  const words = useTranslations("account.account");
  return ({ userAgent }) => {
    const { browser, system } = browserName(userAgent);
    if (browser && system) return words("sessionOn", { browser, system });
    return browser ?? system ?? words("sessionUnknown");
  };
}

export function SessionRow({ session, onEnd }: { session: SessionFacts; onEnd: () => void }) {
  const words = useTranslations("account.account");
  const name = useSessionName()(session);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0">
        <p className="font-medium">
          {name}
          {session.isCurrent && <span className="text-success"> · {words("sessionHere")}</span>}
        </p>
        <p className="text-caption text-muted wrap-anywhere">
          {words.rich("sessionFacts", {
            address: session.address ?? "?",
            seen: () => <Time at={session.lastSeenAt} />,
          })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button aria-label={words("endLabel", { name })} onClick={onEnd}>
          {words("end")}
        </Button>
      )}
    </li>
  );
}
