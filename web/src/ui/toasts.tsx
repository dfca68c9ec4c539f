import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import "./toasts.css";

/** Where toasts appear; loaded after the page, which does not wait for them. */
export const Toasts = () => <Notifications position="top-right" className="toasts" containerWidth={400} />;
