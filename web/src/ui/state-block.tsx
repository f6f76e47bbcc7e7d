import type { ReactNode } from 'react';
import { Button } from 'react-bootstrap';
import { HttpError } from '../lib/http';
import { Icon } from './icon';

interface StateBlockProps {
  icon: string;
  title: string;
  children?: ReactNode;
  /** The next step: one button or link. */
  action?: ReactNode;
  bad?: boolean;
  /** 1 if the block is the whole page. */
  level?: 1 | 2;
  /** Shown with an error, so that support can find it. */
  requestId?: string;
}

/** An empty, failed or missing thing: what it is, one sentence, and the next step. */
export function StateBlock({ icon, title, children, action, bad, level = 2, requestId }: StateBlockProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`lf-state ${bad ? 'bad' : ''}`.trimEnd()} role={bad ? 'alert' : undefined}>
      <div className="art">
        <Icon name={icon} />
      </div>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className="acts">{action}</div>}
      {requestId && <p className="small mt-2 text-break">Request {requestId} · tell this to support if it goes on</p>}
    </div>
  );
}

interface ErrorBlockProps {
  title: string;
  error?: unknown;
  children?: ReactNode;
  icon?: string;
  onRetry?: () => void;
  /** Replaces the Try Again button. */
  action?: ReactNode;
  /** 1 if the block is the whole page. */
  level?: 1 | 2;
}

export const ErrorBlock = ({
  title,
  error,
  children,
  icon = 'cloud-slash',
  onRetry,
  action,
  level,
}: ErrorBlockProps) => (
  <StateBlock
    bad
    level={level}
    icon={icon}
    title={title}
    requestId={error instanceof HttpError ? error.requestId : undefined}
    action={
      action ??
      (onRetry && (
        <Button onClick={onRetry}>
          <Icon name="arrow-clockwise" />
          Try Again
        </Button>
      ))
    }
  >
    {children}
  </StateBlock>
);
