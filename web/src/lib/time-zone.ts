import { useContext } from 'react';
import { SessionContext } from './session';
import { useSettings } from './settings';

/** The user's own zone, else the deployment's (docs/product/teams.md#time-zones). Undefined until that has loaded. */
export function useTimeZone(): string | undefined {
  const settings = useSettings();
  return useContext(SessionContext)?.user?.timeZone ?? settings?.timeZone;
}

export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
