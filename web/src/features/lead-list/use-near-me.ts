import { useState } from 'react';
import { type DevicePosition, useDevicePosition } from '../../lib/use-device-position';

/** The sort by distance. It ends with the page, because the position is never stored. */
export function useNearMe(onChosen: () => void) {
  const [position, setPosition] = useState<DevicePosition | null>(null);
  const device = useDevicePosition((found) => {
    setPosition(found);
    onChosen();
  });
  return {
    ...device,
    near: position ? `${position.latitude.toFixed(6)},${position.longitude.toFixed(6)}` : undefined,
    leave: () => setPosition(null),
  };
}
