import { HttpError } from '../../lib/http';
import { searchFailure } from './search-errors.rules';

const refused = (code: string, message: string) => new HttpError(502, JSON.stringify({ code, message }), 'Bad Gateway');

describe('A failed search', () => {
  it.each([
    ['api_key_missing', 'Google Places API key is missing. Please contact the administrator.'],
    ['over_query_limit', 'Google Places API quota exceeded. Please try again later or contact the administrator.'],
    ['request_denied', 'Request denied by Google Places API. This could be due to API key restrictions.'],
    ['invalid_request', 'Invalid request to Google Places API. Please check your search parameters.'],
  ])('with the code %s has its own words', (code, text) => {
    expect(searchFailure(refused(code, 'Whatever it was'))).toEqual({
      title: 'Google Places API Error',
      text,
      reason: 'Whatever it was',
    });
    expect(searchFailure(refused(code, text)).reason).toBeUndefined();
    expect(searchFailure(new HttpError(502, JSON.stringify({ code }), 'Bad Gateway'))).toEqual({
      title: 'Google Places API Error',
      text,
      reason: undefined,
    });
  });

  it.each([
    [
      'over_query_limit',
      'Google Places API (Legacy) quota exceeded (OVER_QUERY_LIMIT). Please try again later or contact the administrator.',
      {
        title: 'Google Places API (Legacy) Error',
        text: 'Google Places API (Legacy) quota exceeded. Please try again later or contact the administrator.',
      },
    ],
    [
      'request_denied',
      'REQUEST_DENIED by Google Places API (Legacy): the API key is not valid.',
      {
        title: 'Google Places API (Legacy) Error',
        text: 'Request denied by Google Places API (Legacy). This could be due to API key restrictions.',
        reason: 'The API key is not valid.',
      },
    ],
    [
      'request_denied',
      'REQUEST_DENIED by OpenStreetMap: its server refuses this product.',
      {
        title: 'OpenStreetMap Error',
        text: 'Request denied by OpenStreetMap. Please contact the administrator.',
        reason: 'Its server refuses this product.',
      },
    ],
    [
      'invalid_request',
      'Invalid request to OpenStreetMap. The area is too large: please reduce the radius.',
      {
        title: 'OpenStreetMap Error',
        text: 'Invalid request to OpenStreetMap. Please check your search parameters.',
        reason: 'The area is too large: please reduce the radius.',
      },
    ],
    [
      'request_denied',
      'REQUEST_DENIED by Google Places API:  its project is suspended.',
      {
        title: 'Google Places API Error',
        text: 'Request denied by Google Places API. This could be due to API key restrictions.',
        reason: 'Its project is suspended.',
      },
    ],
    [
      'request_denied',
      'REQUEST_DENIED by Google Places API:',
      {
        title: 'Google Places API Error',
        text: 'Request denied by Google Places API. This could be due to API key restrictions.',
      },
    ],
    [
      'request_denied',
      'Rejected. REQUEST_DENIED by Google Places API: no.',
      {
        title: 'Google Places API Error',
        text: 'Request denied by Google Places API. This could be due to API key restrictions.',
        reason: 'Rejected. REQUEST_DENIED by Google Places API: no.',
      },
    ],
    [
      'api_key_missing',
      'OpenStreetMap is not set up: the contact is missing. Please contact the administrator.',
      {
        title: 'OpenStreetMap Error',
        text: 'OpenStreetMap is not set up. Please contact the administrator.',
        reason: 'OpenStreetMap is not set up: the contact is missing. Please contact the administrator.',
      },
    ],
  ])('with the code %s names the provider that the message %j names', (code, message, failure) => {
    expect(searchFailure(refused(code, message))).toEqual(failure);
  });

  it.each([
    [
      'Google Places API said: the API key is expired',
      'Google Places API Error',
      'The API key is missing or invalid. Please contact the administrator.',
    ],
    ['No API key', 'Error Fetching Results', 'The API key is missing or invalid. Please contact the administrator.'],
    [
      'Daily quota used up',
      'Error Fetching Results',
      'The API quota is exceeded. Please try again later or contact the administrator.',
    ],
    [
      'Google Places API: OVER_QUERY_LIMIT',
      'Google Places API Error',
      'The API quota is exceeded. Please try again later or contact the administrator.',
    ],
    [
      'Google Places API: REQUEST_DENIED',
      'Google Places API Error',
      'The request was denied. This could be due to API key restrictions or invalid parameters.',
    ],
    ['Google Places API is having a rest', 'Google Places API Error', 'Google Places API is having a rest'],
    ['OpenStreetMap cannot be reached.', 'OpenStreetMap Error', 'OpenStreetMap cannot be reached.'],
    ['Something broke', 'Error Fetching Results', 'Something broke'],
  ])('with the message %j is shown as %j', (message, title, text) => {
    expect(searchFailure(refused('unavailable', message))).toEqual({ title, text });
    expect(searchFailure(new Error(message))).toEqual({ title, text });
  });

  it("shows the product's own limit as the server words it", () => {
    const message = 'You have used your 200 provider calls of today. Searching goes on at midnight UTC.';
    expect(searchFailure(refused('rate_limited', message))).toEqual({ title: 'Error Fetching Results', text: message });
  });

  it('shows the status and text of a response without a message', () => {
    expect(searchFailure(new HttpError(504, '', 'Gateway Timeout')).text).toBe('504: Gateway Timeout');
  });

  it.each([undefined, new Error(), 'text', new HttpError(500, '{}', ''), new HttpError(500, '{"message":""}', '')])(
    'that says nothing is unknown',
    (error) => {
      expect(searchFailure(error)).toEqual({ title: 'Error Fetching Results', text: 'An unknown error occurred' });
    },
  );
});
