"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { CodeBlock } from "./code-block";
import type { TriedAnswer } from "./send-call";

/** What came back: its status, what it says, its headers. Bytes are shown when they are a picture, and can be saved. */
export function TriedAnswerView({ answer }: { answer: TriedAnswer | "lost" }) {
  const words = useTranslations("docs.try");
  if (answer === "lost")
    return (
      <Notice tone="danger" className="mt-4">
        {words("lost")}
      </Notice>
    );
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="text-ui font-semibold">
        {words("answer")}:{" "}
        <span className={answer.status < 400 ? "text-success" : "text-danger"}>
          {words("status", { status: String(answer.status), ms: answer.ms })}
        </span>
      </p>
      {answer.text !== null && <CodeBlock label={words("answer")} code={answer.text} />}
      {answer.url && <AnsweredBytes url={answer.url} type={answer.type} size={answer.size} />}
      {answer.size === 0 && <p className="text-ui text-muted">{words("empty")}</p>}
      <ul className="text-caption wrap-anywhere text-muted">
        {answer.headers
          .filter(([name]) => shownHeaders.test(name))
          .map(([name, value]) => (
            <li key={name}>
              <code className="font-mono">
                {name}: {value}
              </code>
            </li>
          ))}
      </ul>
    </div>
  );
}

const shownHeaders = /^(x-request-id|ratelimit|retry-after|etag|idempotent-replayed|content-type|content-disposition)/;

function AnsweredBytes({ url, type, size }: { url: string; type: string; size: number }) {
  const words = useTranslations("docs.try");
  return (
    <div className="text-ui">
      {/* eslint-disable-next-line @next/next/no-img-element -- it is in this page's memory, not on a server */}
      {type.startsWith("image/") && (
        <img src={url} alt={words("picture")} className="mb-2 max-h-80 max-w-full border border-hairline" />
      )}
      <p>
        {words("bytes", { type, size })} ·{" "}
        <a href={url} download="answer" className="text-primary underline">
          {words("save")}
        </a>
      </p>
    </div>
  );
}
