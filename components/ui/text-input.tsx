import { clsx } from "clsx";
import type { ComponentProps } from "react";
import type { ControlSize } from "./button";
import { Field, type FieldProps } from "./field";

export type TextInputProps = FieldProps &
  Omit<ComponentProps<"input">, "size" | "id"> & { size?: ControlSize | undefined };

export function TextInput({ label, hint, error, required, className, size = "app", ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(ids) => <input type="text" {...rest} {...ids} className={controlLook(size)} />}
    </Field>
  );
}

/** Classes of a text control. On a phone the text has 16 px, below which Safari zooms in. */
export function controlLook(size: ControlSize = "app", className?: string): string {
  return clsx(
    "w-full min-w-0 rounded-control border border-control bg-surface px-3 text-ink placeholder:text-placeholder",
    "hover:border-muted aria-invalid:border-danger [&:read-only:not(select)]:bg-canvas disabled:bg-canvas disabled:text-muted",
    size === "app" ? "h-9 text-reading sm:text-ui" : "h-11 text-reading",
    className,
  );
}

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
