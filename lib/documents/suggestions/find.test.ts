import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { addField } from "@/lib/documents/fields/add";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listSuggestions } from "./find";

const db = useRolledBackDatabase();
const testContext = useTestContext();

/** Two pages of 400 by 200 points as displayed; the second is rotated, cropped and uses a larger unit. */
function marked(first: string, second: string): Buffer {
  const page = (content: number, more: string) =>
    `<</Type/Page/Parent 2 0 R${more}/Resources<</Font<</F 3 0 R>>>>/Contents ${content} 0 R>>`;
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[4 0 R 6 0 R]>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    page(5, "/MediaBox[0 0 400 200]"),
    stream("", first),
    page(7, "/MediaBox[0 0 300 300]/CropBox[10 20 110 220]/Rotate 90/UserUnit 2"),
    stream("", `q 0 1 -1 0 110 20 cm ${second} Q`),
  ]);
}

const show = (x: number, y: number, text: string): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET `;

async function draft(pdf: Buffer) {
  const ctx = testContext(db());
  return { ctx, ...(await makeRequest(ctx, { file: { base64: pdf.toString("base64") } })) };
}

describe("suggestions", () => {
  test("give type, signer by order, label and place, in points of the page that a reader sees", async () => {
    const { ctx, actor, file, signers } = await draft(
      marked(
        show(50, 100, "{{sig:1}}") + show(50, 20, "Date: ________"),
        show(40, 30, "{{text:2:Town}}") + show(40, 60, "{{initial:3}}"),
      ),
    );
    const { data, pagesSearched } = await listSuggestions(ctx, actor, { uuid: file.uuid });
    expect(pagesSearched).toBe(2);
    expect(
      data.map(({ type, signer, signRequestId, label, text }) => [type, signer, signRequestId, label, text]),
    ).toEqual([
      ["signature", 1, signers[0].id, null, "{{sig:1}}"],
      ["date", null, null, null, "Date:"],
      ["text", 2, signers[1].id, "Town", "{{text:2:Town}}"],
      ["initial", 3, null, null, "{{initial:3}}"],
    ]);
    const [signature, date, town] = data.map(({ coordinates }) => coordinates);
    expect(signature).toMatchObject({ page: 1, width: 150, height: 50 });
    expect([Math.round(signature?.left ?? 0), Math.round((signature?.top ?? 0) + 50)]).toEqual([50, 102]);
    expect(date?.left).toBeGreaterThan(50 + 20);
    // With two points per unit: 40 and 30 units from the lower left of a page that is 100 units high.
    expect(town).toMatchObject({ page: 2, width: 150, height: 22 });
    expect([town?.left, town?.lly].map((points) => Math.round((points ?? 0) / 10))).toEqual([8, 6]);
  });

  test("can be placed without changes", async () => {
    const { ctx, actor, file, signers } = await draft(marked(show(390, 195, "{{sig:1}}"), show(1, 1, "{{sig:2}}")));
    const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
    expect(data).toHaveLength(2);
    for (const { type, coordinates, signRequestId } of data)
      await addField(ctx, actor, {
        uuid: file.uuid,
        type,
        coordinates,
        signRequestId: signRequestId ?? signers[0].id,
      });
  });

  test("are made for lines and boxes drawn on the page, from the words beside them", async () => {
    const { ctx, actor, file } = await draft(
      marked(
        `${show(50, 150, "Signature of the tenant:")}170 148 m 320 148 l S ${show(60, 70, "(Place and date)")}50 82 m 200 82 l S 50 30 10 10 re S ${show(66, 31, "I agree")}`,
        `${show(20, 60, "Total")}50 58 m 150 58 l S`,
      ),
    );
    const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
    expect(data.map(({ source, type, label, text, required }) => [source, type, label, text, required])).toEqual([
      ["drawing", "signature", null, "Signature of the tenant:", true],
      ["drawing", "date", null, "(Place and date)", true],
      ["drawing", "checkbox", "I agree", "I agree", false],
    ]);
    const [signature, , box] = data.map(({ coordinates }) => coordinates);
    expect([signature?.left, signature?.width].map((points) => Math.round(points ?? 0))).toEqual([169, 152]);
    expect(Math.round((signature?.top ?? 0) + (signature?.height ?? 0))).toBe(53);
    expect([box?.width, box?.height].map((points) => Math.round(points ?? 0))).toEqual([12, 12]);
  });

  test("are empty for a document without such places", async () => {
    const { ctx, actor, file } = await draft(marked(show(50, 100, "Please sign"), ""));
    expect(await listSuggestions(ctx, actor, { uuid: file.uuid })).toEqual({
      data: [],
      formFieldsLeft: 0,
      unreadTags: [],
      pagesSearched: 2,
    });
  });

  test("are available to the requester of a draft only", async () => {
    const { ctx, actor, file, signers } = await draft(marked(show(50, 100, "{{sig:1}}"), ""));
    const stranger = actingAs(await makeAccount(ctx));
    await expect(listSuggestions(ctx, stranger, { uuid: file.uuid })).rejects.toMatchObject({ code: "not_found" });
    expect(signers).toHaveLength(2);
    const released = await makeRequest(ctx, { status: 1 });
    await expect(listSuggestions(ctx, released.actor, { uuid: released.file.uuid })).rejects.toMatchObject({
      code: "file_not_draft",
    });
    await expect(listSuggestions(ctx, actor, { uuid: file.uuid })).resolves.toMatchObject({ pagesSearched: 2 });
  });
});
