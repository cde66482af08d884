"use client";

import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { controlLook, Field, Select, TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { CodeBlock } from "./code-block";
import {
  callOf,
  curlOf,
  sendCall,
  valueKey,
  type Credential,
  type ParameterView,
  type TriedAnswer,
} from "./operation-view";

interface TryItProps {
  method: string;
  path: string;
  isBelowBase: boolean;
  parameters: readonly ParameterView[];
  bodyKind: "json" | "pdf" | "file" | null;
  bodyExample: string;
  email: string | null;
  origin: string;
}

/** A form that really calls the operation. */
export function TryIt({ bodyKind, bodyExample, email, origin, ...operation }: TryItProps) {
  const t = useTranslations("docs.try");
  const [credential, setCredential] = useState<Credential>(email === null ? { kind: "nobody" } : { kind: "session" });
  const [values, setValues] = useState<Record<string, string>>({});
  const [json, setJson] = useState(bodyExample);
  const [pdf, setPdf] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TriedAnswer | "lost" | null>(null);
  const body =
    bodyKind === "json"
      ? { type: "application/json", content: json }
      : bodyKind !== null && pdf
        ? { type: bodyKind === "pdf" ? "application/pdf" : "application/octet-stream", content: pdf }
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
    <Card title={t("title")} id="try">
      <p className="mb-4 text-ui text-muted">{t("warning")}</p>
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
          <Field label={t("body")}>
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
        {(bodyKind === "pdf" || bodyKind === "file") && (
          <Field label={t(bodyKind)} required>
            {(ids) => (
              <input
                {...ids}
                type="file"
                accept={bodyKind === "pdf" ? "application/pdf" : undefined}
                onChange={(event) => setPdf(event.target.files?.[0] ?? null)}
                className="min-h-9 text-ui"
              />
            )}
          </Field>
        )}
        <div>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("send")}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{answer && <TriedAnswerView answer={answer} />}</div>
      <CodeBlock
        className="mt-6"
        label={t("curl")}
        code={curlOf(call, origin)}
        action={<CopyButton text={curlOf(call, origin)} label={t("copy")} />}
      />
    </Card>
  );
}

/** The response: status, body, headers. Shows images and offers other binary bodies for download. */
function TriedAnswerView({ answer }: { answer: TriedAnswer | "lost" }) {
  const t = useTranslations("docs.try");
  if (answer === "lost")
    return (
      <Notice tone="danger" className="mt-4">
        {t("lost")}
      </Notice>
    );
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="text-ui font-semibold">
        {t("answer")}:{" "}
        <span className={answer.status < 400 ? "text-success" : "text-danger"}>
          {t("status", { status: String(answer.status), ms: answer.ms })}
        </span>
      </p>
      {answer.text !== null && <CodeBlock label={t("answer")} code={answer.text} />}
      {answer.url && <AnsweredBytes url={answer.url} type={answer.type} size={answer.size} />}
      {answer.size === 0 && <p className="text-ui text-muted">{t("empty")}</p>}
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
  const t = useTranslations("docs.try");
  return (
    <div className="text-ui">
      {type.startsWith("image/") && (
        <img src={url} alt={t("picture")} className="mb-2 max-h-80 max-w-full border border-hairline" />
      )}
      <p>
        {t("bytes", { type, size })} ·{" "}
        <a href={url} download="answer" className="text-primary underline">
          {t("save")}
        </a>
      </p>
    </div>
  );
}

interface CredentialFieldsProps {
  /** The account that this browser is logged in to. */
  email: string | null;
  credential: Credential;
  onChange: (credential: Credential) => void;
}

/** Chooses the credential of the call. Entered secrets stay in this page's memory. */
function CredentialFields({ email, credential, onChange }: CredentialFieldsProps) {
  const t = useTranslations("docs.try");
  const kinds = {
    ...(email === null ? {} : { session: t("asSession", { email }) }),
    token: t("asToken"),
    password: t("asPassword"),
    nobody: t("asNobody"),
  };
  return (
    <>
      <Select
        label={t("as")}
        value={credential.kind}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange(emptyCredential(event.target.value as Credential["kind"]))}
      />
      {credential.kind === "token" && (
        <PasswordInput
          label={t("token")}
          autoComplete="off"
          required
          value={credential.token}
          onChange={(event) => onChange({ kind: "token", token: event.target.value })}
        />
      )}
      {credential.kind === "password" && (
        <>
          <TextInput
            label={t("email")}
            type="email"
            autoComplete="off"
            required
            value={credential.email}
            onChange={(event) => onChange({ ...credential, email: event.target.value })}
          />
          <PasswordInput
            label={t("password")}
            autoComplete="off"
            required
            value={credential.password}
            onChange={(event) => onChange({ ...credential, password: event.target.value })}
          />
        </>
      )}
    </>
  );
}

function emptyCredential(kind: Credential["kind"]): Credential {
  if (kind === "token") return { kind, token: "" };
  return kind === "password" ? { kind, email: "", password: "" } : { kind };
}
