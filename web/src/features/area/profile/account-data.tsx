import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { download } from "../../../lib/download.ts";
import { endSession } from "../../../lib/session.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { PasswordField } from "../../account/password-field.tsx";
import { deleteAccount } from "./calls.ts";

/** Export of the account's data, and deletion of the account. */
export function AccountData() {
  const [deleting, setDeleting] = useState(false);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      await download("exportAccount", "/api/auth/export", "mis-datos-ecotrim.json");
    } catch (error) {
      toast.error(`No se han podido descargar sus datos: ${(error as Error).message}`);
    }
    setBusy(false);
  };

  return (
    <section className="card profile-part">
      <h2>Sus datos</h2>
      <p>Puede llevarse todo lo que guardamos sobre usted, o eliminar la cuenta cuando quiera.</p>
      <div className="actions">
        <Button variant="default" loading={busy} onClick={() => void save()}>
          Descargar mis datos
        </Button>
        <Button variant="default" c="red.9" onClick={() => setDeleting(true)}>
          Eliminar mi cuenta
        </Button>
      </div>
      <Dialog opened={deleting} onClose={() => setDeleting(false)} title="Eliminar mi cuenta">
        <DeleteAccount onCancel={() => setDeleting(false)} />
      </Dialog>
    </section>
  );
}

function DeleteAccount({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await deleteAccount(password);
      void navigate("/", { replace: true });
      endSession("logout");
      toast.success("Su cuenta se ha eliminado.");
    } catch (caught) {
      setError((caught as Error).message);
      setBusy(false);
    }
  };

  return (
    <form
      className="profile-form"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Text>
        Se eliminan para siempre su perfil, sus simulaciones y sus informes, y se cancelan sus suscripciones. Los
        justificantes de pago se conservan sin sus datos durante el plazo legal.
      </Text>
      <PasswordField
        label="Escriba su contraseña para confirmarlo"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={error}
        errorProps={{ role: "alert" }}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onCancel}>
          Conservar mi cuenta
        </Button>
        <Button type="submit" color="red.8" disabled={password === ""} loading={busy}>
          Eliminar para siempre
        </Button>
      </div>
    </form>
  );
}
