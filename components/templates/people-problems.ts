export interface Person {
  email: string;
  displayName: string;
}

type PersonProblem = "required" | "invalid" | "duplicate";

/** As in HTML's `input type=email`, roughly; the server decides. */
const address = /^[^\s@]+@[^\s@]+$/;

/** Problems with the addresses of the people, in the order of their roles. */
export function peopleProblems(
  roles: readonly string[],
  people: Readonly<Record<string, Person>>,
): Map<string, PersonProblem> {
  const problems = new Map<string, PersonProblem>();
  const taken = new Set<string>();
  for (const role of roles) {
    const email = (people[role]?.email ?? "").trim().toLowerCase();
    if (email === "") problems.set(role, "required");
    else if (!address.test(email)) problems.set(role, "invalid");
    else if (taken.has(email)) problems.set(role, "duplicate");
    taken.add(email);
  }
  return problems;
}
