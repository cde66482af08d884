import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { findAttempt } from "@/lib/signing/proof/may-sign";
import { requestCode } from "@/lib/signing/proof/request-code";
import { useTestContext } from "@/lib/testing/test-context";
import { checkFields, planContents } from "./plan-contents";
import { sign } from "./sign";
import { newestCode, readBytes, readFile, releasedScenario, storeStroke } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

describe("contents of fields", () => {
  test("names a required image or value that is missing, and keeps the code valid for the next try", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [
      { name: "Ana", fields: [{ type: "signature" }, { type: "text" }, { type: "checkbox" }] },
    ]);
    const [, textField = 0, checkbox = 0] = ana.fieldIds;
    await requestCode(ctx, ana.actor, { fileId });
    const input = { target: { fileId }, code: await newestCode(ctx) };
    await expect(sign(ctx, ana.actor, input)).rejects.toMatchObject({ code: "signature_image_missing" });
    const chosen = await storeStroke(ctx, ana.actor);
    await expect(sign(ctx, ana.actor, input)).rejects.toMatchObject({
      code: "field_missing",
      violations: [{ code: "required" }, { code: "required" }],
    });
    const fields = [
      { elementId: textField, value: "Πρόεδρος" },
      { elementId: checkbox, value: true },
    ];
    await expect(
      sign(ctx, ana.actor, {
        ...input,
        fields: [
          { elementId: textField, value: "🦄" },
          { elementId: checkbox, value: true },
        ],
      }),
    ).rejects.toMatchObject({
      code: "glyph_missing",
      violations: [{ pointer: "/fields/0/value", detail: expect.stringContaining("🦄 (U+1F984)") }],
    });
    await expect(
      sign(ctx, ana.actor, { ...input, fields: [...fields, { elementId: 999_999, value: "x" }] }),
    ).rejects.toMatchObject({ code: "validation_failed" });
    await expect(
      sign(ctx, ana.actor, {
        ...input,
        fields,
        elements: [{ documentElementId: ana.fieldIds[0] ?? 0, profileElementId: chosen + 1000 }],
      }),
    ).rejects.toMatchObject({ code: "validation_failed" });
    expect(
      (
        await sign(ctx, ana.actor, {
          ...input,
          fields,
          elements: [{ documentElementId: ana.fieldIds[0] ?? 0, profileElementId: chosen }],
        })
      ).file.status,
    ).toBe("signed");
    expect(pdfsig(await readBytes(ctx, fileId)).every((signature) => signature.isValid)).toBe(true);
  });

  test("reports fields that signing would refuse before sending a code, and stores nothing", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [
      { name: "Ana", fields: [{ type: "signature" }, { type: "text" }, { type: "checkbox" }] },
    ]);
    const [, textField = 0, checkbox = 0] = ana.fieldIds;
    const check = (text: string, tick: boolean) =>
      checkFields(ctx, ana.actor, {
        target: { link: ana.link },
        fields: [
          { elementId: checkbox, value: tick },
          { elementId: textField, value: text },
        ],
      });
    await expect(check("Ana 🦄", true)).rejects.toMatchObject({
      code: "glyph_missing",
      violations: [{ pointer: "/fields/1/value", detail: expect.stringContaining("🦄 (U+1F984)") }],
    });
    await expect(check("Aveiro", false)).rejects.toMatchObject({ code: "field_missing" });
    const before = await readFile(ctx, fileId);
    await expect(check("Aveiro", true)).resolves.toBeUndefined();
    expect(await readFile(ctx, fileId)).toEqual(before);
    await expect(newestCode(ctx)).rejects.toThrow();
  });

  test("writes the date in its field's format, and keeps each text's appearance", async () => {
    const ctx = context(db());
    const look = {
      fontSize: 9,
      alignment: "right",
      dateFormat: "DD.MM.YYYY",
      colour: "#1f5fd6",
      font: "mono",
    } as const;
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [
      { name: "Ana", fields: [{ type: "signature", required: false }, { type: "date", ...look }, { type: "name" }] },
    ]);
    const attempt = await findAttempt(ctx, ana.actor, { fileId }, ["signer"]);
    const [planned] = await planContents(ctx, attempt, {}, new Date("2027-03-09T23:30:00Z"));
    const fills = planned?.contents.fills ?? [];
    expect(fills.map(({ content }) => content)).toEqual([
      {
        kind: "text",
        text: "09.03.2027",
        style: { fontSizePt: 9, alignment: "right", colour: "#1f5fd6", font: "mono" },
      },
      { kind: "text", text: "Ana", style: { fontSizePt: null, alignment: null, colour: null, font: null } },
    ]);
  });

  test("rejects another account's stored image", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "signature" }] }, { name: "Bo" }]);
    const foreign = await storeStroke(ctx, bo.actor);
    await requestCode(ctx, ana.actor, { fileId });
    const fields = [{ documentElementId: ana.fieldIds[0] ?? 0, profileElementId: foreign }];
    await expect(
      sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), elements: fields }),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("rejects an image whose type differs from the field's, and keeps the code valid for the next try @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "signature" }, { type: "initial" }] }]);
    const [signature, initial] = [await storeStroke(ctx, ana.actor), await storeStroke(ctx, ana.actor, "initial")];
    const [signatureField = 0, initialField = 0] = ana.fieldIds;
    await requestCode(ctx, ana.actor, { fileId });
    const input = { target: { fileId }, code: await newestCode(ctx) };
    const refusal = {
      code: "validation_failed",
      violations: [{ pointer: "/elements/0/profileElementId", code: "type_mismatch" }],
    };
    for (const [documentElementId, profileElementId] of [
      [signatureField, initial],
      [initialField, signature],
    ] as const) {
      await expect(
        sign(ctx, ana.actor, { ...input, elements: [{ documentElementId, profileElementId }] }),
      ).rejects.toMatchObject(refusal);
    }
    const fields = [
      { documentElementId: signatureField, profileElementId: signature },
      { documentElementId: initialField, profileElementId: initial },
    ];
    expect((await sign(ctx, ana.actor, { ...input, elements: fields })).file.status).toBe("signed");
  });

  test("accepts only spellings of a boolean for a checkbox, and keeps the code valid for the next try @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [
      { name: "Ana", fields: [{ type: "checkbox" }, { type: "checkbox", required: false }] },
    ]);
    const [required = 0, optional = 0] = ana.fieldIds;
    await requestCode(ctx, ana.actor, { fileId });
    const input = { target: { fileId }, code: await newestCode(ctx) };
    for (const value of ["maybe", "", "2", "truetrue"]) {
      const fields = [
        { elementId: required, value: true },
        { elementId: optional, value },
      ];
      await expect(sign(ctx, ana.actor, { ...input, fields })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/fields/1/value" }],
      });
    }
    for (const value of ["false", "No", false])
      await expect(sign(ctx, ana.actor, { ...input, fields: [{ elementId: required, value }] })).rejects.toMatchObject({
        code: "field_missing",
      });
    expect(
      (
        await sign(ctx, ana.actor, {
          ...input,
          fields: [
            { elementId: required, value: " Yes " },
            { elementId: optional, value: "off" },
          ],
        })
      ).file.status,
    ).toBe("signed");
  });

  test("rejects a name, e-mail or date other than the service's own value, and keeps the code valid for the next try", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "name" }, { type: "email" }, { type: "date" }] }]);
    expect(ana.fieldIds).toHaveLength(3);
    await requestCode(ctx, ana.actor, { fileId });
    const input = { target: { fileId }, code: await newestCode(ctx) };
    for (const fieldId of ana.fieldIds) {
      const refusal = {
        code: "validation_failed",
        violations: [{ pointer: "/fields/0/elementId", code: "not_yours" }],
      };
      await expect(
        sign(ctx, ana.actor, { ...input, fields: [{ elementId: fieldId, value: "1999-01-01" }] }),
      ).rejects.toMatchObject(refusal);
    }
    expect((await sign(ctx, ana.actor, input)).file.status).toBe("signed");
  });

  test("draws the requester's value of a read-only field, rejects any other, and never requires one @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [
      {
        name: "Ana",
        fields: [
          { type: "text", value: "EUR 900", readOnly: true },
          { type: "checkbox", value: "yes", readOnly: true },
          { type: "text", readOnly: true },
        ],
      },
    ]);
    await requestCode(ctx, ana.actor, { fileId });
    const input = { target: { fileId }, code: await newestCode(ctx) };
    for (const elementId of ana.fieldIds)
      await expect(sign(ctx, ana.actor, { ...input, fields: [{ elementId, value: "false" }] })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/fields/0/elementId", code: "not_yours" }],
      });
    const attempt = await findAttempt(ctx, ana.actor, { fileId }, ["signer"]);
    const [one] = await planContents(ctx, attempt, input, await ctx.now());
    const planned = one?.contents ?? { content: null, fills: [] };
    expect([planned.content, ...planned.fills.map(({ content }) => content)]).toEqual([
      expect.objectContaining({ kind: "text", text: "EUR 900" }),
      { kind: "checkbox", isChecked: true },
      expect.objectContaining({ kind: "text", text: "" }),
    ]);
    expect((await sign(ctx, ana.actor, input)).file.status).toBe("signed");
  });

  test("signs for a person whose new name no font can draw, and draws the address instead, even in a name field @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "signature" }, { type: "name" }] }]);
    await ctx.db.update(signRequests).set({ displayName: "Ana 🦄" }).where(eq(signRequests.id, ana.signRequestId));
    await storeStroke(ctx, ana.actor);
    await requestCode(ctx, ana.actor, { fileId });
    const { signature } = await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    expect(signature.subject).toContain("🦄");
  });
});
