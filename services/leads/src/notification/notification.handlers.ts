import { listNotifications, readAllNotifications, readNotification, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Notifications } from './notifications.js';

@Controller()
export class NotificationHandlers {
  constructor(private readonly notifications: Notifications) {}

  @Handle(listNotifications)
  list({ page, pageSize }: ParsedInputOf<typeof listNotifications>, { actor }: ActorContext) {
    return this.notifications.page(actor.id, page, pageSize);
  }

  @Handle(readNotification)
  async read({ id }: ParsedInputOf<typeof readNotification>, { actor }: ActorContext) {
    await this.notifications.read(actor.id, id);
    return { message: 'Notification marked as read' };
  }

  @Handle(readAllNotifications)
  async readAll(_: unknown, { actor }: ActorContext) {
    await this.notifications.readAll(actor.id);
    return { message: 'All notifications marked as read' };
  }
}
