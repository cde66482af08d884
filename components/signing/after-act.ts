/** Set by an act of this tab, so that the page that comes of it takes the focus, and a page that was merely opened does not. */
let isAfterAct = false;

export function noteAct(): void {
  isAfterAct = true;
}

/** True once after each act. */
export function takeAct(): boolean {
  const was = isAfterAct;
  isAfterAct = false;
  return was;
}
