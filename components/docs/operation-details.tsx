import { useTranslations } from "next-intl";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { CodeBlock, Prose } from "./code-block";
import {
  membersOf,
  nameOf,
  typeOf,
  type JsonSchema,
  type NamedSchemas,
  type OperationView,
  type ParameterView,
} from "./operation-view";

/** Parameters, answers and errors of an operation. */
export function OperationDetails({ operation, schemas }: { operation: OperationView; schemas: NamedSchemas }) {
  const t = useTranslations("docs.operation");
  return (
    <>
      {operation.parameters.length > 0 && (
        <Card title={t("parameters")}>
          <ParameterList parameters={operation.parameters} />
        </Card>
      )}
      {operation.body && (
        <Card title={t("body")}>
          <Content
            content={operation.body}
            schemas={schemas}
            bytes={t("pdfBody", { types: operation.body.mediaTypes.join(", ") })}
          />
        </Card>
      )}
      <Card title={t("answer")}>
        <Content
          content={operation.answer}
          schemas={schemas}
          bytes={t("bytes", { types: operation.answer.mediaTypes.join(", ") })}
        />
        {operation.answerHeaders.length > 0 && (
          <p className="mt-4 text-caption text-muted">
            {t("headers")}: <span className="font-mono wrap-anywhere">{operation.answerHeaders.join(", ")}</span>
          </p>
        )}
      </Card>
      <Card title={t("refusals")}>
        <RefusalTable operation={operation} />
      </Card>
    </>
  );
}

export function ParameterList({ parameters }: { parameters: readonly ParameterView[] }) {
  const t = useTranslations("docs.operation");
  return (
    <ul className="divide-y divide-hairline">
      {parameters.map(({ name, place, required, description, schema, example }) => (
        <li key={`${place} ${name}`} className="py-2 text-ui">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-semibold">{name}</code>
            <span className="font-mono text-caption wrap-anywhere text-muted">{typeOf(schema)}</span>
            <span className="text-caption text-muted">
              · {t(`in.${place}`)}
              {required && ` · ${t("required")}`}
            </span>
          </p>
          {description && (
            <p className="mt-0.5 text-caption text-muted">
              <Prose text={description} />
            </p>
          )}
          {example && (
            <p className="mt-0.5 text-caption text-muted">
              {t("example")}: <code className="font-mono wrap-anywhere">{example}</code>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Content({
  content,
  schemas,
  bytes,
}: {
  content: OperationView["answer"];
  schemas: NamedSchemas;
  bytes: string;
}) {
  const t = useTranslations("docs.operation");
  if (!content.schema) return <p className="text-ui">{bytes}</p>;
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-2">
      <div className="min-w-0">
        <SchemaMembers schema={content.schema} named={schemas} />
      </div>
      {content.example !== undefined && (
        <CodeBlock label={t("example")} code={JSON.stringify(content.example, null, 2)} className="self-start" />
      )}
    </div>
  );
}

function RefusalTable({ operation }: { operation: OperationView }) {
  const t = useTranslations("docs.operation");
  return (
    <table className="w-full text-start text-ui">
      <thead className="text-caption text-muted">
        <tr>
          <th scope="col" className="w-20 pb-2 font-medium">
            {t("status")}
          </th>
          <th scope="col" className="pb-2 font-medium">
            {t("codes")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {operation.refusals.map(({ status, codes }) => (
          <tr key={status}>
            <th scope="row" className="py-2 align-top font-mono font-semibold">
              {status}
            </th>
            <td className="py-2">
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {codes.map((code) => (
                  <li key={code}>
                    <Link
                      href={`/docs/errors/${code.replaceAll("_", "-")}`}
                      prefetch={false}
                      className="inline-block min-h-6 font-mono text-caption wrap-anywhere text-primary underline"
                    >
                      {code}
                    </Link>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
