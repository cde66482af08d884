import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { controlLook } from "./text-input";

type TextAreaProps = FieldProps & Omit<ComponentProps<"textarea">, "id">;

/** Text of several lines, in any direction; grows with it where the browser can. */
export function TextArea({ label, hint, error, required, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(ids) => (
        <textarea
          dir="auto"
          {...rest}
          {...ids}
          style={{ minHeight: `calc(${rest.rows ?? 2}lh + 1.125rem)` }}
          className={controlLook("app", "h-auto! max-h-100 field-sizing-content py-2")}
        />
      )}
    </Field>
  );
}
