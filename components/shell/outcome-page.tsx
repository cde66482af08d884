import type { ReactNode } from "react";

interface OutcomePageProps {
  icon?: ReactNode;
  title: ReactNode;
  body?: ReactNode;
  /** A small line below: a request id, a time. */
  note?: ReactNode;
  /** What to do next. */
  children?: ReactNode;
}

/** A page that says one thing: how it stands, what was kept, what comes next. */
export function OutcomePage({ icon, title, body, note, children }: OutcomePageProps) {
  return (
    <div className="mx-auto flex max-w-140 flex-col items-start py-8 sm:py-14">
      {icon && <span aria-hidden className="mb-5 inline-flex size-12 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint [&_svg]:size-6">{icon}</span>}
      <h1 className="text-h1 font-semibold text-balance">{title}</h1>
      {body && <div className="mt-3 text-reading text-muted">{body}</div>}
      {children && <div className="mt-7 flex flex-wrap gap-3">{children}</div>}
      {note && <div className="mt-8 text-caption wrap-anywhere text-muted">{note}</div>}
    </div>
  );
}
