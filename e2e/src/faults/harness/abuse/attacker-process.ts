import { constants, setPriority } from 'node:os';
import type { Order } from './attack.js';
import { Connections } from './connections.js';
import { flood } from './flood.js';
import { openSlowConnections } from './slow-connections.js';

// Real attackers have their own machines, so this process must not take CPU time from the users at work.
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  const connections = new Connections(order);
  const { attack } = order;
  await (attack.kind === 'hold' ? openSlowConnections(connections, attack) : flood(connections, attack));
  connections.close();
  process.send!(connections.report);
});
process.send!('ready');
