import "@mantine/core/styles.layer.css";
import "@fontsource-variable/inter/opsz.css";
import "./global.css";
import "./print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { Router } from "./app/router.tsx";
import { checkSession } from "./features/account/session-check.ts";
import { claimAfterLogin } from "./lib/claims.ts";
import { removeStored } from "./lib/storage.ts";
import { adoptThemeVariables } from "./theme.ts";

adoptThemeVariables();
void checkSession();
claimAfterLogin(() => import("./app/claim-simulations.ts").then((module) => module.claimSimulations));
// The choice about cookies of earlier versions: nothing reads it any more.
removeStored("ecotrim.consent");

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
