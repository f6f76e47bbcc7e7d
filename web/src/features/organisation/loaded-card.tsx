import type { UseQueryResult } from '@tanstack/react-query';
import type { FormEventHandler, ReactNode } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { ButtonSpinner, PageSpinner } from '../../ui/spinner';
import { ErrorBlock } from '../../ui/state-block';

interface LoadedCardProps<Rule> {
  query: UseQueryResult<Rule>;
  failure: string;
  className?: string;
  children: (rule: Rule) => ReactNode;
}

/** A card that waits for its rule. */
export function LoadedCard<Rule>({ query, failure, className, children }: LoadedCardProps<Rule>) {
  const { data, error, refetch } = query;
  return (
    <Card className={className}>
      {data ? (
        children(data)
      ) : error ? (
        <ErrorBlock title={failure} error={error} onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </Card>
  );
}

interface CardFormProps {
  action: string;
  isPending: boolean;
  onSubmit: FormEventHandler;
  /** Beside the button. */
  aside?: ReactNode;
  children: ReactNode;
}

export const CardForm = ({ action, isPending, onSubmit, aside, children }: CardFormProps) => (
  <Card.Body as={Form} noValidate onSubmit={onSubmit}>
    {children}
    <div className="d-flex gap-2 align-items-center">
      <Button type="submit" disabled={isPending}>
        {isPending && <ButtonSpinner />}
        {action}
      </Button>
      {aside}
    </div>
  </Card.Body>
);
