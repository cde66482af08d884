import type { IndirectObject } from "./objects";

const MAX_OBJECTS = 4096;
const MAX_BYTES = 4 * 1024 * 1024;

/** Objects already parsed, by the bytes they are written in: a parsed array can take thirty times as much. */
export class ObjectCache {
  private readonly objects = new Map<number, IndirectObject>();
  private bytes = 0;

  get(num: number): IndirectObject | undefined {
    return this.objects.get(num);
  }

  add(object: IndirectObject): void {
    const weight = object.value.end - object.value.start;
    if (this.objects.size >= MAX_OBJECTS || this.bytes + weight > MAX_BYTES) {
      this.objects.clear();
      this.bytes = 0;
    }
    this.objects.set(object.num, object);
    this.bytes += weight;
  }
}
