import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { ReportMenu } from "./report-menu.tsx";

afterEach(cleanup);

test("the menu of reports opens with the focus on its first entry", async () => {
  renderWithData(
    <MemoryRouter>
      <ReportMenu simulationId="s1" name="Nave 2" label="Informes" />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Informes de Nave 2" }));
  const basic = await screen.findByRole("menuitem", { name: /^Informe básico/ });
  await waitFor(() => expect(document.activeElement).toBe(basic));
});
