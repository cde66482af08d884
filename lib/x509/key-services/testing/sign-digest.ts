import { constants, createECDH, privateEncrypt, type KeyObject } from "node:crypto";

const digestInfo = Buffer.from("3031300d060960864801650304020105000420", "hex");
const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

/**
 * Signs a SHA-256 digest, as a key service does. node:crypto signs only messages, so ECDSA (FIPS 186-5 section 6.4)
 * is computed here.
 */
export function signDigest(privateKey: KeyObject, digest: Buffer, form: "der" | "raw"): Buffer {
  if (privateKey.asymmetricKeyType === "rsa")
    return privateEncrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.concat([digestInfo, digest]),
    );
  const d = BigInt(`0x${Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url").toString("hex")}`);
  const nonce = createECDH("prime256v1");
  nonce.generateKeys();
  const k = BigInt(`0x${nonce.getPrivateKey("hex")}`);
  const r = BigInt(`0x${nonce.getPublicKey().subarray(1, 33).toString("hex")}`) % order;
  const s = (inverse(k) * ((BigInt(`0x${digest.toString("hex")}`) + r * d) % order)) % order;
  if (form === "raw") return Buffer.concat([octetsOf(r), octetsOf(s)]);
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}

/** By Fermat's little theorem, because the order is prime. */
function inverse(value: bigint): bigint {
  let result = 1n;
  let base = value % order;
  for (let exponent = order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % order;
    base = (base * base) % order;
  }
  return result;
}

function octetsOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex");
}

function integer(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  const bytes = Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
  return Buffer.concat([Buffer.of(2, bytes.length), bytes]);
}
