import { clsx } from "clsx";
import { useId, type ComponentProps, type ReactNode } from "react";

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
