import { cleanup, fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { ComparisonPage } from "./comparison-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("each column of the comparison is headed by name and site, and rows that are alike are folded into one", async () => {
  const names: Record<string, object> = {
    s1: { name: "Nave 2", site: "Polígono Sur" },
    s2: { name: null, site: null },
  };
  vi.stubGlobal("fetch", async (path: string) => {
    const id = path.slice(-2);
    const data = {
      id,
      ...names[id],
      status: "pending",
      createdAt: "2026-03-12T12:00:00Z",
      inputParameters: { battery_capacity: 1250 },
      calculatorContext: null,
      uncertainty: null,
      sensitivity: null,
    };
    return Response.json({ success: true, data });
  });
  const router = createMemoryRouter([{ path: "*", Component: ComparisonPage }], {
    initialEntries: ["/comparar?ids=s1,s2"],
  });
  renderWithData(<RouterProvider router={router} />);
  await screen.findByRole("columnheader", { name: /^Nave 2\s*Polígono Sur\s*12\/03\/2026$/ });
  screen.getByRole("columnheader", { name: /^Batería de 1,25.MWh\s*12\/03\/2026$/ });

  // What is alike in all is folded away until it is asked for.
  expect(screen.queryByRole("rowheader", { name: "Capacidad" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^Iguales en todas/ }));
  screen.getByRole("rowheader", { name: "Capacidad" });
});
