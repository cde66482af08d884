import { isDeepStrictEqual } from "node:util";
import { z, type ZodType } from "zod";

export type Json = Record<string, unknown>;
export type PrintSchema = (schema: ZodType, io: "input" | "output") => Json;

const localPrefix = "#/$defs/";
const sharedPrefix = "#/components/schemas/";

/**
 * zod's own printer, for the schemas of one document: named ones (`.meta({ id })`) are printed once, into `named`, and
 * referenced. Response schemas stay open for members added by later versions. Throws if one name is used for two
 * different schemas.
 */
export function schemaPrinter(): { print: PrintSchema; named: Record<string, Json> } {
  const named: Record<string, Json> = {};
  const print: PrintSchema = (schema, io) => {
    const {
      $schema: _dialect,
      $defs = {},
      ...printed
    } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    for (const [name, definition] of Object.entries($defs)) keep(named, name, pointToShared(definition) as Json);
    return pointToShared(printed) as Json;
  };
  return { print, named };
}

/** zod repeats the name inside the definition, where JSON Schema would read it as a base URI for references. */
function keep(named: Record<string, Json>, name: string, { id: _id, ...definition }: Json): void {
  const known = (named[name] ??= definition);
  if (!isDeepStrictEqual(known, definition)) throw new Error(`two schemas have the name ${name}`);
}

function pointToShared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToShared);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      const isLocal = key === "$ref" && typeof member === "string" && member.startsWith(localPrefix);
      return [key, isLocal ? sharedPrefix + member.slice(localPrefix.length) : pointToShared(member)];
    }),
  );
}
