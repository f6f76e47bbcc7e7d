import { isLoopback } from '@lead-finder/platform';
import { isEmbedded, type HostSettings } from '../host.config.js';

export interface PublicAddress {
  HOST: string;
  PUBLIC_URL?: string | undefined;
}

/**
 * Is the product open to this machine alone? `HOST` tells, and `PUBLIC_URL` where it is set; with servers outside the
 * gateway runs in a container, where `HOST` must be open and `PUBLIC_URL` alone tells (decisions, section 1).
 */
export function isPrivateToThisMachine({ HOST, PUBLIC_URL }: PublicAddress, settings: HostSettings): boolean {
  const isPublicUrlLoopback = PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname);
  if (isEmbedded(settings) || PUBLIC_URL === undefined) return isLoopback(HOST) && isPublicUrlLoopback;
  return isPublicUrlLoopback;
}

/** Seeded where asked for; by itself only where no server is involved and nobody else can reach it. */
export function wantsDemo(address: PublicAddress, settings: HostSettings): boolean {
  return settings.DEMO_DATA ?? (isEmbedded(settings) && isPrivateToThisMachine(address, settings));
}
