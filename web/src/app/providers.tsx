import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { theme } from "../theme.ts";
import { queries } from "./queries.ts";

/** A page without toasts, should their code not arrive, is better than none. */
const Toasts = lazy<ComponentType>(() =>
  import("../ui/toasts.tsx").then((module) => ({ default: module.Toasts })).catch(() => ({ default: () => null })),
);

/** The theme's variables are a style sheet of the build, and its global classes are not used: no inline styles. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} forceColorScheme="light" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      <Suspense>
        <Toasts />
      </Suspense>
    </MantineProvider>
  );
}
