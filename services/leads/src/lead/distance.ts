/** SQL of the metres between a lead that has coordinates and a place. */
export const metresFrom = (latitude: string, longitude: string) =>
  `12742000 * asin(least(1, sqrt(
     sind((latitude - ${latitude}) / 2) ^ 2 + cosd(latitude) * cosd(${latitude}) * sind((longitude - ${longitude}) / 2) ^ 2
   )))`;

/** '120 m', '2.4 km'. */
export const distanceText = (metres: number): string =>
  metres < 999.5 ? `${Math.round(metres)} m` : `${(metres / 1_000).toFixed(1)} km`;
