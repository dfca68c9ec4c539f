import type { Installation, NewInstallation } from "@ecotrim/contracts/installations/installation";
import { firstSiteName } from "@ecotrim/present/simulations/installation-names";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { randomHex } from "../../lib/random.ts";
import { useSession } from "../../lib/session.ts";
import { createInstallation } from "./calls.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useChange } from "./queries.ts";

interface SaveInstallationProps {
  /** What the site is to hold. */
  given: Omit<NewInstallation, "name">;
  /** Access tokens of its curves that were sent before the login. */
  curves?: readonly string[];
  onSaved: (saved: Installation) => void;
}

/** Keeps the answers of a logged-in user as a site, under a name that they give. */
export function SaveInstallation({ given, curves, onSaved }: SaveInstallationProps) {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const tried = useRef({ name: "", key: "" });
  const save = useChange({
    run: (name: string) => {
      // The same key for the same name, so that an answer lost on its way makes no second site.
      if (tried.current.name !== name) tried.current = { name, key: randomHex() };
      return createInstallation({ ...given, name }, tried.current.key, curves);
    },
    done: ({ name }) => `La instalación «${name}» se ha guardado.`,
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Guardar esta instalación
      </Button>
      <NameDialog
        opened={asking}
        title="Guardar esta instalación"
        name={firstSiteName(session?.user.company ?? null)}
        save={save}
        onClose={() => setAsking(false)}
        onSaved={onSaved}
      />
    </>
  );
}
