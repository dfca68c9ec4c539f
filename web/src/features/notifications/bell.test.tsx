import type { Notification, NotificationList } from "@ecotrim/contracts/notifications/notification";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useOnScreen } from "../../lib/on-screen.ts";
import { tellServerEvent } from "../../lib/server-events.ts";
import { ago, Bell } from "./bell.tsx";

const world = vi.hoisted(() => ({ list: {} as unknown, fails: false, read: [] as string[], toasts: [] as unknown[] }));

vi.mock("../../lib/socket.ts", () => ({ openUserSocket: () => () => undefined }));
vi.mock("./calls.ts", () => ({
  fetchNotifications: async () => {
    if (world.fails) throw new Error("unreachable");
    return structuredClone(world.list);
  },
  markRead: async (id: string) => {
    world.read.push(id);
  },
  markAllRead: async () => {
    world.read.push("all");
  },
}));
vi.mock("../../ui/toast.ts", () => {
  const say = (tone: string) => (body: string, title: string) => world.toasts.push({ tone, title, body });
  return { toast: { success: say("success"), error: say("error"), info: say("info") } };
});

const notification = (id: string, readAt: string | null = null): Notification => ({
  id,
  kind: "simulation.completed",
  subjectId: `s${id}`,
  data: { name: "Batería equilibrada", savings: 1234, npv: 5 },
  createdAt: "2026-01-01T10:00:00Z",
  readAt,
});
const has = (...notifications: Notification[]) => {
  const list: NotificationList = {
    notifications,
    unread: notifications.filter(({ readAt }) => readAt === null).length,
  };
  world.list = list;
};

const Address = () => <output>{useLocation().pathname + useLocation().search}</output>;
const Showing = ({ id }: { id: string }) => {
  useOnScreen(id);
  return null;
};

function show(onScreen?: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Bell token="secret" />
          <Address />
          {onScreen && <Showing id={onScreen} />}
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const bell = (name: string) => screen.findByRole("button", { name });
const open = async (name: string) => fireEvent.click(await bell(name));

beforeEach(() => Object.assign(world, { fails: false, read: [], toasts: [] }));
afterEach(cleanup);

describe("the bell", () => {
  test("the bell says how many notices are unread", async () => {
    has(notification("1"), notification("2"), notification("3", "2026-01-01T11:00:00Z"));
    show();
    expect(await bell("Notificaciones, 2 sin leer")).toBeDefined();
  });

  test("the bell lists its notices, marks the unread ones, and each leads to its subject and is read by that", async () => {
    has(notification("1"), notification("2", "2026-01-01T11:00:00Z"));
    show();
    await open("Notificaciones, 1 sin leer");
    const [first, second] = await screen.findAllByRole("link");
    expect(first?.textContent).toContain("Su simulación está lista (sin leer)");
    expect(second?.textContent).not.toContain("sin leer");
    expect(first?.textContent).toMatch(/VAN positivo y 1\.234\s€ de ahorro al año/);
    fireEvent.click(first!);
    expect(screen.getByRole("status").textContent).toBe("/simulacion/s1");
    await waitFor(() => expect(world.read).toEqual(["1"]));
  });

  test("the bell marks all notices as read", async () => {
    has(notification("1"), notification("2"));
    show();
    await open("Notificaciones, 2 sin leer");
    fireEvent.click(await screen.findByRole("button", { name: "Marcar todas como leídas" }));
    await waitFor(() => expect(world.read).toEqual(["all"]));
  });

  test("the bell says that there are no notices", async () => {
    has();
    show();
    await open("Notificaciones");
    expect(await screen.findByText("No tiene notificaciones.")).toBeDefined();
  });

  test("the bell offers another attempt where notices cannot be read", async () => {
    world.fails = true;
    show();
    await open("Notificaciones");
    const alert = await screen.findByRole("alert");
    world.fails = false;
    has(notification("1"));
    fireEvent.click(within(alert).getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByText("Su simulación está lista")).toBeDefined();
  });
});

describe("a notice that arrives", () => {
  test("a notice that arrives appears on any screen and is counted", async () => {
    has();
    show();
    await bell("Notificaciones");
    has(notification("1"));
    const acknowledge = vi.fn();
    tellServerEvent("notification:new", notification("1"), acknowledge);
    expect(acknowledge).toHaveBeenCalledExactlyOnceWith(true);
    expect(await bell("Notificaciones, 1 sin leer")).toBeDefined();
    expect(world.toasts).toEqual([
      {
        tone: "success",
        title: "Su simulación está lista",
        body: expect.stringMatching(/1\.234\s€/),
      },
    ]);
    expect(world.read).toEqual([]);
  });

  test("a notice of the simulation on the screen is read already", async () => {
    has();
    show("s1");
    await bell("Notificaciones");
    tellServerEvent("notification:new", notification("1"), () => {});
    await waitFor(() => expect(world.read).toEqual(["1"]));
    expect(world.toasts).toEqual([]);
  });

  test("a notice that arrives while the connection was lost is found when it is back", async () => {
    has();
    show();
    await bell("Notificaciones");
    has(notification("1"));
    tellServerEvent("connected");
    expect(await bell("Notificaciones, 1 sin leer")).toBeDefined();
  });
});

test.each([
  ["2026-01-01T09:59:30Z", "ahora"],
  ["2026-01-01T09:55:00Z", "hace 5 minutos"],
  ["2026-01-01T07:00:00Z", "hace 3 horas"],
  ["2025-12-30T23:30:00Z", "31/12/2025, 0:30"],
])("a notice of %s is dated %s at ten o'clock", (iso, words) => {
  expect(ago(iso, Date.parse("2026-01-01T10:00:00Z"))).toBe(words);
});
