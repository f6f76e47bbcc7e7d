import { useQuery } from '@tanstack/react-query';

/** The settings that every page may read, `GET /api/settings`. Needs no session. */
export interface Settings {
  supportEmail: string;
  mapTileUrl: string;
  mapAttribution: string;
  timeZone: string;
}

export const settingsKey = ['/api/settings'] as const;

/** Undefined until it has loaded, and after a failure. Nothing waits for it. */
export const useSettings = (): Settings | undefined => useQuery<Settings>({ queryKey: settingsKey }).data;
