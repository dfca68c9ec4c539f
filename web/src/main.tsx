import "@mantine/core/styles.layer.css";
import "@fontsource-variable/inter/opsz.css";
import "./global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { claimAfterLogin } from "./app/claims.ts";
import { Providers } from "./app/providers.tsx";
import { Router } from "./app/router.tsx";
import { checkSession } from "./app/session-check.ts";
import { whenMeasuringAllowed } from "./features/consent/consent.ts";
import { adoptThemeVariables } from "./theme.ts";

adoptThemeVariables();
void checkSession();
claimAfterLogin();
whenMeasuringAllowed(async () => {
  // Where the code does not load, the page is not measured; nothing else depends on it.
  const { measurePage } = await import("./features/consent/measure.ts").catch(() => ({ measurePage: () => {} }));
  measurePage();
});

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
