import { Button, MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { PENDING_RECORD } from "../simulations/record.fixture.ts";
import type { DetailState } from "./detail-state.tsx";
import { SimulationDetailModal } from "./simulation-detail-modal.tsx";

afterEach(cleanup);

function Host({ state }: { state: DetailState }) {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpened(true)}>
        Ver detalle
      </button>
      <SimulationDetailModal
        state={state}
        opened={opened}
        onClose={() => setOpened(false)}
        footer={<Button>Descargar Informe</Button>}
      />
    </MantineProvider>
  );
}

const open = (state: DetailState) => {
  render(<Host state={state} />, { wrapper: MemoryRouter });
  const opener = screen.getByRole("button", { name: "Ver detalle" });
  opener.focus();
  fireEvent.click(opener);
  return { opener, window: screen.getByRole("dialog") };
};

test("the window is named by battery and date, and holds the detail and the host's buttons", async () => {
  const { window } = open({ status: "ready", record: PENDING_RECORD });
  await within(window).findByRole("tab", { name: "Resumen" });
  expect(screen.getByRole("dialog", { name: /^Batería de 1,25.MWh · 13 de marzo de 2026$/ })).toBe(window);
  within(window).getByRole("button", { name: "Descargar Informe" });
});

test("the focus goes into the window, and back where it was when it closes", async () => {
  const { opener, window } = open({ status: "ready", record: PENDING_RECORD });
  await waitFor(() => expect(window.contains(document.activeElement)).toBe(true));
  fireEvent.click(within(window).getByRole("button", { name: "Cerrar" }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the place of a record is kept while it is fetched", () => {
  const { window } = open({ status: "loading" });
  within(window).getByRole("status", { name: "Cargando la simulación" });
});

test("a record that cannot be had says why, and is asked for again", () => {
  const onRetry = vi.fn();
  const { window } = open({ status: "failed", message: "No se ha podido conectar con el servidor.", onRetry });
  within(window).getByText("No se ha podido conectar con el servidor.");
  fireEvent.click(within(window).getByRole("button", { name: "Reintentar" }));
  expect(onRetry).toHaveBeenCalledOnce();
});
