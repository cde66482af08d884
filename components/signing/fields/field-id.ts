/** The DOM id of a box's control. */
export function fieldId(boxId: number): string {
  return `field-${boxId}`;
}
