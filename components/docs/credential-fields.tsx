"use client";

import { useTranslations } from "next-intl";
import { PasswordInput } from "@/components/ui/password-input";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import type { Credential } from "./tried-call";

interface CredentialFieldsProps {
  /** Who is logged in in this browser. */
  email: string | null;
  credential: Credential;
  onChange: (credential: Credential) => void;
}

/** Chooses as whom a call is tried. What is typed stays in this page's memory. */
export function CredentialFields({ email, credential, onChange }: CredentialFieldsProps) {
  const words = useTranslations("docs.try");
  const kinds = {
    ...(email === null ? {} : { session: words("asSession", { email }) }),
    token: words("asToken"),
    password: words("asPassword"),
    nobody: words("asNobody"),
  };
  return (
    <>
      <Select
        label={words("as")}
        value={credential.kind}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange(emptyCredential(event.target.value as Credential["kind"]))}
      />
      {credential.kind === "token" && (
        <PasswordInput
          label={words("token")}
          autoComplete="off"
          required
          value={credential.token}
          onChange={(event) => onChange({ kind: "token", token: event.target.value })}
        />
      )}
      {credential.kind === "password" && (
        <>
          <TextInput
            label={words("email")}
            type="email"
            autoComplete="off"
            required
            value={credential.email}
            onChange={(event) => onChange({ ...credential, email: event.target.value })}
          />
          <PasswordInput
            label={words("password")}
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
