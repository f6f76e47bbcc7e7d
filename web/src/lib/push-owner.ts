import { deviceStore } from './browser-store';

/** The user who switched notifications on in this browser. */
export const pushOwner = deviceStore<number | null>('push-owner', null);
