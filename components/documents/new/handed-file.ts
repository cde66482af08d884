let handed: File | null = null;

/** Keeps a file that was dropped or chosen on one page for the next one; a full load of a page forgets it. */
export function handOver(file: File): void {
  handed = file;
}

/** The file that the page before handed over, once. */
export function takeHandedFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
