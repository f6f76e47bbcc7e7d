/** The device's answer to the page's question for its position. Null refuses. */
export function fakePosition(latitude: number | null, longitude = 0): void {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (onFound, onRefused) =>
    latitude === null
      ? onRefused?.({ code: 1 } as GeolocationPositionError)
      : onFound({ coords: { latitude, longitude } } as GeolocationPosition);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
}
