import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button, Card } from 'react-bootstrap';
import { customFieldsKey, useCustomFieldsQuery } from '../../../lib/custom-fields';
import { HttpError } from '../../../lib/http';
import { ErrorBlock } from '../../../ui/state-block';
import { keysOf, withField } from './field-filters.rules';

interface LostFilter {
  key: string;
  /** Undefined if the field is gone. */
  field?: CustomFieldDefinition;
}

/** The fields of these conditions that are no filter now: a saved view or an address may be older than a change of the fields. */
export function useLostFilters(conditions: readonly string[], error: unknown): LostFilter[] {
  const client = useQueryClient();
  const { data } = useCustomFieldsQuery();
  const isRejected = conditions.length > 0 && error instanceof HttpError && error.status === 400;
  useEffect(() => {
    if (isRejected) void client.invalidateQueries({ queryKey: customFieldsKey });
  }, [client, isRejected]);
  if (!data) return [];
  return keysOf(conditions)
    .map((key) => ({ key, field: data.fields.find((field) => field.key === key) }))
    .filter(({ field }) => !field?.filterReady);
}

interface LostFiltersProps {
  lost: readonly LostFilter[];
  conditions: readonly string[];
  onChange: (conditions: string[]) => void;
  onRetry: () => void;
}

/** Says in place of the leads which filter is missing, and offers the cure. */
export function LostFilters({ lost, conditions, onChange, onRetry }: LostFiltersProps) {
  const client = useQueryClient();
  const isWaiting = lost.every(({ field }) => field?.filter);
  const remove = () => onChange(lost.reduce((rest, { key }) => withField(rest, key, []), [...conditions]));
  return (
    <Card>
      <ErrorBlock
        icon="funnel"
        title={isWaiting ? 'This filter is being prepared' : 'This list uses a filter that is gone'}
        onRetry={() => {
          void client.invalidateQueries({ queryKey: customFieldsKey });
          onRetry();
        }}
        action={
          isWaiting ? undefined : (
            <Button onClick={remove}>
              {lost.length === 1 ? 'Remove the filter' : `Remove ${lost.length} filters`}
            </Button>
          )
        }
      >
        {lost.map(wordsOf).join(' ')} Your other filters are kept.
      </ErrorBlock>
    </Card>
  );
}

function wordsOf({ key, field }: LostFilter): string {
  if (!field) return `There is no custom field “${key}” any more.`;
  return field.filter
    ? `“${field.name}” is a new filter. It is ready after about a minute for each million leads.`
    : `“${field.name}” is not a filter any more.`;
}
