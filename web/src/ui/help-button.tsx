import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { useSettings } from '../lib/settings';
import { Icon } from './icon';

const HelpPopover = lazy(async () => ({ default: (await import('./help-popover')).HelpPopover }));

interface HelpButtonProps {
  /** An icon in the header, a row in the sheet of the phone bar, a link before sign-in. */
  variant: 'icon' | 'words' | 'link';
}

const buttonProps = {
  words: { variant: 'ghost' },
  link: { variant: 'link', size: 'sm', className: 'border-0' },
} as const;

/** Shows users how to reach support (docs/product/roles-and-permissions.md#header). */
export function HelpButton({ variant }: HelpButtonProps) {
  const [show, setShow] = useState(false);
  const container = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const supportEmail = useSettings()?.supportEmail;

  useEffect(() => {
    if (!show) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShow(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [show]);

  const toggle = { ref: button, 'aria-expanded': show, onClick: () => setShow(!show) };
  return (
    // The popover follows its button in the document, so that Tab moves from one to the other.
    <span ref={container} className={variant === 'words' ? 'd-block' : 'lf-help'}>
      {variant === 'icon' ? (
        <Button {...toggle} variant="ghost" className="btn-icon" aria-label="Help" title="Help">
          <Icon name="question-circle" />
        </Button>
      ) : (
        <Button {...toggle} {...buttonProps[variant]}>
          {variant === 'words' && <Icon name="question-circle" />}
          {variant === 'words' ? 'Help' : 'Need Help?'}
        </Button>
      )}
      {show && (
        <Suspense fallback={null}>
          <HelpPopover
            target={button}
            container={container}
            placement={variant === 'icon' ? 'bottom' : 'top'}
            supportEmail={supportEmail}
            onClose={() => setShow(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
