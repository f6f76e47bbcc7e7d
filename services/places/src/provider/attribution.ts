const attributions: Record<string, string> = {
  google: 'Google Maps',
  'google-legacy': 'Google Maps',
  osm: '© OpenStreetMap contributors',
};

/** Returns the attribution that a provider's terms require beside its results, or null. */
export const attributionOf = (provider: string): string | null => attributions[provider] ?? null;
