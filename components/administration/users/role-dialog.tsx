"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { GraveDialog } from "@/components/account/grave-dialog";
import { callApi } from "@/components/api/call";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { roles, type User } from "./user";

/** Changes what an account may do. */
export function RoleDialog({ user, ownEmail, onClose }: { user: User; ownEmail: string; onClose: () => void }) {
  const words = useTranslations("administration.users");
  const router = useRouter();
  const toast = useToast();
  const [role, setRole] = useState<string>(user.role);
  async function changeRole() {
    await callApi("PATCH", `/admin/users/${user.id}`, { json: { role } });
    toast(words("roleChanged", { name: user.displayName }));
    router.refresh();
    onClose();
  }
  return (
    <GraveDialog
      title={words("roleTitle", { name: user.displayName })}
      description={words("roleBody")}
      email={ownEmail}
      confirmLabel={words("changeRole")}
      onConfirm={changeRole}
      onClose={onClose}
    >
      <Select
        label={words("roleLabel")}
        value={role}
        options={roles.map((value) => ({ value, label: words(`role.${value}`) }))}
        onChange={(event) => setRole(event.target.value)}
      />
    </GraveDialog>
  );
}
