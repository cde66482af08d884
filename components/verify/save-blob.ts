/** Hands the browser bytes to keep under a name, as if they had been downloaded. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads it after this task is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
