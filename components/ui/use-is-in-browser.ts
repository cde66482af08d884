import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and until the page answers to presses; then true. The first drawing in the browser is the server's. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
