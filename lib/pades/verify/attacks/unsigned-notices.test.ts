import { expect, test } from "vitest";
import { makeSigned, makeWorld } from "@/lib/pades/verify/testing/long-term-files";
import { verify } from "@/lib/pades/verify/testing/signed-files";

const world = makeWorld();
/** The OID of a signature timestamp, in the hexadecimal digits of /Contents. */
const timestampType = "060b2a864886f70d010910020e";

async function stampedFile(): Promise<{ bytes: Buffer; attribute: number }> {
  const bytes = await makeSigned(world, { stamp: { at: "2026-06-02T12:00:05Z" } });
  return { bytes, attribute: bytes.toString("latin1").toLowerCase().lastIndexOf(timestampType) };
}

function written(bytes: Buffer, at: number, digits: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write(digits, at, "latin1");
  return changed;
}

test("reports no notice for a valid timestamp", async () => {
  const { bytes, attribute } = await stampedFile();
  expect(attribute).toBeGreaterThan(0);
  expect(verify(bytes)).toMatchObject({ verdict: "intact", notices: [] });
});

test("reports a flipped bit in the last signature's timestamp as an invalid timestamp and keeps the signature intact", async () => {
  const { bytes, attribute } = await stampedFile();
  const info = bytes.toString("latin1").toLowerCase().indexOf("180f3230", attribute);
  const report = verify(written(bytes, info + 9, "9"));
  expect(report.verdict).toBe("intact");
  expect(report.signatures[0]?.timestamp).toMatchObject({
    status: "invalid",
    findings: [{ code: "digest_mismatch" }],
  });
  expect(report.notices).toEqual([
    { code: "timestamp_not_credited", field: report.signatures[0]?.field, problem: expect.any(String) },
  ]);
});

test("reports a flipped bit that turns the timestamp into an unknown attribute", async () => {
  const { bytes, attribute } = await stampedFile();
  const report = verify(written(bytes, attribute + timestampType.length - 2, "63"));
  expect(report).toMatchObject({ verdict: "intact", signatures: [{ timestamp: { status: "none" } }] });
  expect(report.notices).toEqual([
    { code: "unsigned_attribute_unknown", field: report.signatures[0]?.field, oid: "1.2.840.113549.1.9.16.2.99" },
  ]);
});
