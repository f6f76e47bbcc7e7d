import { addPushDevice, listPushDevices, removePushDevice, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { PushDevices } from './push-devices.js';
import { PushKeys } from './push-keys.js';

@Controller()
export class PushDeviceHandlers {
  constructor(
    private readonly devices: PushDevices,
    private readonly keys: PushKeys,
  ) {}

  @Handle(listPushDevices)
  async list(_: unknown, { actor }: ActorContext) {
    const { publicKey } = await this.keys.read();
    return { publicKey, devices: await this.devices.list(actor) };
  }

  @Handle(addPushDevice)
  add(device: ParsedInputOf<typeof addPushDevice>, { actor }: ActorContext) {
    return this.devices.add(device, actor);
  }

  @Handle(removePushDevice)
  async remove({ id }: ParsedInputOf<typeof removePushDevice>, { actor }: ActorContext) {
    await this.devices.remove(actor.id, id);
    return { message: 'Device removed' };
  }
}
