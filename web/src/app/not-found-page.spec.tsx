import { screen } from '@testing-library/react';
import { FakeApi, people } from '../../test/fake-api';
import { renderApp } from '../../test/render-app';

describe('The not-found page', () => {
  it.each([
    ['signed in', people.user],
    ['signed out', null],
  ])('is shown for any other path to visitors %s', async (_, user) => {
    new FakeApi().signedIn(user);
    renderApp('/no/such/page');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeVisible();
  });
});
