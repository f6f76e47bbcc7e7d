import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button, CloseButton, ToastContainer } from 'react-bootstrap';
import { Icon } from './icon';

type Kind = 'success' | 'error' | 'info';

interface Message {
  id: number;
  kind: Kind;
  title: string;
  text?: ReactNode;
  undo?: () => void;
}

/** `undo` takes back what the toast tells of; its button goes with the toast, so it is never the only way. */
type Show = (title: string, text?: ReactNode, undo?: () => void) => void;

/** `error` is what the specification calls a destructive toast. */
export interface Toasts {
  success: Show;
  error: Show;
  info: Show;
  /** Takes the shown one away: what it asked for is done. */
  clear: () => void;
}

const looks: Record<Kind, { className: string; icon: string }> = {
  success: { className: 't-ok', icon: 'check-circle-fill' },
  error: { className: 't-bad', icon: 'exclamation-circle-fill' },
  info: { className: 't-info', icon: 'info-circle-fill' },
};

/** Specification section 9. */
const visibleFor = 5_000;
const focusKey = 'F8';

const ToastContext = createContext<Toasts | null>(null);

/** One toast at a time: the next one takes the place of the one that is shown. F8 moves the focus to it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null);
  const [isPaused, setPaused] = useState(false);
  const region = useRef<HTMLElement>(null);
  const lastId = useRef(0);

  const close = useCallback(() => {
    setMessage(null);
    setPaused(false);
  }, []);

  const toasts = useMemo<Toasts>(() => {
    const show =
      (kind: Kind): Show =>
      (title, text, undo) => {
        lastId.current += 1;
        setMessage({ id: lastId.current, kind, title, text, undo });
      };
    return { success: show('success'), error: show('error'), info: show('info'), clear: close };
  }, [close]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === focusKey) region.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <ToastContext value={toasts}>
      {children}
      <section
        ref={region}
        tabIndex={-1}
        aria-label={`Notifications (${focusKey})`}
        aria-live="polite"
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
        onMouseEnter={() => setPaused(true)}
        onMouseLeave={() => setPaused(false)}
      >
        <ToastContainer position="bottom-end" containerPosition="fixed">
          {message && <Toast key={message.id} {...message} isPaused={isPaused} onClose={close} />}
        </ToastContainer>
      </section>
    </ToastContext>
  );
}

interface ToastProps extends Omit<Message, 'id'> {
  /** Somebody reads it or has the focus in it: it stays. */
  isPaused: boolean;
  onClose: () => void;
}

/** React Bootstrap's own makes every toast an alert, which would cut a screen reader short at each success. */
function Toast({ kind, title, text, undo, isPaused, onClose }: ToastProps) {
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onClose, visibleFor);
    return () => clearTimeout(timer);
  }, [isPaused, onClose]);
  const takeBack = () => {
    onClose();
    undo?.();
  };
  return (
    <div
      className={`toast show ${looks[kind].className}`}
      role={kind === 'error' ? 'alert' : 'status'}
      aria-atomic="true"
    >
      <div className="lf-toast">
        <Icon name={looks[kind].icon} />
        <div className="text-break">
          <b>{title}</b>
          {text && <div className="soft">{text}</div>}
        </div>
        {undo && (
          <Button variant="link" size="sm" onClick={takeBack}>
            Undo
          </Button>
        )}
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
    </div>
  );
}

export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast must be used within a ToastProvider');
  return toasts;
}
