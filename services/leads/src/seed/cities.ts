/** Where most leads are: name, what stands behind it in an address, latitude and longitude. */
export type City = readonly [name: string, region: string, latitude: number, longitude: number];

/** `TX 787` becomes ', TX 787nn, USA'; a British one names its county and the start of its postcodes. */
export const cities: readonly City[] = [
  ['New York', 'NY 100', 40.71, -74.01], ['Los Angeles', 'CA 900', 34.05, -118.24], ['Chicago', 'IL 606', 41.88, -87.63],
  ['Houston', 'TX 770', 29.76, -95.37], ['Phoenix', 'AZ 850', 33.45, -112.07], ['Philadelphia', 'PA 191', 39.95, -75.17],
  ['San Antonio', 'TX 782', 29.42, -98.49], ['San Diego', 'CA 921', 32.72, -117.16], ['Dallas', 'TX 752', 32.78, -96.8],
  ['Austin', 'TX 787', 30.27, -97.74], ['Jacksonville', 'FL 322', 30.33, -81.66], ['Columbus', 'OH 432', 39.96, -83],
  ['Charlotte', 'NC 282', 35.23, -80.84], ['Indianapolis', 'IN 462', 39.77, -86.16], ['Seattle', 'WA 981', 47.61, -122.33],
  ['Denver', 'CO 802', 39.74, -104.99], ['Boston', 'MA 021', 42.36, -71.06], ['El Paso', 'TX 799', 31.76, -106.49],
  ['Nashville', 'TN 372', 36.16, -86.78], ['Detroit', 'MI 482', 42.33, -83.05], ['Oklahoma City', 'OK 731', 35.47, -97.52],
  ['Portland', 'OR 972', 45.52, -122.68], ['Las Vegas', 'NV 891', 36.17, -115.14], ['Memphis', 'TN 381', 35.15, -90.05],
  ['Louisville', 'KY 402', 38.25, -85.76], ['Baltimore', 'MD 212', 39.29, -76.61], ['Milwaukee', 'WI 532', 43.04, -87.91],
  ['Albuquerque', 'NM 871', 35.08, -106.65], ['Tucson', 'AZ 857', 32.22, -110.97], ['Fresno', 'CA 937', 36.74, -119.79],
  ['Sacramento', 'CA 958', 38.58, -121.49], ['Kansas City', 'MO 641', 39.1, -94.58], ['Atlanta', 'GA 303', 33.75, -84.39],
  ['Omaha', 'NE 681', 41.26, -95.93], ['Miami', 'FL 331', 25.76, -80.19], ['Raleigh', 'NC 276', 35.78, -78.64],
  ['Minneapolis', 'MN 554', 44.98, -93.27], ['New Orleans', 'LA 701', 29.95, -90.07], ['Tampa', 'FL 336', 27.95, -82.46],
  ['Honolulu', 'HI 968', 21.31, -157.86], ['London', 'Greater London SW', 51.51, -0.13],
  ['Manchester', 'Greater Manchester M', 53.48, -2.24], ['Birmingham', 'West Midlands B', 52.49, -1.89],
  ['Leeds', 'West Yorkshire LS', 53.8, -1.55], ['Liverpool', 'Merseyside L', 53.41, -2.98], ['Bristol', 'Bristol BS', 51.45, -2.59],
  ['Guildford', 'Surrey GU', 51.24, -0.57], ['Maidstone', 'Kent ME', 51.27, 0.52], ['Brighton', 'East Sussex BN', 50.82, -0.14],
  ['Norwich', 'Norfolk NR', 52.63, 1.3],
];

/** The states of the rest, roughly by where in the country they lie: latitude and longitude of each one's middle. */
export const countryside: readonly (readonly [code: string, latitude: number, longitude: number])[] = [
  ['MT', 47, -109.6], ['WY', 43, -107.6], ['ID', 44.4, -114.6], ['UT', 39.3, -111.7], ['KS', 38.5, -98.4], ['IA', 42, -93.5],
  ['AR', 34.9, -92.4], ['MS', 32.7, -89.7], ['AL', 32.8, -86.8], ['SC', 33.9, -80.9], ['VA', 37.5, -78.9], ['WV', 38.6, -80.6],
  ['VT', 44, -72.7], ['ME', 45.4, -69.2], ['SD', 44.4, -100.2], ['ND', 47.4, -100.5], ['TX', 31.5, -99.3], ['GA', 32.6, -83.4],
  ['MO', 38.4, -92.5], ['NE', 41.5, -99.8],
];
