const attributions: Record<string, string> = {
  google: 'Google Maps',
  'google-legacy': 'Google Maps',
  osm: '© OpenStreetMap contributors',
};

/** What must stand beside a provider's results, as its terms ask; null where nothing must. */
export const attributionOf = (provider: string): string | null => attributions[provider] ?? null;
