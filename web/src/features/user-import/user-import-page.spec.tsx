import type { CheckedUserRow, UserImport } from '@lead-finder/contracts';
import { screen } from '@testing-library/react';
import { FakeApi, people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const file = (text: string) => new File([text], 'people.csv', { type: 'text/csv' });
const checked: UserImport = {
  id: 7,
  fileName: 'people.csv',
  status: 'checked',
  counts: { create: 1, update: 0, unchanged: 0, failed: 1 },
  done: 0,
  newTeams: ['North'],
  createdAt: '2026-11-20T09:00:00.000Z',
};
const row = (change: Partial<CheckedUserRow>): CheckedUserRow => ({
  line: 2,
  username: 'maria',
  email: 'maria@example.com',
  fullName: 'Maria Lopez',
  role: '',
  team: 'North',
  manages: 'North / West',
  timeZone: '',
  monthlyGoal: '',
  verdict: 'create',
  message: '',
  isDone: false,
  ...change,
});

it('checks a file, shows what is wrong with it, and imports the rest', async () => {
  let now = checked;
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/users', Response.json([]))
    .on('POST /api/user-imports', { ...checked, status: 'receiving' })
    .on('POST /api/user-imports/7/rows', { ...checked, status: 'receiving' })
    .on('POST /api/user-imports/7/check', checked)
    .on('POST /api/user-imports/7/start', () => Response.json((now = { ...now, status: 'running' })))
    .on('GET /api/user-imports/7', () => {
      if (now.status === 'running') now = { ...now, status: 'completed', done: 1 };
      return Response.json(now);
    })
    .on('GET /api/user-imports/7/rows', ({ query }) =>
      Response.json({
        rows:
          query.get('verdict') === 'failed'
            ? [row({ line: 3, username: 'bob', verdict: 'failed', message: 'A new user needs an email' })]
            : [row({})],
        next: null,
      }),
    );
  const left = jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'Failed (1)' ? 300 : 0;
  });
  const { user } = renderApp('/users/import');
  await user.upload(
    await screen.findByLabelText('CSV file'),
    file('User,E-mail\r\nmaria,maria@example.com\r\nbob,\r\n'),
  );
  expect(await screen.findByText('A new user needs an email')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Failed (1)' }).closest('.nav')!.scrollLeft).toBe(300);
  left.mockRestore();
  expect(api.sent('POST /api/user-imports/7/rows')[0]?.body).toMatchObject({
    rows: [
      { line: 2, username: 'maria', email: 'maria@example.com' },
      { line: 3, username: 'bob', email: '' },
    ],
  });
  expect(screen.getByText('1 team will be created: North.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'To create (1)' }));
  expect(await screen.findByText('Manages North / West')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import 1 user' }));
  expect(await screen.findByText('1 user created and invited, 0 changed, 1 row not imported.')).toBeVisible();
  expect(screen.getByText('1 team created: North.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open Teams' })).toHaveAttribute('href', '/teams');
  expect(screen.getByRole('link', { name: 'User Management' })).toHaveClass('active');
});

it('says what a file without a username lacks', async () => {
  new FakeApi().signedIn(people.admin);
  const { user } = renderApp('/users/import');
  await user.upload(await screen.findByLabelText('CSV file'), file('Email\r\nmaria@example.com\r\n'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The file has no column "username"');
});
