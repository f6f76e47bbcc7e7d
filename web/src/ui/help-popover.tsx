import type { RefObject } from 'react';
import { Overlay, Popover } from 'react-bootstrap';

interface HelpPopoverProps {
  target: RefObject<HTMLElement | null>;
  container: RefObject<HTMLElement | null>;
  placement: 'top' | 'bottom';
  supportEmail?: string;
  onClose: () => void;
}

/** A separate file: the code that positions it loads with the first click. */
export const HelpPopover = ({ target, container, placement, supportEmail, onClose }: HelpPopoverProps) => (
  <Overlay show rootClose target={target} container={container} placement={placement} onHide={onClose}>
    <Popover role="dialog" aria-label="Need Help?">
      <Popover.Header as="h3">Need Help?</Popover.Header>
      <Popover.Body>
        Questions about Lead Finder? Write to the support team
        {supportEmail ? (
          <>
            :{' '}
            <a className="text-decoration-underline" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </>
        ) : (
          '.'
        )}
      </Popover.Body>
    </Popover>
  </Overlay>
);
