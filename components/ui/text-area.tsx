import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { controlLook } from "./text-input";

type TextAreaProps = FieldProps & Omit<ComponentProps<"textarea">, "id">;

/** Text of several lines, in any direction. */
export function TextArea({ label, hint, error, required, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(ids) => <textarea dir="auto" {...rest} {...ids} className={controlLook("app", "h-auto! py-2")} />}
    </Field>
  );
}
