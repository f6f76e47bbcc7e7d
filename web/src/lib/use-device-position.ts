import { useToast } from '../ui/toasts';
import { touch, useMediaQuery } from './use-media-query';

export interface DevicePosition {
  latitude: number;
  longitude: number;
}

/** Asks the device for its position, and says so if the user or the device refuses (docs/product/lead-list.md#near-me). */
export function useDevicePosition(onPosition: (position: DevicePosition) => void) {
  const toast = useToast();
  const isOffered = useMediaQuery(touch);
  const ask = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => onPosition({ latitude, longitude }),
      () => toast.error('Your position is not known', 'Allow this page to use it in the browser, then try again.'),
      { timeout: 10_000, maximumAge: 60_000 },
    );
  return { isOffered, ask };
}
