import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from './query-client';

function Send({ send }: { send: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({ mutationFn: send });
  return (
    <button disabled={isPending} onClick={() => mutate()}>
      Send
    </button>
  );
}

it('sends a change once for a double click', async () => {
  const send = jest.fn(() => new Promise<void>(() => undefined));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Send send={send} />
    </QueryClientProvider>,
  );
  await userEvent.setup({ delay: null }).dblClick(screen.getByRole('button'));
  expect(send).toHaveBeenCalledTimes(1);
});
