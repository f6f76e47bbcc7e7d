import { act, render, screen } from '@testing-library/react';

/** The system's theme, which the test turns dark. */
function systemScreen() {
  const listeners = new Set<() => void>();
  const screenNow = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
  };
  return {
    query: screenNow,
    turnDark: () => {
      screenNow.matches = true;
      for (const listener of listeners) listener();
    },
  };
}

describe('The visible theme', () => {
  it('follows a system that turns dark while the page is open', async () => {
    const system = systemScreen();
    window.matchMedia = (() => system.query) as never;
    // The module reads the media query when it loads.
    const { startTheme } = await import('./theme');
    const { useShownTheme } = await import('./use-theme');
    const Seen = () => <p>{useShownTheme()}</p>;
    startTheme();
    render(<Seen />);
    expect(screen.getByText('light')).toBeTruthy();
    act(() => system.turnDark());
    expect(screen.getByText('dark')).toBeTruthy();
    expect(document.documentElement.getAttribute('data-bs-theme')).toBe('dark');
  });
});
