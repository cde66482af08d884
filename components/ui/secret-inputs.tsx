"use client";

import { useTranslations } from "next-intl";
import { useState, type ComponentProps } from "react";
import type { ControlSize } from "./button";
import { controlLook, Field, type FieldProps, type TextInputProps } from "./inputs";

type PasswordInputProps = Omit<TextInputProps, "type" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password" | "off";
};

/** A password input with a Show button; pasting and password managers work. */
export function PasswordInput({ label, hint, error, required, className, size = "app", ...rest }: PasswordInputProps) {
  const t = useTranslations("shell.password");
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(ids) => (
        <span className="relative flex">
          <input
            {...rest}
            {...ids}
            type={isShown ? "text" : "password"}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            className={controlLook(size, "pe-20")}
          />
          <button
            type="button"
            aria-label={t(isShown ? "hideLabel" : "showLabel")}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 rounded-control border-4 border-transparent bg-clip-padding px-3 text-ui font-medium text-primary hover:bg-primary-tint hover:text-on-primary-tint"
          >
            {isShown ? t("hide") : t("show")}
          </button>
        </span>
      )}
    </Field>
  );
}

interface CodeInputProps
  extends FieldProps, Omit<ComponentProps<"input">, "size" | "id" | "value" | "onChange" | "required" | "className"> {
  value: string;
  onChange: (digits: string) => void;
  /** Called with the sixth digit, by typing, paste or autofill. */
  onComplete?: ((code: string) => void) | undefined;
  size?: ControlSize | undefined;
}

/** A one-time code in a single input, so that paste, autofill and screen readers work (WCAG 3.3.8). */
export function CodeInput({
  label,
  hint,
  error,
  required,
  className,
  value,
  onChange,
  onComplete,
  size = "signer",
  ...rest
}: CodeInputProps) {
  function take(text: string) {
    const digits = codeDigits(text);
    onChange(digits);
    if (digits.length === codeLength && digits !== value) onComplete?.(digits);
  }
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => take(event.target.value)}
          className={controlLook(
            size,
            "max-w-44 ps-[calc(0.75rem+0.3em)] text-center font-mono text-h2! tracking-code tabular-nums",
          )}
        />
      )}
    </Field>
  );
}

const codeLength = 6;

/** At most six ASCII digits of typed or pasted text: "123 456", "１２３-４５６" and "Code: 123456" give the same code. */
export function codeDigits(text: string): string {
  return text.normalize("NFKC").replace(/\D/g, "").slice(0, codeLength);
}
