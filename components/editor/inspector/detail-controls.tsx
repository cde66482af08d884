"use client";

import { ChevronDown } from "lucide-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { TextInput } from "@/components/ui/inputs";

interface FoldProps {
  title: string;
  isOpen?: boolean;
  onOpen?: () => void;
  children: ReactNode;
}

/** A part of the details that most fields do not need. */
export function Fold({ title, isOpen = false, onOpen, children }: FoldProps) {
  return (
    <details
      className="group/fold"
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary className="flex min-h-9 w-fit list-none items-center gap-1.5 rounded-control pe-2 text-ui font-medium">
        <ChevronDown aria-hidden className="size-4 transition-transform duration-120 not-group-open/fold:-rotate-90" />
        {title}
      </summary>
      <div className="mt-2 flex flex-col gap-3">{children}</div>
    </details>
  );
}

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
