import type { IndirectObject } from "./objects";

const MAX_OBJECTS = 4096;
const MAX_BYTES = 4 * 1024 * 1024;

/** Objects already parsed, by the bytes they are written in: a parsed array can take thirty times as much. */
export class ObjectCache {
  private readonly objects = new Map<number, IndirectObject>();
  private bytes = 0;

  get(key: number): IndirectObject | undefined {
    return this.objects.get(key);
  }

  /** Under its number or its offset, as its owner asks for it. */
  add(key: number, object: IndirectObject): void {
    const weight = object.value.end - object.value.start;
    if (this.objects.size >= MAX_OBJECTS || this.bytes + weight > MAX_BYTES) {
      this.objects.clear();
      this.bytes = 0;
    }
    this.objects.set(key, object);
    this.bytes += weight;
  }
}
