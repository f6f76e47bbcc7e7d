/** SQL of the metres between a lead that has coordinates and a place. */
export const metresFrom = (latitude: string, longitude: string) =>
  `12742000 * asin(least(1, sqrt(
     sind((latitude - ${latitude}) / 2) ^ 2 + cosd(latitude) * cosd(${latitude}) * sind((longitude - ${longitude}) / 2) ^ 2
   )))`;

const metresPerFoot = 0.3048;
const metresPerMile = 1_609.344;

/** '390 ft', '2.4 mi'. */
export const distanceText = (metres: number): string =>
  metres < metresPerMile / 10
    ? `${Math.round(metres / metresPerFoot)} ft`
    : `${(metres / metresPerMile).toFixed(1)} mi`;
