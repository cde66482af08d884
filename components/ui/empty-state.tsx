import { clsx } from "clsx";
import type { ReactNode } from "react";

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

/** Placeholder of a list without entries: a picture, a line, and one action. */
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

/** Drawn in the tokens of the theme: sheets with faint lines, and one part in the primary colour. */
const pictures = {
  documents: (
    <>
      <Sheet x={26} y={20} turn={-8} />
      <Sheet x={46} y={12} turn={4} />
      <path d="M60 62c4-7 7-8 8-4s-2 7 1 6 5-6 8-5 2 4 6 2" className={accent()} />
    </>
  ),
  toSign: (
    <>
      <Sheet x={36} y={10} />
      <path d="M46 60h28" className={faint()} />
      <path d="m60 58 4-11 22-22 7 7-22 22z" className="fill-primary-tint stroke-primary" strokeLinejoin="round" />
      <path d="m82 29 7 7" className={accent()} />
    </>
  ),
  waiting: (
    <>
      <Sheet x={32} y={12} />
      <circle cx="80" cy="58" r="15" className="fill-primary-tint stroke-primary" />
      <path d="M80 49v9l6 4" className={accent()} />
    </>
  ),
  done: (
    <>
      <Sheet x={32} y={12} />
      <circle cx="80" cy="58" r="15" className="fill-primary-tint stroke-primary" />
      <path d="m73 58 5 5 9-10" className={accent()} />
    </>
  ),
  search: (
    <>
      <Sheet x={30} y={12} />
      <circle cx="74" cy="50" r="14" className="fill-raised stroke-primary" />
      <path d="m84 60 11 11" className={accent()} />
    </>
  ),
  messages: (
    <>
      <rect x="28" y="24" width="64" height="46" rx="5" className="fill-raised stroke-control" />
      <path d="m29 28 31 24 31-24" className={faint()} />
      <circle cx="90" cy="26" r="9" className="fill-primary" />
    </>
  ),
  webhooks: (
    <>
      <path d="M40 58 58 32m12 0 14 24M46 64h30" className={faint()} />
      <circle cx="64" cy="24" r="11" className="fill-primary-tint stroke-primary" />
      <circle cx="35" cy="65" r="11" className="fill-raised stroke-control" />
      <circle cx="88" cy="65" r="11" className="fill-raised stroke-control" />
    </>
  ),
  tokens: (
    <>
      <rect x="22" y="26" width="76" height="42" rx="5" className="fill-raised stroke-control" />
      <path d="M34 58h16m6 0h10" className={faint()} />
      <circle cx="44" cy="43" r="7" className="fill-primary-tint stroke-primary" />
      <path d="M51 43h25v6m-8-6v4" className={accent()} />
    </>
  ),
  calls: (
    <>
      <rect x="22" y="16" width="76" height="56" rx="5" className="fill-raised stroke-control" />
      <path d="M22 28h76" className={faint()} />
      <path d="m33 40 7 6-7 6" className={accent()} />
      <path d="M46 54h18" className={faint()} />
    </>
  ),
  people: (
    <>
      <circle cx="46" cy="36" r="11" className="fill-raised stroke-control" />
      <path d="M26 70c1-13 9-19 20-19s19 6 20 19z" className="fill-raised stroke-control" strokeLinejoin="round" />
      <circle cx="78" cy="42" r="9" className="fill-primary-tint stroke-primary" />
      <path
        d="M72 70c0-8 0-9-2-13 2-2 5-2 8-2 9 0 15 5 16 15z"
        className="fill-primary-tint stroke-primary"
        strokeLinejoin="round"
      />
    </>
  ),
  history: (
    <>
      <path d="M42 20v50" className={faint()} />
      <path d="M56 26h34M56 46h24M56 66h30" className={faint()} />
      <circle cx="42" cy="26" r="6" className="fill-primary-tint stroke-primary" />
      <circle cx="42" cy="46" r="6" className="fill-raised stroke-control" />
      <circle cx="42" cy="66" r="6" className="fill-raised stroke-control" />
    </>
  ),
} satisfies Record<string, ReactNode>;

type EmptyPictureName = keyof typeof pictures;

export function EmptyPicture({ name }: { name: EmptyPictureName }) {
  return (
    <svg aria-hidden viewBox="0 0 120 88" fill="none" strokeWidth="2" className="h-22 w-30 forced-colors:hidden">
      {pictures[name]}
    </svg>
  );
}

function Sheet({ x, y, turn = 0 }: { x: number; y: number; turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn} 24 32)`}>
      <rect width="48" height="64" rx="4" className="fill-raised stroke-control" />
      <path d="M10 14h18M10 23h28M10 31h24" className={faint()} />
    </g>
  );
}

function accent(): string {
  return "stroke-primary [stroke-linecap:round] [stroke-linejoin:round]";
}

function faint(): string {
  return "stroke-control [stroke-linecap:round] opacity-60";
}
