import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { paymentModeQuery } from "./queries.ts";

/** Names the payment provider and says so in test mode. */
export function ProviderNote() {
  const { data } = useQuery(paymentModeQuery);
  return (
    <>
      <Text size="sm" c="dimmed">
        El pago se procesa de forma segura en la página de Stripe; no vemos los datos de su tarjeta.
      </Text>
      {data?.testMode && <Text fw={600}>Modo de pruebas: no se cobra nada.</Text>}
    </>
  );
}
