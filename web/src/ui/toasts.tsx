import { getDefaultZIndex } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import "./toasts.css";

/** Below lists and menus, and the dialogs that are `over-toasts`, which a toast would cover. */
const Z_INDEX = getDefaultZIndex("popover") - 2;

/** Where toasts appear; loaded after the page, which does not wait for them. */
export const Toasts = () => (
  <Notifications position="top-right" className="toasts" containerWidth={400} zIndex={Z_INDEX} />
);
