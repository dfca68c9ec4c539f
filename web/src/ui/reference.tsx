import { Text } from "@mantine/core";
import "./states.css";

/** By which support finds what was logged of a failure. */
export const Reference = ({ id }: { id: string }) => (
  <Text size="sm" c="dimmed" className="reference">
    Referencia: {id}
  </Text>
);
