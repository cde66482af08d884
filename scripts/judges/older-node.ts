// pdf.js is built for newer releases of Node than the product asks for. Each definition may go when Node 20 does.

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((whenDone, whenFailed) => {
    [resolve, reject] = [whenDone, whenFailed];
  });
  return { promise, resolve, reject };
}

function transferToFixedLength(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
  const moved = new Uint8Array(length);
  moved.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return moved.buffer;
}

if (!("withResolvers" in Promise)) Object.defineProperty(Promise, "withResolvers", { value: withResolvers, configurable: true, writable: true });
if (!("transferToFixedLength" in ArrayBuffer.prototype)) Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", { value: transferToFixedLength, configurable: true, writable: true });

export {};
