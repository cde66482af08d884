import { useTranslations } from "next-intl";
import { Prose } from "./code-block";
import { membersOf, nameOf, typeOf, type JsonSchema, type NamedSchemas } from "./operation-view";

interface SchemaMembersProps {
  schema: JsonSchema;
  named: NamedSchemas;
  /** Named schemas that enclose this one. */
  above?: readonly string[];
}

/** The members of a schema with their types; nested objects expand on demand. */
export function SchemaMembers({ schema, named, above = [] }: SchemaMembersProps) {
  const t = useTranslations("docs.operation");
  const found = membersOf(schema, named);
  if (!found) return <p className="font-mono text-caption">{typeOf(schema)}</p>;
  return (
    <ul className="divide-y divide-hairline">
      {found.members.map(([name, member]) => (
        <li key={name} className="py-2">
          <p className="flex flex-wrap items-baseline gap-x-2 text-ui">
            <code className="font-mono font-semibold wrap-anywhere">{name}</code>
            <span className="font-mono text-caption wrap-anywhere text-muted">{typeOf(member)}</span>
            {found.schema.required?.includes(name) && (
              <span className="text-caption text-muted">· {t("required")}</span>
            )}
          </p>
          {member.description && (
            <p className="mt-0.5 text-caption wrap-anywhere text-muted">
              <Prose text={member.description} />
            </p>
          )}
          <InnerMembers schema={member} named={named} above={above} label={name} />
        </li>
      ))}
    </ul>
  );
}

function InnerMembers({ schema, named, above, label }: Required<SchemaMembersProps> & { label: string }) {
  const t = useTranslations("docs.operation");
  const name = nameOf(schema) ?? (schema.items ? nameOf(schema.items) : null);
  if (!membersOf(schema, named) || (name !== null && above.includes(name))) return null;
  return (
    <details className="mt-1">
      <summary
        className="inline-flex min-h-6 cursor-pointer items-center rounded-control text-caption font-medium text-primary"
        aria-label={`${t("members")}: ${label}`}
      >
        {t("members")}
      </summary>
      <div className="mt-1 border-s-2 border-hairline ps-4">
        <SchemaMembers schema={schema} named={named} above={name === null ? above : [...above, name]} />
      </div>
    </details>
  );
}
