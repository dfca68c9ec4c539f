import { LOCALE } from "@ecotrim/contracts/locale";
import type { Notification, NotificationList } from "@ecotrim/contracts/notifications/notification";
import { shortDateTime } from "@ecotrim/present/dates";
import { notificationText } from "@ecotrim/present/notifications";
import { Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { useListAddress } from "../simulations/detail-address.ts";
import { fetchNotifications, markAllRead, markRead } from "./calls.ts";
import { NOTIFICATIONS_KEY, useLive } from "./use-live.ts";
import "./bell.css";

/**
 * Notices of the account: how many are unread, and the list of the latest. Listens to the server while it is mounted.
 */
export function Bell({ token }: { token: string }) {
  useLive(token);
  const [open, popover] = useDisclosure();
  const list = useQuery({ queryKey: NOTIFICATIONS_KEY, queryFn: ({ signal }) => fetchNotifications(signal) });
  const unread = list.data?.unread ?? 0;

  return (
    <Popover
      opened={open}
      onChange={(opened) => (opened ? popover.open() : popover.close())}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className="bell"
          onClick={popover.toggle}
          aria-label={unread > 0 ? `Notificaciones, ${unread} sin leer` : "Notificaciones"}
        >
          <BellIcon />
          {unread > 0 && (
            <span className="bell-count" aria-hidden="true">
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notificaciones">
        <div className="notices">
          <Head unread={unread} />
          {list.data && <Notices notifications={list.data.notifications} onLeave={popover.close} />}
          {list.isPending && <Loading heights={[56, 56, 56]} label="Cargando sus notificaciones" />}
          {list.isError && !list.data && (
            <ErrorState title="No se han podido cargar sus notificaciones." onRetry={() => void list.refetch()} />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Optimistic update of the list, which is read again in any case. */
function useReading<V>(
  send: (value: V) => Promise<void>,
  change: (list: NotificationList, value: V) => NotificationList,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (value) => {
      await queries.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
      queries.setQueryData<NotificationList>(NOTIFICATIONS_KEY, (list) => list && change(list, value));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  }).mutate;
}

const now = () => new Date().toISOString();

function Head({ unread }: { unread: number }) {
  const readAll = useReading<void>(markAllRead, ({ notifications }) => ({
    notifications: notifications.map((one) => ({ ...one, readAt: one.readAt ?? now() })),
    unread: 0,
  }));
  return (
    <div className="notices-head">
      <h2>Notificaciones</h2>
      {unread > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => readAll()}>
          Marcar todas como leídas
        </Button>
      )}
    </div>
  );
}

function Notices({ notifications, onLeave }: { notifications: Notification[]; onLeave: () => void }) {
  const over = useListAddress();
  const read = useReading<string>(markRead, (list, id) => ({
    notifications: list.notifications.map((one) => (one.id === id ? { ...one, readAt: one.readAt ?? now() } : one)),
    unread: Math.max(0, list.unread - 1),
  }));

  if (notifications.length === 0)
    return (
      <EmptyState title="No tiene notificaciones.">
        Aquí le avisaremos cuando termine una simulación o esté listo un informe.
      </EmptyState>
    );

  return (
    <ul className="notices-list">
      {notifications.map((notification) => {
        const { id, createdAt, readAt } = notification;
        const { title, body, path } = notificationText(notification);
        const open = () => {
          if (!readAt) read(id);
          onLeave();
        };
        return (
          <li key={id}>
            <Link to={path} state={{ over }} className="notice" data-unread={readAt === null} onClick={open}>
              <span className="notice-mark" aria-hidden="true" />
              <div>
                <p className="notice-title">
                  {title}
                  {!readAt && <span className="visually-hidden"> (sin leer)</span>}
                </p>
                <p className="notice-body">{body}</p>
                <p className="notice-time">
                  <time dateTime={createdAt}>{ago(createdAt, Date.now())}</time>
                </p>
              </div>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** "hace 5 minutos" within a day, then the date. */
export function ago(iso: string, at: number): string {
  const passed = at - Date.parse(iso);
  if (passed < MINUTE_MS) return "ahora";
  if (passed < HOUR_MS) return relative.format(-Math.floor(passed / MINUTE_MS), "minute");
  if (passed < 24 * HOUR_MS) return relative.format(-Math.floor(passed / HOUR_MS), "hour");
  return shortDateTime(iso);
}

const BellIcon = () => (
  <svg
    viewBox="0 0 24 24"
    width={24}
    height={24}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M6 16.5V10.5a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4" />
  </svg>
);
