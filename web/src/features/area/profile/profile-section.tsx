import type { User } from "@ecotrim/contracts/auth/account";
import { longDate } from "@ecotrim/present/dates";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { AccountData } from "./account-data.tsx";
import { EditProfile } from "./edit-profile.tsx";
import { MailPreference } from "./mail-preference.tsx";
import { NewPassword } from "./new-password.tsx";
import "./profile.css";

/** The profile and its forms; a hidden form is unmounted and loses its input. */
export function ProfileSection() {
  const session = useSession();
  const [tab, setTab] = useState<string | null>("datos");
  if (!session) return null;
  return (
    <section className="area-section" aria-label="Mi Perfil">
      <Facts user={session.user} />
      <div className="card">
        <Tabs value={tab} onChange={setTab}>
          <Tabs.List>
            <Tabs.Tab value="datos">Editar Perfil</Tabs.Tab>
            <Tabs.Tab value="clave">Cambiar Contraseña</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="datos" pt="lg">
            {tab === "datos" && <EditProfile user={session.user} />}
          </Tabs.Panel>
          <Tabs.Panel value="clave" pt="lg">
            {tab === "clave" && <NewPassword />}
          </Tabs.Panel>
        </Tabs>
      </div>
      <MailPreference />
      <AccountData />
    </section>
  );
}

function Facts({ user }: { user: User }) {
  const facts = [
    ["Nombre completo", `${user.firstName} ${user.lastName}`],
    ["Correo electrónico", `${user.email}${user.emailConfirmed ? " (confirmado)" : " (sin confirmar)"}`],
    ["Empresa", user.company ?? "No especificada"],
    ["Teléfono", user.phone ?? "No especificado"],
    ["Miembro desde", longDate(user.createdAt)],
  ];
  return (
    <dl className="card profile-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
