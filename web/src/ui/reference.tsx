import { Text } from "@mantine/core";
import "./states.css";

/** Reference by which support finds a failure in the log. */
export const Reference = ({ id }: { id: string }) => (
  <Text size="sm" c="dimmed" className="reference">
    Referencia: {id}
  </Text>
);
