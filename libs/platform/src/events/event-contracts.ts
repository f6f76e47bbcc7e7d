import * as contracts from '@lead-finder/contracts';
import type { EventContract, ServiceName } from '@lead-finder/contracts';

const isEvent = (value: unknown): value is EventContract => (value as { kind?: string } | null)?.kind === 'event';

export const everyEvent: readonly EventContract[] = Object.values(contracts as Record<string, unknown>).filter(isEvent);

const byType = new Map(everyEvent.map((event) => [event.type, event]));

export function consumersOf(type: string): readonly ServiceName[] {
  const event = byType.get(type);
  if (!event) throw new Error(`No contract defines the event ${type}`);
  return event.consumers;
}
