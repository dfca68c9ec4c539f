import { AppError } from "@ecotrim/shared/errors";
import {
  NOTIFICATION_LIST_SIZE,
  type Notification,
  type NotificationList,
  type NotificationPreferences,
} from "@ecotrim/shared/notifications/notification";
import {
  NotificationEntity,
  type Notification as NotificationRow,
} from "@ecotrim/shared/server/db/entities/notification";
import { UserEntity } from "@ecotrim/shared/server/db/entities/user";
import { IsNull } from "typeorm";
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
  const [rows, unread] = await Promise.all([
    notifications.find({ where: { userId }, order: { createdAt: "DESC", id: "DESC" }, take: NOTIFICATION_LIST_SIZE }),
    notifications.countBy({ userId, readAt: IsNull() }),
  ]);
  return { notifications: rows.map(viewOf), unread };
}

/** Reading twice changes nothing. @throws AppError NOT_FOUND, alike for those of others. */
export async function markRead({ dataSource }: Deps, userId: string, id: string): Promise<void> {
  const notifications = dataSource.getRepository(NotificationEntity);
  if (!(await notifications.existsBy({ id, userId }))) throw new AppError("NOT_FOUND");
  await notifications.update({ id, userId, readAt: IsNull() }, { readAt: new Date() });
}

export async function markAllRead({ dataSource }: Deps, userId: string): Promise<void> {
  await dataSource.getRepository(NotificationEntity).update({ userId, readAt: IsNull() }, { readAt: new Date() });
}

export async function readPreferences({ dataSource }: Deps, id: string): Promise<NotificationPreferences> {
  const { notifyByEmail } = await dataSource.getRepository(UserEntity).findOneByOrFail({ id });
  return { email: notifyByEmail };
}

export async function savePreferences({ dataSource }: Deps, id: string, { email }: NotificationPreferences) {
  await dataSource.getRepository(UserEntity).update({ id }, { notifyByEmail: email });
}

/** A notification on its way to a browser that is there: it will not be mailed. */
export async function deliver({ dataSource }: Deps, id: string): Promise<Notification | null> {
  const notifications = dataSource.getRepository(NotificationEntity);
  await notifications.update({ id, deliveredAt: IsNull() }, { deliveredAt: new Date() });
  const row = await notifications.findOneBy({ id });
  return row && viewOf(row);
}
