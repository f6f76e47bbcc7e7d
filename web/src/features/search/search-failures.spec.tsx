import { screen, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { answer, capitol } from '../../../test/found-businesses';
import { renderApp } from '../../../test/render-app';

const address = '/search?businessType=dentist&location=Little+Rock%2C+AR';
const path = 'POST /api/search-businesses';

const open = (failure: Response) => {
  const api = new FakeApi().signedIn(people.admin).on(path, failure);
  return { api, ...renderApp(address) };
};

/** The server's message, then what the page shows: heading and sentences. */
const rows: [name: string, failure: Response, heading: string, ...texts: string[]][] = [
  [
    'a missing key',
    refusal(503, 'api_key_missing', 'Google Places API key is missing. Please contact the administrator.'),
    'Google Places API Error',
    'Google Places API key is missing. Please contact the administrator.',
  ],
  [
    'a spent quota',
    refusal(
      429,
      'over_query_limit',
      'Google Places API quota exceeded (OVER_QUERY_LIMIT). Please try again later or contact the administrator.',
    ),
    'Google Places API Error',
    'Google Places API quota exceeded. Please try again later or contact the administrator.',
  ],
  [
    'a refusal, with its reason',
    refusal(502, 'request_denied', 'REQUEST_DENIED by Google Places API: the API key is restricted to web pages.'),
    'Google Places API Error',
    'Request denied by Google Places API. This could be due to API key restrictions.',
    'The API key is restricted to web pages.',
  ],
  [
    'an invalid request of another provider',
    refusal(
      400,
      'invalid_request',
      'Invalid request to OpenStreetMap. The area is too large: please reduce the radius.',
    ),
    'OpenStreetMap Error',
    'Invalid request to OpenStreetMap. Please check your search parameters.',
    'The area is too large: please reduce the radius.',
  ],
  [
    'a message that holds API key',
    refusal(502, 'unavailable', 'Google Places API: The API key is taking a rest'),
    'Google Places API Error',
    'The API key is missing or invalid. Please contact the administrator.',
  ],
  [
    'a message that holds quota',
    refusal(502, 'unavailable', 'Google Places API: The quota is not what it was'),
    'Google Places API Error',
    'The API quota is exceeded. Please try again later or contact the administrator.',
  ],
  [
    'a message that holds REQUEST_DENIED',
    refusal(502, 'unavailable', 'REQUEST_DENIED by the provider'),
    'Error Fetching Results',
    'The request was denied. This could be due to API key restrictions or invalid parameters.',
  ],
  [
    'any other message as it is',
    refusal(502, 'unavailable', 'Google Places API (Legacy): The kettle is empty'),
    'Google Places API (Legacy) Error',
    'Google Places API (Legacy): The kettle is empty',
  ],
  [
    "the product's own limit",
    refusal(429, 'rate_limited', 'You have used your 200 provider calls of today.'),
    'Error Fetching Results',
    'You have used your 200 provider calls of today.',
  ],
];

describe('A search that fails', () => {
  it.each(rows)('reports %s', async (_, failure, heading, ...texts) => {
    open(failure);
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('heading', { name: heading })).toBeVisible();
    for (const text of texts) expect(alert.getByText(text)).toBeVisible();
  });

  it('is retried once after a second, and again by the button', async () => {
    const { api, user } = open(refusal(503, 'unavailable', 'OpenStreetMap cannot be reached. Please try again.'));
    expect(await screen.findByRole('heading', { name: 'OpenStreetMap Error' })).toBeVisible();
    expect(api.sent(path)).toHaveLength(2);
    api.on(path, answer([capitol]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: /^Results/ })).toBeVisible();
  });
});
