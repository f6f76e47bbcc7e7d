import type { ReactNode } from 'react';
import { Button } from 'react-bootstrap';
import { Icon } from './icon';
import { RequestId } from './request-id';

interface StateBlockProps {
  icon: string;
  title: string;
  children?: ReactNode;
  /** The next step: one button or link. */
  action?: ReactNode;
  bad?: boolean;
  /** 1 if the block is the whole page. */
  level?: 1 | 2;
  /** The failed request, whose id the block shows. */
  error?: unknown;
}

/** An empty, failed or missing thing: what it is, one sentence, and the next step. */
export function StateBlock({ icon, title, children, action, bad, level = 2, error }: StateBlockProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`lf-state ${bad ? 'bad' : ''}`.trimEnd()} role={bad ? 'alert' : undefined}>
      <div className="art">
        <Icon name={icon} />
      </div>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className="acts">{action}</div>}
      <RequestId error={error} />
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
    error={error}
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
