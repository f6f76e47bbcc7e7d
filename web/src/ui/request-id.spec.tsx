import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpError } from '../lib/http';
import { RequestId } from './request-id';

const failed = new HttpError(503, '', 'Service Unavailable', '3f2a91c04be7d815');

describe('The request id of an error', () => {
  it('is copied by its button, which says so', async () => {
    const user = userEvent.setup();
    render(<RequestId error={failed} />);
    await user.click(screen.getByRole('button', { name: 'Copy request id' }));
    expect(await navigator.clipboard.readText()).toBe('3f2a91c04be7d815');
    expect(screen.getByText('Copied')).toBeInTheDocument();
  });

  it('has no button without a clipboard, as on plain http', () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    render(<RequestId error={failed} />);
    expect(screen.getByText('3f2a91c04be7d815')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each([undefined, null, new Error('Unrelated'), new HttpError(500, '', '')])('is missing for %s', (error) => {
    const { container } = render(<RequestId error={error} />);
    expect(container).toBeEmptyDOMElement();
  });
});
