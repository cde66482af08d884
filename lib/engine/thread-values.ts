/** A value ready to leave this thread: its bytes own their memory, so that they move instead of being copied. */
export interface MovableValue {
  value: unknown;
  memory: ArrayBuffer[];
}

/** Small Buffers share one block of memory with others; those are copied out first. */
export function toMovable(value: unknown): MovableValue {
  const memory: ArrayBuffer[] = [];
  const own = mapBytes(value, (bytes) => {
    const alone = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    memory.push(alone.buffer as ArrayBuffer);
    return alone;
  });
  return { value: own, memory };
}

/** On the other side bytes are plain Uint8Array; our code expects Buffer. */
export function withBuffers(value: unknown): unknown {
  return mapBytes(value, (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Rebuilds plain objects and arrays with every piece of bytes replaced; dates and the rest stay what they are. */
function mapBytes(value: unknown, replace: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) {
    return replace(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapBytes(item, replace));
  }
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapBytes(member, replace)]));
  }
  return value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
