import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";

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
