import { notifications } from "@mantine/notifications";
import { createElement } from "react";
import { TOAST_MS } from "../lib/timings.ts";

const show = (color: string, sign: string) => (message: string, title?: string) => {
  notifications.show({
    message,
    title,
    color,
    // The sign tells the outcome without colour.
    icon: createElement("span", { "aria-hidden": true }, sign),
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { "aria-label": "Cerrar el aviso", size: 44 },
  });
};

/** A sentence that appears in a corner of any screen and goes by itself. */
export const toast = {
  success: show("battery.6", "✓"),
  error: show("red.8", "!"),
  info: show("petrol.8", "i"),
};
