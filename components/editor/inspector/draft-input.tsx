"use client";

import { useState, type ComponentProps, type ReactNode } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { TextInput } from "@/components/ui/inputs";

interface DraftInputProps extends Pick<
  ComponentProps<"input">,
  "inputMode" | "type" | "onFocus" | "maxLength" | "dir"
> {
  label: string;
  hint?: ReactNode;
  placeholder?: string | undefined;
  /** The stored value, as text. */
  value: string;
  /** The fault of a text; null if it can be stored. */
  check: (text: string) => string | null;
  onCommit: (text: string) => void;
  /** Says that it is optional, where its neighbours are not. */
  saysOptional?: boolean;
}

/** A text input that stores what is typed as soon as it is valid, and keeps what is not until it is corrected or left. */
export function DraftInput({ label, hint, value, check, onCommit, saysOptional = false, ...rest }: DraftInputProps) {
  const { isLocked } = useEditor();
  const [draft, setDraft] = useState<string | null>(null);
  const error = draft === null ? null : check(draft);
  return (
    <TextInput
      {...rest}
      label={label}
      hint={hint}
      {...(saysOptional ? { required: false } : {})}
      autoComplete="off"
      disabled={isLocked}
      value={draft ?? value}
      error={error ?? undefined}
      onChange={({ target }) => {
        setDraft(target.value);
        if (check(target.value) === null) onCommit(target.value);
      }}
      onBlur={() => {
        if (error === null) setDraft(null);
      }}
    />
  );
}
