import { useState } from 'react';
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
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setAsking(false);
        onPosition({ latitude, longitude });
      },
      () => {
        setAsking(false);
        toast.error('Your position is not known', 'Allow this page to use it in the browser, then try again.');
      },
      { timeout: 10_000, maximumAge: 60_000 },
    );
  };
  return { isOffered, isAsking, ask };
}
