import { startPlacesStub } from './places-stub.js';
import { scenes } from './stub-protocol.js';

/** `node libs/testing/dist/places-stub/main.js [port]` runs every provider's servers. */
const port = Number(process.argv[2] ?? 8_090);
const stub = await startPlacesStub({
  port,
  tokenDelayMs: 1_500,
  spacingMs: 1_000,
  onCall: ({ operation, status, abandoned, asked, mask }) => {
    const outcome = abandoned ? 'left' : (status ?? 'hung up');
    console.log([operation, outcome, asked.replace(/\s+/g, ' ').slice(0, 400), mask].filter(Boolean).join(' | '));
  },
});
console.log(`The stub of the places providers listens on ${stub.url}. Start the product with one of:

  PLACES_PROVIDER=google GOOGLE_PLACES_API_KEY=any GOOGLE_PLACES_URL=${stub.url} GOOGLE_MAPS_URL=${stub.url} npm start
  PLACES_PROVIDER=google-legacy GOOGLE_PLACES_API_KEY=any GOOGLE_MAPS_URL=${stub.url} npm start
  PLACES_PROVIDER=osm OSM_NOMINATIM_URL=${stub.url} OSM_OVERPASS_URL=${stub.url} OSM_CONTACT=me@example.com npm start

Search for 'plumber', for 'plumber !45' to find 45 places, or for an error with one of these words:
  ${scenes.map((scene) => `!${scene}`).join(' ')}
The location 'Atlantis' is unknown. Each call prints a line here; Ctrl-C stops the stub.
`);
const end = () => void stub.stop().then(() => process.exit(0));
process.on('SIGINT', end).on('SIGTERM', end);
