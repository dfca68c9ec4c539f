import { Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.ts";
import { fetchPreferences, savePreferences } from "./calls.ts";

const KEY = ["notification-preferences"];

/** Whether notifications are mailed while no browser is connected. */
export function MailPreference() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => fetchPreferences(signal) });
  const save = useMutation({
    mutationFn: savePreferences,
    onSuccess: (saved) => client.setQueryData(KEY, saved),
    onError: (error) => toast.error(`No se ha podido guardar: ${error.message}`),
  });
  return (
    <section className="card profile-part">
      <h2>Avisos</h2>
      {error ? (
        <ErrorState title="No se ha podido leer su preferencia" error={error} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : !data ? (
        <Loading heights={[44]} label="Cargando" />
      ) : (
        <Switch
          size="md"
          label="Avisarme por correo cuando termine una simulación o un informe y no esté conectado"
          checked={save.isPending ? save.variables.email : data.email}
          onChange={(event) => save.mutate({ email: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}
