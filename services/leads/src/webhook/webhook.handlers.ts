import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Webhooks } from './webhooks.js';

@Controller()
export class WebhookHandlers {
  constructor(private readonly webhooks: Webhooks) {}

  @Handle(listWebhooks)
  list() {
    return this.webhooks.list();
  }

  @Handle(createWebhook)
  create(input: ParsedInputOf<typeof createWebhook>, { actor }: ActorContext) {
    return this.webhooks.create(input, actor);
  }

  @Handle(updateWebhook)
  update(input: ParsedInputOf<typeof updateWebhook>, { actor }: ActorContext) {
    return this.webhooks.update(input, actor);
  }

  @Handle(removeWebhook)
  async remove({ id }: ParsedInputOf<typeof removeWebhook>, { actor }: ActorContext) {
    await this.webhooks.remove(id, actor);
    return { message: 'Webhook removed' };
  }

  @Handle(rotateWebhookSecret)
  rotate({ id }: ParsedInputOf<typeof rotateWebhookSecret>, { actor }: ActorContext) {
    return this.webhooks.rotate(id, actor);
  }

  @Handle(replayWebhook)
  replay({ id, from }: ParsedInputOf<typeof replayWebhook>, { actor }: ActorContext) {
    return this.webhooks.replay(id, from, actor);
  }

  @Handle(testWebhook)
  test({ id }: ParsedInputOf<typeof testWebhook>, { signal }: ActorContext) {
    return this.webhooks.test(id, signal);
  }

  @Handle(listWebhookDeliveries)
  log({ id, before }: ParsedInputOf<typeof listWebhookDeliveries>) {
    return this.webhooks.log(id, before);
  }
}
