import {
  getNotificationSettings,
  listNotifications,
  readAllNotifications,
  readNotification,
  reportExport,
  setNotificationSettings,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Database, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { NotificationChoices } from './notification-settings.js';
import { Notifications } from './notifications.js';
import { OwnNotifications } from './own-notifications.js';

@Controller()
export class NotificationHandlers {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly own: OwnNotifications,
    private readonly choices: NotificationChoices,
  ) {}

  @Handle(listNotifications)
  list({ page, pageSize }: ParsedInputOf<typeof listNotifications>, { actor }: ActorContext) {
    return this.own.page(actor.id, page, pageSize);
  }

  @Handle(readNotification)
  async read({ id }: ParsedInputOf<typeof readNotification>, { actor }: ActorContext) {
    await this.own.read(actor.id, id);
    return { message: 'Notification marked as read' };
  }

  @Handle(readAllNotifications)
  async readAll(_: unknown, { actor }: ActorContext) {
    await this.own.readAll(actor.id);
    return { message: 'All notifications marked as read' };
  }

  @Handle(reportExport)
  async reportExport({ leads, failed }: ParsedInputOf<typeof reportExport>, { actor }: ActorContext) {
    await this.database.transaction(() => this.notifications.exportEnded(actor.id, leads, failed));
    return {};
  }

  @Handle(getNotificationSettings)
  settings(_: unknown, { actor }: ActorContext) {
    return this.choices.of(actor.id);
  }

  @Handle(setNotificationSettings)
  choose(changes: ParsedInputOf<typeof setNotificationSettings>, { actor }: ActorContext) {
    return this.choices.change(actor.id, changes);
  }
}
