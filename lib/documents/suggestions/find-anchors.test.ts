import { describe, expect, test } from "vitest";
import { findAnchors, findUnreadTags } from "./find-anchors";

const found = (line: string) => findAnchors(line).map(({ type, signer, label }) => [type, signer, label]);

describe("a mark in double braces", () => {
  test.each([
    ["{{sig:1}}", ["signature", 1, null]],
    ["{{signature:2}}", ["signature", 2, null]],
    ["{{Initial:2}}", ["initial", 2, null]],
    ["{{date:1}}", ["date", 1, null]],
    ["{{name}}", ["name", null, null]],
    ["{{email:12}}", ["email", 12, null]],
    ["{{text:1:Place of birth: town}}", ["text", 1, "Place of birth: town"]],
    ["{{text:1: }}", ["text", 1, null]],
    ["{{checkbox:1}}", ["checkbox", 1, null]],
    ["{{number:1:Rent}}", ["number", 1, "Rent"]],
    ["{{Telefone}}", ["phone", null, null]],
    ["{{assinatura:1}}", ["signature", 1, null]],
    ["{{ rubrica : 2 }}", ["initial", 2, null]],
    ["{ {s ig: 1} }", ["signature", 1, null]],
  ])("%s gives the type, signer and label", (line, expected) => {
    expect(found(`Tenant: ${line} and so on`)).toEqual([expected]);
  });

  test.each(["{{sig:0}}", "{{sig:1000}}", "{{sig:one}}", "{{payment:1}}", "{{}}", "{sig:1}", "{{sig:1", "{{{sig:1}"])(
    "%s is not recognised",
    (line) => {
      expect(found(line)).toEqual([]);
    },
  );

  test.each([
    ["{{Town}}", null],
    ["{{Town;type=text}}", { type: "text", label: "Town", signer: null, required: true }],
    ["{{Start;role=Signer 2;type=date;required=false}}", { type: "day", label: "Start", signer: 2, required: false }],
    ["{{Rent; type = select; options = 900,950 , 950}}", { type: "dropdown", rules: { options: ["900", "950"] } }],
    ["{{Rent;type=select}}", { type: "text", rules: null }],
    ["{{Cat;type=radio;group=Pet}}", { type: "radio", group: "Pet", label: "Cat" }],
    ["{{Cat;type=radio}}", null],
    ["{{;type=checkbox}}", { type: "checkbox", label: null, required: false }],
    ["{{Signed;type=datenow}}", { type: "date" }],
    ["{{Seal;type=image}}", { type: "stamp" }],
    ["{{Town;default=Bergen}}", { type: "text", value: "Bergen" }],
    ["{{Rent;type=select;options=900,950;default=950}}", { type: "dropdown", value: "950" }],
    ["{{Rent;type=select;options=900,950;default=1}}", { type: "dropdown", value: null }],
    ["{{Agree;type=checkbox;default=true}}", { type: "checkbox", value: "true" }],
    ["{{S;type=signature;default=x}}", { type: "signature", value: null }],
    ["{{Fee;type=payment}}", null],
  ])("%s with attributes of other services is %o", (line, expected) => {
    const [anchor] = findAnchors(line);
    if (expected === null) expect(anchor).toBeUndefined();
    else expect(anchor).toMatchObject(expected);
  });

  test.each([
    ["{{payment:1}} and {{sig:1}}", ["{{payment:1}}"]],
    ["{{Fee;type=payment}}", ["{{Fee;type=payment}}"]],
    [
      "{{Photo;role=Signer 1;type=file}} {{Cat;type=radio}}",
      ["{{Photo;role=Signer 1;type=file}}", "{{Cat;type=radio}}"],
    ],
    ["{{sig:0}}", ["{{sig:0}}"]],
    ["Dear {{customer}}, {{Town}}, {{a; b}}, {{}}, {{ratio: 1.5}}", []],
  ])("of %s lists tags that no field supports, and ignores other braces", (line, expected) => {
    expect(findUnreadTags(line)).toEqual(expected);
  });

  test("cuts a label that is too long for the API", () => {
    expect(findAnchors(`{{text:1:${"a".repeat(280)}}}`)[0]?.label).toHaveLength(255);
  });
});

describe("words before a line to write on", () => {
  test.each([
    ["Signature: ____", "signature"],
    ["Signature of the tenant: ______", "signature"],
    ["Assinatura do locador ________", "signature"],
    ["Landlord's signature _ _ _ _ _", "signature"],
    ["Date: ____", "date"],
    ["Data: ____", "date"],
    ["Data: __/__/____", "date"],
    ["Initials: ___", "initial"],
    ["Rubrica: ___", "initial"],
    ["Print name: _____", "name"],
    ["Nome: _____", "name"],
    ["E-mail: _____", "email"],
  ])("%s", (line, type) => {
    expect(found(line)).toEqual([[type, null, null]]);
  });

  test.each([
    "Signature: __",
    "Date: __/__",
    "Data de nascimento: __/__/____",
    "Date of birth: ____",
    "Data de nascimento: ____",
    "Update ____",
    "Total: _____",
    "____",
    "the signature is below",
  ])("%s is not recognised", (line) => {
    expect(found(line)).toEqual([]);
  });

  test("places the field on the line, not on its words", () => {
    expect(findAnchors("Signature: _____")).toMatchObject([{ start: 11, end: 16, isRule: true, text: "Signature:" }]);
    for (const line of ["Date: __/__/____", "Date: ___ / ___ / _____", "Date: __.__.____"])
      expect(findAnchors(line)).toMatchObject([{ start: 6, end: line.length, text: "Date:" }]);
  });

  test("finds several on one line from left to right, each with the words before it", () => {
    expect(found("Signature: ______  Date: ____ {{sig:2}}")).toEqual([
      ["signature", null, null],
      ["date", null, null],
      ["signature", 2, null],
    ]);
    expect(found("Signature: ____ ____")).toEqual([["signature", null, null]]);
  });
});

test("reads the longest possible line full of near matches without delay", () => {
  for (const line of [
    "{".repeat(2000),
    "{{a".repeat(600),
    `${" ".repeat(1990)}____`,
    "_ ".repeat(1000),
    "__/".repeat(650),
    "signature of ".repeat(150),
  ])
    expect(findAnchors(line).length).toBeLessThan(2);
});
