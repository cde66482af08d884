"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import type { ConflictChoice, OthersChanges } from "./merge-boxes";
import { conflictNoticeId, type Saving } from "./use-saving";

interface ConflictNoticeProps {
  changes: OthersChanges;
  resolve: Saving["resolve"];
}

const choices = ["both", "theirs", "mine"] as const satisfies readonly ConflictChoice[];

/** Two people, or two windows, changed the fields at once: says what the other did, and asks what stays. Nothing is lost before that. */
export function ConflictNotice({ changes, resolve }: ConflictNoticeProps) {
  const t = useTranslations("editor.conflict");
  const list = useFormatter().list;
  const announce = useAnnounce();
  const hint = useId();
  const { run, boxActs } = useEditor();
  function choose(choice: ConflictChoice): void {
    const kept = resolve(choice);
    if (!kept) return;
    run({ kind: "replace", elements: kept });
    boxActs.leave();
    announce(t(`done.${choice}`, { count: kept.length }));
  }
  const done = (["added", "changed", "removed"] as const)
    .filter((what) => changes[what] > 0)
    .map((what) => t(`changes.${what}`, { count: changes[what] }));
  return (
    <div id={conflictNoticeId} tabIndex={-1} className="rounded-card">
      <Notice
        tone="warning"
        role="alert"
        title={t("title", { changes: list(done) })}
        action={choices.map((choice) => (
          <Button
            key={choice}
            variant={choice === "both" ? "primary" : "secondary"}
            aria-describedby={`${hint}-${choice}`}
            onClick={() => choose(choice)}
          >
            {t(`choose.${choice}`)}
          </Button>
        ))}
      >
        <p>{t("notSaved")}</p>
        <ul className="mt-1 list-disc ps-4">
          {choices.map((choice) => (
            <li key={choice} id={`${hint}-${choice}`}>
              {t(`means.${choice}`)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
