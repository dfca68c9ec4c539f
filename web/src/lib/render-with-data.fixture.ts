import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createElement, type ReactNode } from "react";

/** Renders components that read the API, with a cache of their own and no retry of a failed request. */
export function renderWithData(children: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const withData = createElement(QueryClientProvider, { client }, children);
  return render(createElement(MantineProvider, { env: "test" }, withData));
}
