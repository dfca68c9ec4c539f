import { createBrowserRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { HomePage } from "../features/home/home-page.tsx";
import { UnknownPage } from "../features/home/unknown-page.tsx";
import { Protected } from "./protected.tsx";
import { routeInTime } from "./route-in-time.ts";
import { RouteError, RouteLoading } from "./route-states.tsx";
import { Shell } from "./shell.tsx";

const calculator: RouteObject[] = [
  {
    path: "calculadora",
    lazy: async () => ({ Component: (await import("../features/calculator/calculator-entry.tsx")).CalculatorEntry }),
  },
  {
    path: "calculadora/paso/:step",
    lazy: async () => ({ Component: (await import("../features/calculator/step-route.tsx")).StepRoute }),
  },
  {
    path: "calculadora/registro",
    lazy: async () => ({
      Component: (await import("../features/calculator/registration-route.tsx")).RegistrationRoute,
    }),
  },
  {
    path: "nueva-simulacion",
    lazy: async () => ({ Component: (await import("../features/calculator/new-simulation.tsx")).NewSimulation }),
  },
];

const company: RouteObject[] = [
  {
    path: "productos",
    lazy: async () => ({ Component: (await import("../features/products/products-page.tsx")).ProductsPage }),
  },
  {
    path: "informe-ejemplo",
    lazy: async () => ({ Component: (await import("../features/sample-report/sample-page.tsx")).SamplePage }),
  },
  {
    path: "contacto",
    lazy: async () => ({ Component: (await import("../features/contact/contact-page.tsx")).ContactPage }),
  },
  {
    path: "privacidad",
    lazy: async () => ({ Component: (await import("../features/legal/privacy-page.tsx")).PrivacyPage }),
  },
  {
    path: "legal",
    lazy: async () => ({ Component: (await import("../features/legal/notice-page.tsx")).NoticePage }),
  },
  {
    path: "cookies",
    lazy: async () => ({ Component: (await import("../features/legal/cookies-page.tsx")).CookiesPage }),
  },
  {
    path: "condiciones",
    lazy: async () => ({ Component: (await import("../features/legal/terms-page.tsx")).TermsPage }),
  },
  {
    path: "accesibilidad",
    lazy: async () => ({ Component: (await import("../features/legal/accessibility-page.tsx")).AccessibilityPage }),
  },
  {
    path: "desistimiento",
    lazy: async () => ({ Component: (await import("../features/withdrawal/withdrawal-page.tsx")).WithdrawalPage }),
  },
];

const account: RouteObject[] = [
  {
    lazy: async () => ({ Component: (await import("../features/auth/auth-screen.tsx")).AuthScreen }),
    children: [
      { path: "login", element: null },
      { path: "register", element: null },
    ],
  },
  {
    path: "restablecer",
    lazy: async () => ({ Component: (await import("../features/auth/reset-screen.tsx")).ResetScreen }),
  },
  {
    path: "confirmar-correo",
    lazy: async () => ({ Component: (await import("../features/auth/confirm-screen.tsx")).ConfirmScreen }),
  },
];

const subscribed = async () => ({
  Component: (await import("../features/payment-result/subscription-success-page.tsx")).SubscriptionSuccessPage,
});

/** Pages for logged-in users only. */
const personal: RouteObject = {
  Component: Protected,
  children: [
    {
      lazy: async () => ({ Component: (await import("./own-simulations.tsx")).OwnSimulations }),
      children: [
        { path: "mi-area", element: null },
        { path: "historial-simulaciones", element: null },
        { path: "simulacion/:id", element: null },
      ],
    },
    {
      path: "comparar",
      lazy: async () => ({ Component: (await import("../features/comparison/comparison-page.tsx")).ComparisonPage }),
    },
    {
      path: "payment/success",
      lazy: async () => ({
        Component: (await import("../features/payment-result/payment-success-page.tsx")).PaymentSuccessPage,
      }),
    },
    { path: "subscription/success", lazy: subscribed },
    { path: "subscription-success", lazy: subscribed },
  ],
};

const shared: RouteObject = {
  path: "compartido/:token",
  lazy: async () => ({ Component: (await import("../features/shared-view/shared-page.tsx")).SharedPage }),
};

const routes: RouteObject[] = [
  {
    path: "/",
    Component: Shell,
    HydrateFallback: RouteLoading,
    children: [
      {
        ErrorBoundary: RouteError,
        children: [
          { index: true, Component: HomePage },
          ...calculator,
          ...company,
          ...account,
          personal,
          shared,
          { path: "*", Component: UnknownPage },
        ],
      },
    ],
  },
];

const router = createBrowserRouter(routes.map(routeInTime));

/** Ends once the code of the first page is there, or has failed. */
export const firstPage = (): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

export function Router() {
  return <RouterProvider router={router} />;
}
