import { useTranslations } from "next-intl";
import { subjectParts } from "./subject-parts";

interface SubjectInWordsProps {
  /** A distinguished name (RFC 4514). */
  subject: string;
  /** In certificates of this service the department's place holds what the signer showed. */
  isOurs: boolean;
}

/** Whom a certificate names, a line for each thing that it says. */
export function SubjectInWords({ subject, isOurs }: SubjectInWordsProps) {
  const words = useTranslations("verify.facts.parts");
  const parts = subjectParts(subject);
  if (parts.length === 0) return <bdi>{subject}</bdi>;
  return (
    <ul>
      {parts.map(({ part, type, value }, index) => (
        <li key={index}>
          <span className="text-muted">
            {part === null ? <code>{type}</code> : words(part === "OU" && isOurs ? "proof" : part)}:{" "}
          </span>
          <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}
