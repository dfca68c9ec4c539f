import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { toast } from "../../ui/toast.ts";
import { useReport } from "./use-report.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const made = { id: "7", kind: "premium", status: "completed", waits: false, fileName: "informe.pdf" };
const serveReport = async (path: string) =>
  path.endsWith("/download") ? new Response("%PDF") : Response.json({ success: true, data: made }, { status: 202 });

test("a report is shown in the tab that the click has opened", async () => {
  vi.stubGlobal("fetch", serveReport);
  const tab = { document: {}, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(tab as never);
  const { result } = renderHook(() => useReport("1", () => undefined));
  await act(() => result.current.show("premium"));
  expect(tab.location.replace).toHaveBeenCalledWith(expect.stringMatching(/^blob:/));
  expect(tab.close).not.toHaveBeenCalled();
});

test("a report that cannot be shown leaves no empty tab behind", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: false, error: "No.", code: "X" }, { status: 404 }));
  const told = vi.spyOn(toast, "error").mockReturnValue();
  const tab = { document: {}, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(tab as never);
  const { result } = renderHook(() => useReport("1", () => undefined));
  await act(() => result.current.show("premium"));
  expect(tab.close).toHaveBeenCalled();
  expect(told).toHaveBeenCalledWith("No.");
});

test("a user who asks for a report that waits for scenarios is told so, and is not kept waiting", async () => {
  const report = { id: "7", kind: "premium", status: "pending", waits: true };
  const fetched = vi.fn(async () => Response.json({ success: true, data: report }, { status: 202 }));
  vi.stubGlobal("fetch", fetched);
  const told = vi.spyOn(toast, "info").mockReturnValue();
  const { result } = renderHook(() => useReport("1", () => undefined));
  await act(() => result.current.save("premium"));
  expect(told).toHaveBeenCalledWith(expect.stringContaining("faltan los escenarios"));
  expect(result.current.making).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("a workbook that cannot be made is said to be one", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: true, data: { ...made, kind: "workbook", status: "failed" } }, { status: 202 }),
  );
  const told = vi.spyOn(toast, "error").mockReturnValue();
  const { result } = renderHook(() => useReport("1", () => undefined));
  await act(() => result.current.save("workbook"));
  expect(told).toHaveBeenCalledWith("No se ha podido generar el libro de Excel. Inténtelo de nuevo.");
});
