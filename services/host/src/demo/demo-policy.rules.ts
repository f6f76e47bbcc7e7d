import { isLoopback } from '@lead-finder/platform';
import { isEmbedded, type HostSettings } from '../host.config.js';

export interface PublicAddress {
  HOST: string;
  PUBLIC_URL?: string | undefined;
}

/** With external servers a set `PUBLIC_URL` decides alone, because `HOST` must be open in a container. */
export function isPrivateToThisMachine({ HOST, PUBLIC_URL }: PublicAddress, settings: HostSettings): boolean {
  const isPublicUrlLoopback = PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname);
  if (isEmbedded(settings) || PUBLIC_URL === undefined) return isLoopback(HOST) && isPublicUrlLoopback;
  return isPublicUrlLoopback;
}

/** True if DEMO_DATA asks for the demo team, or if it is not set and one embedded process serves this machine alone. */
export function wantsDemo(address: PublicAddress, settings: HostSettings): boolean {
  return settings.DEMO_DATA ?? (isEmbedded(settings) && isPrivateToThisMachine(address, settings));
}
