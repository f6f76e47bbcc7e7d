import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button, CloseButton, ToastContainer } from 'react-bootstrap';
import { HttpError, messageOf } from '../lib/http';
import { Icon } from './icon';
import { RequestId } from './request-id';

type Kind = 'success' | 'error' | 'info';

interface Message {
  id: number;
  kind: Kind;
  title: string;
  text?: ReactNode;
  undo?: () => void;
  error?: unknown;
}

/** `undo` reverts the reported action. Its button disappears with the toast, so there is always another way to undo. */
type Show = (title: string, text?: ReactNode, undo?: () => void) => void;

export interface Toasts {
  success: Show;
  /** The specification's destructive toast. `error` is the failed request, whose id it shows. The end of a session has none. */
  error: (title: string, text?: ReactNode, error?: unknown) => void;
  /** An error with the server's message, or the fallback. */
  failure: (error: unknown, title?: string, fallback?: string) => void;
  info: Show;
  /** Removes the shown toast. */
  clear: () => void;
}

const styles: Record<Kind, { className: string; icon: string }> = {
  success: { className: 't-ok', icon: 'check-circle-fill' },
  error: { className: 't-bad', icon: 'exclamation-circle-fill' },
  info: { className: 't-info', icon: 'info-circle-fill' },
};

/** docs/product/notifications.md#toasts */
const visibleMs = 5_000;
const focusKey = 'F8';

const ToastContext = createContext<Toasts | null>(null);

/** Shows one toast at a time; a new one replaces it. F8 moves the focus to it. */
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
    const show = (message: Omit<Message, 'id'>) => {
      lastId.current += 1;
      setMessage({ id: lastId.current, ...message });
    };
    const error: Toasts['error'] = (title, text, error) => {
      if (!(error instanceof HttpError && error.isSessionEnd)) show({ kind: 'error', title, text, error });
    };
    return {
      success: (title, text, undo) => show({ kind: 'success', title, text, undo }),
      error,
      failure: (failed, title = 'Error', fallback) => error(title, messageOf(failed, fallback), failed),
      info: (title, text, undo) => show({ kind: 'info', title, text, undo }),
      clear: close,
    };
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
        onMouseMove={() => setPaused(true)}
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
  /** True after the pointer moved in it, or while the focus is in it: it then stays. A pointer may rest where it appears. */
  isPaused: boolean;
  onClose: () => void;
}

/** React Bootstrap's Toast is always an alert, which would interrupt a screen reader at each success. */
function Toast({ kind, title, text, undo, error, isPaused, onClose }: ToastProps) {
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onClose, visibleMs);
    return () => clearTimeout(timer);
  }, [isPaused, onClose]);
  const takeBack = () => {
    onClose();
    undo?.();
  };
  return (
    <div
      className={`toast show ${styles[kind].className}`}
      role={kind === 'error' ? 'alert' : 'status'}
      aria-atomic="true"
    >
      <div className="lf-toast">
        <Icon name={styles[kind].icon} />
        <div className="text-break">
          <b>{title}</b>
          {text && <div className="soft">{text}</div>}
          <RequestId error={error} />
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
