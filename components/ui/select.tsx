import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import type { ControlSize } from "./button";
import { Field, type FieldProps } from "./field";
import { controlLook } from "./text-input";

export interface SelectOption {
  value: string;
  label: string;
  /** Language of the label, if it differs from the page's; "" if unknown, as for names. */
  lang?: string | undefined;
  disabled?: boolean | undefined;
}

type SelectProps = FieldProps &
  Omit<ComponentProps<"select">, "size" | "id" | "children"> & {
    options: readonly SelectOption[];
    size?: ControlSize | undefined;
  };

/** A native select: operable everywhere, with the phone's own picker. */
export function Select({ label, hint, error, required, className, options, size = "app", ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(ids) => <SelectBox {...rest} {...ids} options={options} size={size} />}
    </Field>
  );
}

type SelectBoxProps = Pick<SelectProps, "options" | "size"> & Omit<ComponentProps<"select">, "size" | "children">;

/** The select without its label, for a place that needs none in sight. */
export function SelectBox({ options, size = "app", className, ...rest }: SelectBoxProps) {
  return (
    <span className={clsx("relative flex", className)}>
      <select {...rest} className={controlLook(size, "appearance-none pe-9 text-ellipsis")}>
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
