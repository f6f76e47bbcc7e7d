import { useContext } from 'react';
import { SessionContext } from './session';
import { useSettings } from './settings';

/** The user's own zone, else the deployment's (docs/product/teams.md#time-zones). Undefined until that has loaded. */
export function useTimeZone(): string | undefined {
  const settings = useSettings();
  return useContext(SessionContext)?.user?.timeZone ?? settings?.timeZone;
}

/** One name for zones that have several, such as Asia/Kolkata. */
const nameOf = (zone?: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;

/** Returns the zone of the device if it is another one. */
export function otherDeviceZone(zone: string): string | null {
  const device = nameOf();
  return device === nameOf(zone) ? null : device;
}
