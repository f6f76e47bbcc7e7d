import { useQuery } from '@tanstack/react-query';

/** What the operator set and every page may know, `GET /api/settings`; needs no session. */
export interface Settings {
  supportEmail: string;
  mapTileUrl: string;
  mapAttribution: string;
  timeZone: string;
}

export const settingsKey = ['/api/settings'] as const;

/** Undefined until it is there, and where it could not be read: nothing waits for it. */
export const useSettings = (): Settings | undefined => useQuery<Settings>({ queryKey: settingsKey }).data;
