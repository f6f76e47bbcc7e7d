import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { FakeApi } from '../../test/fake-api';
import { App } from '../app/app';
import { createQueryClient } from '../lib/query-client';
import { leadStatuses, statusLabel } from '../ui/lead-status';
import { ComponentsPage } from './components-page';

const inSource = (folder: string) => path.resolve(__dirname, '..', folder);
const componentsIn = (folder: string) =>
  readdirSync(inSource(folder)).filter((file) => file.endsWith('.tsx') && !file.endsWith('.spec.tsx'));

describe('The page of all components', () => {
  it('shows every component in light and in dark', () => {
    new FakeApi();
    const router = createMemoryRouter([{ path: '*', element: <ComponentsPage /> }]);
    const { container } = render(<App client={createQueryClient()} router={router} />);
    for (const theme of ['light', 'dark']) {
      const side = container.querySelector<HTMLElement>(`[data-bs-theme="${theme}"]`)!;
      for (const status of leadStatuses) expect(within(side).getAllByText(statusLabel(status))[0]).toBeVisible();
    }
    expect(screen.getAllByRole('region', { name: 'Badges' })).toHaveLength(2);
  });

  // The popover loads with the first click on Help, so the button that loads it shows it.
  const shownByAnother = ['choice-select.tsx', 'help-popover.tsx', 'leave-notice.tsx', 'modal.tsx'];

  it('leaves none of them out', () => {
    const examples = componentsIn('dev')
      .map((file) => readFileSync(path.join(inSource('dev'), file), 'utf8'))
      .join('\n');
    const missing = componentsIn('ui')
      .filter((file) => !shownByAnother.includes(file))
      .filter((file) => !examples.includes(`'../ui/${file.slice(0, -'.tsx'.length)}'`));
    expect(missing).toEqual([]);
  });
});
