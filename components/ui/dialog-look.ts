/** What dialogs, sheets and confirmations have in common. */
export const backdropLook =
  "fixed inset-0 z-40 bg-overlay transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const centredLook =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-card bg-raised shadow-popover outline-none forced-colors:border " +
  "transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0";
