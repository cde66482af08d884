// pdf.js targets Node 22.13 and later. These are the functions it uses that Node 20 lacks. Remove them together with
// support for Node 20.

interface Capability<T> {
  promise: Promise<T>;
  resolve: (value: T | PromiseLike<T>) => void;
  reject: (reason?: unknown) => void;
}

function withResolvers<T>(): Capability<T> {
  const capability: Partial<Capability<T>> = {};
  capability.promise = new Promise<T>((resolve, reject) => Object.assign(capability, { resolve, reject }));
  return capability as Capability<T>;
}

/** Copies where an engine would transfer. The buffers in question hold one font each. */
function transferToFixedLength(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
  const moved = new Uint8Array(length);
  moved.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return moved.buffer;
}

if (!("withResolvers" in Promise))
  Object.defineProperty(Promise, "withResolvers", { value: withResolvers, configurable: true, writable: true });
if (!("transferToFixedLength" in ArrayBuffer.prototype))
  Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", {
    value: transferToFixedLength,
    configurable: true,
    writable: true,
  });

export {};
