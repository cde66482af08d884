import type { IndirectObject } from "@/lib/pdf/objects";

const MAX_OBJECTS = 4096;
const MAX_BYTES = 16 * 1024 * 1024;

/** Objects already parsed. Their windows are what weighs, so bytes are counted as well as objects. */
export class ObjectCache {
  private readonly objects = new Map<number, IndirectObject>();
  private bytes = 0;

  get(num: number): IndirectObject | undefined {
    return this.objects.get(num);
  }

  add(object: IndirectObject): void {
    // An object inside an object stream shares that stream's buffer, which is counted there.
    const weight = object.offset < 0 ? 0 : object.bytes.length;
    if (this.objects.size >= MAX_OBJECTS || this.bytes + weight > MAX_BYTES) {
      this.objects.clear();
      this.bytes = 0;
    }
    this.objects.set(object.num, object);
    this.bytes += weight;
  }
}
