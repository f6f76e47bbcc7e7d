import { searchRequest } from '@lead-finder/contracts';
import {
  addressOf,
  emptySearch,
  formFromAddress,
  isAdvanced,
  isComplete,
  maxResultsOf,
  radiusInMetres,
  homeDefaults,
  requestOf,
  screenDefaults,
  searchForm,
} from './search-form.rules';

const dentists = { ...emptySearch, businessType: 'dentist', location: 'Little Rock, AR' };

describe('The search radius', () => {
  it.each([
    ['3', 4_828],
    ['1', 1_609],
    ['2.5', 4_023],
    ['30', 48_280],
    ['31', 49_889],
    ['32', 50_000],
    ['99', 50_000],
    ['100', 100],
    ['5000', 5_000],
    ['60000', 50_000],
    ['', 5_000],
    ['  ', 5_000],
    ['far', 5_000],
    ['0', 5_000],
    ['-3', 5_000],
  ])('typed as %j is %i metres', (typed, metres) => expect(radiusInMetres(typed)).toBe(metres));
});

describe('Max results', () => {
  it.each([
    ['20', 20],
    ['1', 1],
    ['60', 60],
    ['12.9', 12],
    ['', 20],
    ['  ', 20],
    ['many', 20],
    ['0', 1],
    ['500', 60],
  ])('typed as %j are %i', (typed, count) => expect(maxResultsOf(typed)).toBe(count));
});

describe('The search form', () => {
  it('is empty at first, with three miles and twenty results', () => {
    expect(emptySearch).toEqual({
      businessType: '',
      location: '',
      searchMethod: 'textSearch',
      openNow: false,
      radius: '3',
      maxResults: '20',
      sortBy: 'relevance',
      keyword: '',
    });
  });

  it('takes the texts of an address without blanks around them', () => {
    const form = formFromAddress('?businessType=+cafe+&location=+Austin&keyword=vegan+', screenDefaults);
    expect(form).toMatchObject({ businessType: 'cafe', location: 'Austin', keyword: 'vegan' });
  });

  const messagesFor = (change: Partial<typeof dentists>) =>
    searchForm.safeParse({ ...dentists, ...change }).error?.issues.map(({ message }) => message) ?? [];

  it.each([
    [{ businessType: ' ' }, 'Business type is required'],
    [{ location: '' }, 'Location is required'],
    [{ radius: '31' }, 'Search radius must be from 1 to 30 miles'],
    [{ radius: '0.5' }, 'Search radius must be from 1 to 30 miles'],
    [{ maxResults: '61' }, 'Max results must be from 1 to 60'],
    [{ maxResults: '0' }, 'Max results must be from 1 to 60'],
  ])('rejects %j', (change, message) => expect(messagesFor(change)).toEqual([message]));

  it.each([
    { radius: '1' },
    { radius: '30' },
    { radius: '' },
    { maxResults: '1' },
    { maxResults: '60' },
    { maxResults: '' },
  ])('accepts %j', (change) => expect(messagesFor(change)).toEqual([]));

  it.each([
    [emptySearch, false],
    [{ ...dentists, location: '' }, false],
    [{ ...dentists, businessType: '' }, false],
    [dentists, true],
  ])('is a search only when type and place are set', (form, complete) => expect(isComplete(form)).toBe(complete));
});

describe('The address of a search', () => {
  it.each([
    emptySearch,
    dentists,
    { ...dentists, searchMethod: 'findPlace' as const, openNow: true, sortBy: 'rating' as const },
    { ...dentists, businessType: 'bed & breakfast', location: 'St. Paul, MN' },
    { ...dentists, radius: '', maxResults: '60', keyword: '24 hours' },
  ])('leads back to the same form', (form) => {
    expect(formFromAddress(addressOf(form, screenDefaults), screenDefaults)).toEqual(form);
  });

  it('contains only what differs from the defaults', () => {
    expect(addressOf(emptySearch, screenDefaults)).toBe('');
    expect(addressOf(dentists, screenDefaults)).toBe('?businessType=dentist&location=Little+Rock%2C+AR');
    expect(isAdvanced(dentists, screenDefaults)).toBe(false);
    expect(isAdvanced({ ...dentists, sortBy: 'distance' }, screenDefaults)).toBe(true);
  });

  it('falls back to the default for an invalid value', () => {
    expect(formFromAddress('?searchMethod=magic&sortBy=luck&openNow=perhaps&x=1', screenDefaults)).toEqual(emptySearch);
  });
});

describe('The request of a search', () => {
  it('carries the defaults of the screen', () => {
    expect(requestOf(dentists, { page: 1 }, screenDefaults)).toEqual({
      businessType: 'dentist',
      location: 'Little Rock, AR',
      searchMethod: 'textSearch',
      page: 1,
      pageSize: 20,
      radius: 4_828,
      maxResults: 20,
      sortBy: 'relevance',
    });
  });

  it('carries the defaults of the home page, until another choice is made', () => {
    const home = { ...homeDefaults.form, businessType: 'dentist', location: 'Little Rock, AR' };
    expect(requestOf(home, { page: 1 }, homeDefaults)).toMatchObject({ pageSize: 100, radius: 5_000, maxResults: 40 });
    const chosen = { ...home, radius: '2.5', maxResults: '20' };
    expect(requestOf(chosen, { page: 1 }, homeDefaults)).toMatchObject({ radius: 4_023, maxResults: 20 });
    expect(addressOf(chosen, homeDefaults)).toContain('maxResults=20');
  });

  it('carries the choices and the token of a later page, and fits the contract', () => {
    const form = { ...dentists, openNow: true, keyword: 'implants', radius: '', maxResults: 'x' };
    const request = requestOf(form, { page: 2, token: 'next' }, screenDefaults);
    expect(request).toMatchObject({ openNow: true, keyword: 'implants', radius: 5_000, maxResults: 20, page: 2 });
    expect(request.nextPageToken).toBe('next');
    expect(searchRequest.safeParse(request).success).toBe(true);
  });
});
