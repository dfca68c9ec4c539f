import { AppError } from "@ecotrim/contracts/errors";
import {
  NOTIFICATION_LIST_SIZE,
  type Notification,
  type NotificationList,
  type NotificationPreferences,
} from "@ecotrim/contracts/notifications/notification";
import { NotificationEntity, type Notification as NotificationRow } from "@ecotrim/server/db/entities/notification";
import { UserEntity } from "@ecotrim/server/db/entities/user";
import type { Deps } from "../../deps.ts";

const viewOf = ({ id, kind, subjectId, data, createdAt, readAt }: NotificationRow): Notification => ({
  id,
  kind,
  subjectId,
  data,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

export async function listNotifications({ dataSource }: Deps, userId: string): Promise<NotificationList> {
  const notifications = dataSource.getRepository(NotificationEntity);
  const [rows, [{ unread }]] = await Promise.all([
    notifications.find({ where: { userId }, order: { createdAt: "DESC", id: "DESC" }, take: NOTIFICATION_LIST_SIZE }),
    dataSource.query("SELECT count(*)::int AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL", [
      userId,
    ]),
  ]);
  return { notifications: rows.map(viewOf), unread };
}

/** Marks a notification as read; idempotent. @throws AppError NOT_FOUND, also for notifications of other users. */
export async function markRead({ dataSource }: Deps, userId: string, id: string): Promise<void> {
  const [, count] = await dataSource.query(
    "UPDATE notifications SET read_at = coalesce(read_at, now()) WHERE id = $1 AND user_id = $2",
    [id, userId],
  );
  if (count === 0) throw new AppError("NOT_FOUND");
}

export async function markAllRead({ dataSource }: Deps, userId: string): Promise<void> {
  await dataSource.query("UPDATE notifications SET read_at = now() WHERE user_id = $1 AND read_at IS NULL", [userId]);
}

export async function readPreferences({ dataSource }: Deps, id: string): Promise<NotificationPreferences> {
  const { notifyByEmail } = await dataSource.getRepository(UserEntity).findOneByOrFail({ id });
  return { email: notifyByEmail };
}

export async function savePreferences({ dataSource }: Deps, id: string, { email }: NotificationPreferences) {
  await dataSource.getRepository(UserEntity).update({ id }, { notifyByEmail: email });
}

export async function readNotification({ dataSource }: Deps, id: string): Promise<Notification | null> {
  const row = await dataSource.getRepository(NotificationEntity).findOneBy({ id });
  return row && viewOf(row);
}

/** Marks a notification as delivered to a browser, so that it is not mailed. */
export async function markDelivered({ dataSource }: Deps, id: string): Promise<void> {
  await dataSource.query("UPDATE notifications SET delivered_at = coalesce(delivered_at, now()) WHERE id = $1", [id]);
}
