import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../lib/session.ts";
import { toast } from "../../ui/toast.ts";
import { resendConfirmation } from "./calls.ts";
import "./confirm-email-banner.css";

/** Asks for the confirmation of the account's address until it has come. */
export function ConfirmEmailBanner() {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  if (!session || session.user.emailConfirmed) return null;

  const resend = async () => {
    setBusy(true);
    try {
      await resendConfirmation();
      toast.success("Le hemos enviado el correo de confirmación.");
    } catch (error) {
      toast.error((error as Error).message);
    }
    setBusy(false);
  };

  return (
    <section className="confirm-email" aria-label="Confirme su correo">
      <div>
        <Text fw={600}>Confirme su correo</Text>
        <Text size="sm">
          Le hemos enviado un enlace a {session.user.email}. Hasta que lo confirme no verá lo que compartan con usted.
        </Text>
      </div>
      <Button variant="default" onClick={() => void resend()} loading={busy}>
        Enviar otra vez
      </Button>
    </section>
  );
}
