"use client";

import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlLook } from "@/components/ui/control-look";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { CodeBlock } from "./code-block";
import { CredentialFields } from "./credential-fields";
import type { ParameterView } from "./operation-view";
import { sendCall, type TriedAnswer } from "./send-call";
import { TriedAnswerView } from "./tried-answer-view";
import { callOf, curlOf, valueKey, type Credential } from "./tried-call";

export interface TryItProps {
  method: string;
  path: string;
  isBelowBase: boolean;
  parameters: readonly ParameterView[];
  bodyKind: "json" | "pdf" | null;
  bodyExample: string;
  email: string | null;
  origin: string;
}

/** One operation, called for real from its own page. */
export function TryIt({ bodyKind, bodyExample, email, origin, ...operation }: TryItProps) {
  const words = useTranslations("docs.try");
  const [credential, setCredential] = useState<Credential>(email === null ? { kind: "nobody" } : { kind: "session" });
  const [values, setValues] = useState<Record<string, string>>({});
  const [json, setJson] = useState(bodyExample);
  const [pdf, setPdf] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TriedAnswer | "lost" | null>(null);
  const body =
    bodyKind === "json"
      ? { type: "application/json", content: json }
      : bodyKind === "pdf" && pdf
        ? { type: "application/pdf", content: pdf }
        : null;
  const call = callOf({ ...operation, values, body, credential });

  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    if (answer !== null && answer !== "lost" && answer.url !== null) URL.revokeObjectURL(answer.url);
    setAnswer(await sendCall(call).catch(() => "lost" as const));
    setBusy(false);
  }

  return (
    <Card title={words("title")} id="try">
      <p className="mb-4 text-ui text-muted">{words("warning")}</p>
      <form onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <CredentialFields email={email} credential={credential} onChange={setCredential} />
          {operation.parameters.map((parameter) => (
            <TextInput
              key={valueKey(parameter)}
              label={<code className="font-mono">{parameter.name}</code>}
              required={parameter.required}
              placeholder={parameter.example ?? ""}
              autoComplete="off"
              value={values[valueKey(parameter)] ?? ""}
              onChange={(event) => setValues({ ...values, [valueKey(parameter)]: event.target.value })}
            />
          ))}
        </div>
        {bodyKind === "json" && (
          <Field label={words("body")}>
            {(ids) => (
              <textarea
                {...ids}
                rows={10}
                spellCheck={false}
                value={json}
                onChange={(event) => setJson(event.target.value)}
                className={controlLook("app", "h-auto! py-2 font-mono")}
              />
            )}
          </Field>
        )}
        {bodyKind === "pdf" && (
          <Field label={words("pdf")} required>
            {(ids) => (
              <input
                {...ids}
                type="file"
                accept="application/pdf"
                onChange={(event) => setPdf(event.target.files?.[0] ?? null)}
                className="min-h-9 text-ui"
              />
            )}
          </Field>
        )}
        <div>
          <Button type="submit" variant="primary" busy={isBusy}>
            {words("send")}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{answer && <TriedAnswerView answer={answer} />}</div>
      <CodeBlock
        className="mt-6"
        label={words("curl")}
        code={curlOf(call, origin)}
        action={<CopyButton text={curlOf(call, origin)} label={words("copy")} />}
      />
    </Card>
  );
}
