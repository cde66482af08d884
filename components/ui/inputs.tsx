import { clsx } from "clsx";
import { ChevronDown, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, type ComponentProps, type ReactNode } from "react";
import type { ControlSize } from "./button";

export interface FieldIds {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** True marks it required, false shows "optional" beside the label, undefined shows neither. */
  required?: boolean | undefined;
  className?: string | undefined;
}

/** A labelled control with hint and error; the child sets the IDs on the control. */
export function Field({
  label,
  hint,
  error,
  required,
  className,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const t = useTranslations("shell.field");
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const ids: FieldIds = {
    id,
    ...(described ? { "aria-describedby": described } : {}),
    ...(error ? { "aria-invalid": true } : {}),
    ...(required === undefined ? {} : { required }),
  };
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-ui font-medium text-ink">
        {label}
        {required === false && <span className="font-normal text-muted"> {t("optional")}</span>}
      </label>
      {children(ids)}
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-caption text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

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

/** Text of several lines, in any direction. Grows with its text in browsers that support it. */
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

/** The select without a label, for places that need no visible one. */
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

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "id"> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={clsx("flex items-start gap-2.5", className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="my-0.5 size-5 shrink-0 tick-look"
      />
      <div className="min-w-0">
        <label htmlFor={id} className={clsx("block min-h-6 text-body", rest.disabled && "text-muted")}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-caption text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
