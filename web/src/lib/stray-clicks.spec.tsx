import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { ignoreStrayClicks } from './stray-clicks';

function Contacts() {
  const [names, setNames] = useState(['Ada', 'Bo', 'Cy']);
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  useEffect(ignoreStrayClicks, []);
  return (
    <main>
      {names.map((name, index) => (
        <button
          key={index}
          aria-label={`Remove ${name}`}
          onClick={() => setNames(names.filter((each) => each !== name))}
        />
      ))}
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Hide' : 'Show'}</button>
      <button onClick={() => setCount(count + 1)}>
        <i data-testid="icon" />
        Add
      </button>
      <label>
        <span>Imported</span>
        <input type="checkbox" />
      </label>
      <p>{count} added</p>
    </main>
  );
}

describe('A double click', () => {
  const button = (name: string) => screen.getByRole('button', { name });
  /** The second click hits what `second` finds after the first one. */
  const doubleClick = (first: HTMLElement, second: () => HTMLElement) => {
    fireEvent.click(first, { detail: 1 });
    fireEvent.click(second(), { detail: 2 });
  };
  beforeEach(() => void render(<Contacts />));

  it('does nothing to the row that moved under the pointer', () => {
    doubleClick(button('Remove Ada'), () => button('Remove Bo'));
    expect(button('Remove Bo')).toBeVisible();
    fireEvent.click(button('Remove Bo'), { detail: 1 });
    expect(screen.queryByRole('button', { name: 'Remove Bo' })).toBeNull();
  });

  it('does nothing to another control', () => {
    doubleClick(button('Show'), () => button('Add'));
    expect(screen.getByText('0 added')).toBeVisible();
    doubleClick(screen.getByText('0 added'), () => button('Remove Cy'));
    expect(button('Remove Cy')).toBeVisible();
  });

  it('does not take back what its first click did', () => {
    doubleClick(button('Show'), () => button('Hide'));
    expect(button('Hide')).toBeVisible();
  });

  it('reaches the same control twice, on any part of it', () => {
    doubleClick(button('Add'), () => screen.getByTestId('icon'));
    expect(screen.getByText('2 added')).toBeVisible();
    doubleClick(screen.getByText('Imported'), () => screen.getByText('Imported'));
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });
});
