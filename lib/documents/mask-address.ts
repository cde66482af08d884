/** `b…@x.org`: enough to recognise one's own address, not enough to learn another's. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
}

/** A person's name for strangers: an address that stands for a name, or inside one, is masked. */
export function maskName(name: string): string {
  return name.replace(/[^\s<>()[\],;:"@]+@[^\s<>()[\],;:"@]+/gu, maskAddress);
}
