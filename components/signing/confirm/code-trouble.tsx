"use client";

import { useTranslations } from "next-intl";
import { TelegramLinker } from "@/components/account/telegram-linker";
import type { ApiProblem } from "@/components/api/api-problem";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

interface CodeTroubleProps {
  problem: ApiProblem;
  isGuest: boolean;
  /** Asks for a code again. */
  onMended: () => void;
}

/** What may have passed a moment later; other refusals would be the same again. */
const passing = new Set<ApiProblem["code"]>(["connection_lost", "unavailable", "internal"]);

/** Why no code was sent, and what the signer can do about it here and now. */
export function CodeTrouble({ problem, isGuest, onMended }: CodeTroubleProps) {
  const words = useTranslations("signing.trouble");
  switch (problem.code) {
    case "phone_missing":
      return (
        <Notice tone="warning" role="alert" title={words("phoneTitle")}>
          {isGuest
            ? words("phoneGuest")
            : words.rich("phone", {
                account: (text) => (
                  <a href="/account" target="_blank" rel="noreferrer">
                    {text}
                  </a>
                ),
              })}
        </Notice>
      );
    case "chat_missing":
      return (
        <Notice
          tone="info"
          role="alert"
          title={words("chatTitle")}
          action={!isGuest && <TelegramLinker linkedAt={null} size="signer" onLinked={onMended} />}
        >
          {words(isGuest ? "chatGuest" : "chat")}
        </Notice>
      );
    case "gateway_unavailable":
      return (
        <Notice tone="warning" role="alert" title={words("gatewayTitle")}>
          {words("gateway")}
        </Notice>
      );
    default:
      return <ProblemNotice problem={problem} {...(passing.has(problem.code) ? { onRetry: onMended } : {})} />;
  }
}
