"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useAction } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";

const shownAtFirst = 5;

/** Sessions of the account; each of the others can be ended. */
export function SessionsCard({ sessions }: { sessions: readonly SessionFacts[] }) {
  const t = useTranslations("account.account");
  const nameOf = useSessionName();
  const { busy, problem, run } = useAction();
  const [ending, setEnding] = useState<SessionFacts | null>(null);
  const [isAll, setAll] = useState(false);

  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const shown = isAll ? ordered : ordered.slice(0, shownAtFirst);

  const end = ({ id }: SessionFacts) =>
    run(String(id), async () => {
      await callApi("DELETE", `/account/sessions/${id}`);
      return t("ended");
    }).then(() => setEnding(null));
  const endOthers = () =>
    run("others", async () =>
      t("endedOthers", { count: (await callApi<{ ended: number }>("DELETE", "/account/sessions")).ended }),
    );

  return (
    <Card
      title={t("sessions")}
      actions={
        sessions.length > 1 && (
          <Button busy={busy === "others"} onClick={() => void endOthers()}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <ul className="-mt-3 divide-y divide-hairline">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          {t("sessionsAll", { count: sessions.length })}
        </Button>
      )}
      {sessions.length <= 1 && <p className="mt-3 text-ui text-muted">{t("onlyHere")}</p>}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setEnding(null)}
          danger
          title={t("endTitle")}
          body={t("endBody", { name: nameOf(ending) })}
          confirmLabel={t("end")}
          onConfirm={() => end(ending)}
        />
      )}
    </Card>
  );
}

interface SessionFacts {
  id: number;
  isCurrent: boolean;
  address: string | null;
  userAgent: string | null;
  lastSeenAt: string;
}

/** Names a session by its browser and system, where known. */
function useSessionName(): (session: SessionFacts) => string {
  const t = useTranslations("account.account");
  return ({ userAgent }) => {
    const { browser, system } = browserName(userAgent);
    if (browser && system) return t("sessionOn", { browser, system });
    return browser ?? system ?? t("sessionUnknown");
  };
}

function SessionRow({ session, onEnd }: { session: SessionFacts; onEnd: () => void }) {
  const t = useTranslations("account.account");
  const name = useSessionName()(session);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0">
        <p className="font-medium">
          {name}
          {session.isCurrent && <span className="text-success"> · {t("sessionHere")}</span>}
        </p>
        <p className="text-caption text-muted wrap-anywhere">
          {t.rich("sessionFacts", {
            address: session.address ?? "?",
            seen: () => <Time at={session.lastSeenAt} />,
          })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button aria-label={t("endLabel", { name })} onClick={onEnd}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** The common name of the browser or system in a User-Agent; null if unknown. */
export function browserName(userAgent: string | null): { browser: string | null; system: string | null } {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

function firstMatch(names: readonly [RegExp, string][], userAgent: string | null): string | null {
  return names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
}
