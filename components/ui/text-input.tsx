import type { ComponentProps } from "react";
import type { ControlSize } from "./button-look";
import { controlLook } from "./control-look";
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
