import { useEffect, useRef, useState } from 'react';
import { Button, OverlayTrigger, Popover } from 'react-bootstrap';
import { useSettings } from '../lib/settings';
import { Icon } from './icon';

interface HelpButtonProps {
  /** An icon in the header, words in the sheet of the phone bar, a link before sign-in. */
  variant: 'icon' | 'words' | 'link';
}

const looks = { words: { variant: 'ghost' }, link: { variant: 'link', size: 'sm', className: 'border-0' } } as const;

/** Directs people with questions to the support team (specification section 2). */
export function HelpButton({ variant }: HelpButtonProps) {
  const [show, setShow] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const supportEmail = useSettings()?.supportEmail;

  useEffect(() => {
    if (!show) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShow(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [show]);

  const popover = (
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
  );
  return (
    // The popover stands beside its button, so that Tab goes from one to the other.
    <span ref={place} className={variant === 'words' ? 'd-block' : 'lf-help'}>
      <OverlayTrigger
        trigger="click"
        placement={variant === 'icon' ? 'bottom' : 'top'}
        rootClose
        show={show}
        onToggle={setShow}
        container={place}
        overlay={popover}
      >
        {variant === 'icon' ? (
          <Button variant="ghost" className="btn-icon" aria-label="Help" title="Help" aria-expanded={show}>
            <Icon name="question-circle" />
          </Button>
        ) : (
          <Button {...looks[variant]} aria-expanded={show}>
            {variant === 'words' && <Icon name="question-circle" />}
            {variant === 'words' ? 'Help' : 'Need Help?'}
          </Button>
        )}
      </OverlayTrigger>
    </span>
  );
}
