import { clsx } from "clsx";
import type { ReactNode } from "react";
import { EmptyPicture, type EmptyPictureName } from "./empty-picture";

interface EmptyStateProps {
  picture: EmptyPictureName;
  /** Says which entries the list will contain. */
  title: ReactNode;
  /** How to add the first entry. */
  body?: ReactNode;
  action?: ReactNode;
  /** Inside a card, which has a frame already. */
  isInCard?: boolean;
}

/** Placeholder of a list without entries: a picture, a line, and the one thing to do. */
export function EmptyState({ picture, title, body, action, isInCard = false }: EmptyStateProps) {
  return (
    <div
      className={clsx(
        "flex flex-col items-center px-6 text-center",
        isInCard ? "py-6" : "rounded-card border border-hairline bg-surface py-12",
      )}
    >
      <EmptyPicture name={picture} />
      <p className={clsx("mt-3", isInCard ? "text-ui font-medium" : "text-reading font-semibold")}>{title}</p>
      {body && <p className="mt-1 max-w-110 text-ui text-balance text-muted">{body}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
