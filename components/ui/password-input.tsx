"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { controlLook, Field, type TextInputProps } from "./inputs";

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
