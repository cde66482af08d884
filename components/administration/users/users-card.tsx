"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import type { administeredAccountListAnswer } from "@/lib/administration/schema";
import { NewUserDialog } from "./new-user-dialog";
import { roles } from "./user";
import { UserRow } from "./user-row";

export interface UserSearch {
  q: string;
  role: string;
}

interface UsersCardProps {
  users: z.infer<typeof administeredAccountListAnswer>;
  search: UserSearch;
  /** The administrator. */
  own: { id: number; email: string };
}

/** Accounts, found by name or address and by role; others can be made. */
export function UsersCard({
  users: {
    data,
    pagination: { nextCursor },
  },
  search,
  own,
}: UsersCardProps) {
  const words = useTranslations("administration.users");
  const [isMaking, setMaking] = useState(false);
  const more = nextCursor === null ? null : `?${new URLSearchParams({ ...search, cursor: nextCursor }).toString()}`;
  return (
    <Card
      title={words("title")}
      actions={
        <Button variant="primary" onClick={() => setMaking(true)}>
          {words("new")}
        </Button>
      }
    >
      <form method="get" role="search" className="flex flex-wrap items-end gap-3">
        <TextInput
          className="min-w-0 flex-1 basis-60"
          label={words("search")}
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={254}
        />
        <Select
          className="basis-44"
          label={words("roleLabel")}
          name="role"
          defaultValue={search.role}
          options={[
            { value: "", label: words("any") },
            ...roles.map((value) => ({ value, label: words(`role.${value}`) })),
          ]}
        />
        <Button type="submit">{words("find")}</Button>
      </form>
      {data.length === 0 ? (
        <p className="mt-6 text-ui">{words("noneFound")}</p>
      ) : (
        <ul aria-label={words("title")} className="mt-2 divide-y divide-hairline">
          {data.map((user) => (
            <UserRow key={user.id} user={user} isOneself={user.id === own.id} ownEmail={own.email} />
          ))}
        </ul>
      )}
      {more && (
        <div className="mt-4">
          <ButtonLink href={more}>{words("more")}</ButtonLink>
        </div>
      )}
      {isMaking && <NewUserDialog ownEmail={own.email} onClose={() => setMaking(false)} />}
    </Card>
  );
}
