import { expect, test } from "vitest";
import { GateFullError, makeWorkGate } from "@/lib/platform/secrets/argon2-hasher";
import { unwrapPrivateKey, wrapPrivateKey, WrongPasswordError } from "./wrapped-key";

const secret = Buffer.from("a private key in PKCS#8");

test("opens with the right password and throws without details for a wrong one", async () => {
  const wrapped = await wrapPrivateKey(secret, "correct horse");
  expect(await unwrapPrivateKey(wrapped, "correct horse")).toEqual(secret);
  await expect(unwrapPrivateKey(wrapped, "Correct horse")).rejects.toThrow(WrongPasswordError);
  expect(JSON.stringify(wrapped)).not.toContain(secret.toString("base64"));
});

test("stores its parameters so that a key made with other ones still opens @exhaustive", async () => {
  const wrapped = await wrapPrivateKey(secret, "correct horse");
  expect(wrapped.kdf).toMatchObject({ name: "argon2id", memoryKib: 65536, passes: 3, lanes: 4 });
  const stored = JSON.parse(JSON.stringify(wrapped)) as typeof wrapped;
  expect(await unwrapPrivateKey(stored, "correct horse")).toEqual(secret);
});

test("opens with combining marks in a password that was composed when the key was wrapped", async () => {
  const wrapped = await wrapPrivateKey(secret, "caf\u00e9 crème");
  expect(await unwrapPrivateKey(wrapped, "cafe\u0301 crème")).toEqual(secret);
});

test("does not open an altered ciphertext", async () => {
  const wrapped = await wrapPrivateKey(secret, "correct horse");
  const bytes = Buffer.from(wrapped.ciphertext, "base64");
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await expect(unwrapPrivateKey({ ...wrapped, ciphertext: bytes.toString("base64") }, "correct horse")).rejects.toThrow(
    WrongPasswordError,
  );
});

test("limits concurrent work, queues a fixed number in order, and refuses the rest", async () => {
  const gate = makeWorkGate({ atOnce: 1, waiting: 1 });
  const order: string[] = [];
  let release: () => void = () => undefined;
  const first = gate.run(() =>
    new Promise<void>((resolve) => {
      release = resolve;
    }).then(() => {
      order.push("first");
    }),
  );
  const second = gate.run(() => {
    order.push("second");
    return Promise.resolve();
  });
  await expect(gate.run(() => Promise.resolve())).rejects.toThrow(GateFullError);
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
  await gate.run(() => {
    order.push("third");
    return Promise.resolve();
  });
  expect(order).toEqual(["first", "second", "third"]);
});
