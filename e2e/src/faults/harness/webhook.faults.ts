import { eventually } from '@lead-finder/testing';
import type { Fault } from './fault.js';
import { WebhookReceiver } from './webhook-receiver.js';

const kills = 3;
const rotations = 3;

const receiverDown: Fault = {
  name: 'webhook-receiver-down',
  what: 'the receiver of a webhook refuses connections for 12 to 20 seconds while leads change',
  act: async (stage) => {
    const receiver = await WebhookReceiver.open(stage, stage.product.receivers[0]!);
    await stage.somewhere();
    await receiver.down();
    await stage.lasting(stage.dice.between(12, 20));
    const { failing } = await receiver.state();
    stage.expect('the webhook does not notice that its receiver is away', failing);
    await receiver.up();
    await receiver.check();
  },
};

const receiverSlow: Fault = {
  name: 'webhook-receiver-slow',
  what: 'the receiver of a webhook needs two seconds for each message, while another webhook must not wait',
  act: async (stage) => {
    const [slow, quick] = await Promise.all(stage.product.receivers.map((port) => WebhookReceiver.open(stage, port)));
    slow!.slowMs = 2_000;
    await stage.untilImported(1);
    await eventually(
      async () => {
        const { waiting } = await quick!.state();
        if (waiting > 5) throw new Error(`${waiting} changes wait for the quick receiver`);
      },
      { within: 30_000 },
    );
    stage.expect('the slow receiver is not behind', slow!.count < quick!.count);
    slow!.slowMs = 0;
    await quick!.check();
    await slow!.check();
  },
};

const killed: Fault = {
  name: 'kill-while-delivering',
  what: 'the leads process is killed three times while it delivers a webhook',
  act: async (stage) => {
    const receiver = await WebhookReceiver.open(stage, stage.product.receivers[0]!);
    for (let kill = 0; kill < kills; kill++) {
      const before = receiver.count;
      await eventually(
        () => {
          if (receiver.count === before) throw new Error('Nothing is delivered');
        },
        { within: 90_000 },
      );
      await stage.somewhere();
      await stage.product.replace('leads');
      await stage.product.ready();
    }
    await receiver.check();
  },
};

const rotated: Fault = {
  name: 'secret-rotated-while-delivering',
  what: 'the secret of a webhook is renewed three times while it delivers, and its receiver takes the new one a moment later',
  act: async (stage) => {
    const receiver = await WebhookReceiver.open(stage, stage.product.receivers[0]!);
    for (let rotation = 0; rotation < rotations; rotation++) {
      await stage.somewhere();
      const secret = await receiver.renewSecret();
      await stage.somewhere();
      receiver.secrets = [secret];
    }
    stage.expect(`${receiver.refused} messages had a signature that the receiver did not know`, receiver.refused === 0);
    await receiver.check();
  },
};

export const webhookFaults: readonly Fault[] = [receiverDown, receiverSlow, killed, rotated];
