import { act, fireEvent, render, screen } from '@testing-library/react';
import { HttpError } from '../lib/http';
import { ToastProvider, type Toasts, useToast } from './toasts';

let toasts: Toasts;

const Page = () => {
  toasts = useToast();
  return null;
};

describe('Toasts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(
      <ToastProvider>
        <Page />
      </ToastProvider>,
    );
  });
  afterEach(() => jest.useRealTimers());

  it('shows one at a time: the next replaces the last', () => {
    act(() => toasts.success('Tag added'));
    act(() => toasts.error('Failed to remove tag', 'The tag is not there.'));
    expect(screen.queryByText('Tag added')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to remove tag');
    expect(screen.getByRole('alert')).toHaveTextContent('The tag is not there.');
  });

  it('shows the id of the failed request below the text, and nothing for another failure', () => {
    act(() => toasts.error('Archive failed', 'Not now.', new HttpError(503, '', '', '3f2a91c04be7d815')));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Archive failedNot now.Request 3f2a91c04be7d815$/);
    act(() => toasts.error('Error', 'Please select a user'));
    expect(screen.getByRole('alert')).toHaveTextContent(/^ErrorPlease select a user$/);
  });

  it('hides it after five seconds, counted from the last one', () => {
    act(() => toasts.success('Tag added'));
    act(() => jest.advanceTimersByTime(4_000));
    act(() => toasts.info('List refreshed'));
    act(() => jest.advanceTimersByTime(4_999));
    expect(screen.getByRole('status')).toHaveTextContent('List refreshed');
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('hides it under a pointer that rests where it appeared', () => {
    act(() => toasts.success('Tag added'));
    fireEvent.mouseEnter(screen.getByRole('region'));
    act(() => jest.advanceTimersByTime(5_000));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('leaves it while the pointer is in it, once it moved there', () => {
    act(() => toasts.success('Tag added'));
    fireEvent.mouseMove(screen.getByRole('status'));
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByRole('status')).toHaveTextContent('Tag added');
    fireEvent.mouseLeave(screen.getByRole('region'));
    act(() => jest.advanceTimersByTime(5_000));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('moves the focus to the notifications on F8', () => {
    act(() => toasts.success('Tag added'));
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8' })));
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
  });

  it('cannot be used outside its provider', () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Page />)).toThrow('useToast must be used within a ToastProvider');
    quiet.mockRestore();
  });
});
