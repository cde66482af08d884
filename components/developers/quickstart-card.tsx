"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/docs/code-block";
import { Prose } from "@/components/docs/prose";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { withToken, withValues, type QuickstartStep } from "./quickstart-steps";

interface QuickstartCardProps {
  steps: readonly QuickstartStep[];
  values: Readonly<Record<string, string>>;
  token: string | null;
}

/** docs/quickstart.md with the values of this server and account. */
export function QuickstartCard({ steps, values, token }: QuickstartCardProps) {
  const words = useTranslations("developers");
  return (
    <Card title={words("quickstart.title")} id="quickstart">
      <p className="max-w-180 text-ui text-muted">
        {words("quickstart.lead")} {token !== null && words("quickstart.withToken")}
      </p>
      <ol lang="en" dir="ltr" className="mt-4 flex flex-col gap-6">
        {steps.map((step) => {
          const { title, text, code } = token === null ? step : withToken(step, token);
          const shown = withValues(code, values);
          return (
            <li key={title} className="min-w-0">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 mb-2 max-w-180 text-ui text-muted">
                <Prose text={text.replaceAll("**", "")} />
              </p>
              <CodeBlock label={title} code={shown} action={<CopyButton text={shown} label={words("copy")} />} />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
