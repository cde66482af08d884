/** A panel beside the pages; on a narrow window it stands at the bottom and takes at most 40 % of the height. */
export const dockLook =
  "border-hairline bg-surface p-3 outline-none lg:overflow-y-auto lg:p-4 " +
  "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[40dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-lg:shadow-popover";
