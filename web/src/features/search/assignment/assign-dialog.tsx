import type { BusinessResult, UserSummary } from '@lead-finder/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { useEndFirstStep } from '../../../lib/first-steps';
import { counted } from '../../../lib/numbers';
import { useUser } from '../../../lib/session';
import { FormDialog } from '../../../ui/dialogs';
import { RequestId } from '../../../ui/request-id';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { useToast } from '../../../ui/toasts';
import { assign, notifyOfNewLeads, usePeopleToAssign } from '../api';
import { type AssignResult, assignFailureText, outcomeOf, reportOf } from './assign-outcome.rules';
import { newUuid } from './new-uuid';
import { TakenBadge } from '../results/result-parts';

interface AssignDialogProps {
  businesses: readonly BusinessResult[];
  /** The whole-area search that found them. */
  areaSearchId?: number | undefined;
  /** The businesses that are assigned now or were before. */
  onDone: (businesses: readonly BusinessResult[]) => void;
  onClose: () => void;
}

type Attempt = AssignResult & { business: BusinessResult };

/**
 * Assigns one business at a time, all with one batch id. It stays open after a failure
 * (docs/product/finding.md#assign-outcome).
 */
export function AssignDialog({ businesses, areaSearchId, onDone, onClose }: AssignDialogProps) {
  const me = useUser();
  const toast = useToast();
  const client = useQueryClient();
  const endFirstStep = useEndFirstStep();
  const people = usePeopleToAssign();
  const fieldId = useId();
  const [userId, setUserId] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [attempted, setAttempted] = useState<number | null>(null);
  // The results as they were before, because an assignment here makes them leads too.
  const [taken] = useState(() => businesses.filter(({ takenBy }) => takenBy.length > 0).map(({ id }) => id));
  const takenCount = businesses.filter(({ id }) => taken.includes(id)).length;
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());

  const assignAll = async (user: UserSummary) => {
    const batchId = newUuid();
    const attempts: Attempt[] = [];
    const failed = new Map<number, string>();
    let lastError: unknown;
    for (const business of businesses) {
      setAttempted(attempts.length + 1);
      const error: unknown = await assign({
        userId: user.id,
        businessId: business.id,
        areaSearchId,
        uuid: newUuid(),
        status: 'new',
        viewed: false,
        archived: false,
        tags: [],
        createdBy: me.id,
        notes: '',
        customFields: {},
        batchId,
      }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const outcome = outcomeOf(error);
      if (outcome === 'failed') {
        failed.set(business.id, assignFailureText(error));
        lastError = error;
      }
      attempts.push({ business, name: business.name, outcome });
    }
    setAttempted(null);
    setFailures(failed);
    const assigned = attempts.filter(({ outcome }) => outcome === 'assigned').map(({ business }) => business);
    if (assigned.length > 0) {
      notifyOfNewLeads(client, user, assigned);
      endFirstStep('assign');
    }
    onDone(businesses.filter(({ id }) => !failed.has(id)));
    const { kind, title, text } = reportOf(attempts);
    if (kind === 'error') toast.error(title, text, lastError);
    else toast[kind](title, text);
    if (failed.size === 0) onClose();
  };

  const submit = () => {
    const user = people.data?.find(({ id }) => id === userId);
    setMissing(!user);
    if (user) void assignAll(user);
    else toast.error('Error', 'Please select a user');
  };

  return (
    <FormDialog
      show
      title="Assign Businesses"
      action="Assign"
      pendingAction={`Assigning ${attempted ?? 0} of ${businesses.length}...`}
      pending={attempted !== null}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="muted mb-2">
        {counted(businesses.length, 'business will become a New lead', 'businesses will become New leads')}.
        {takenCount > 0 &&
          ` ${counted(takenCount, 'is a lead', 'are leads')} already and will be worked by one more person.`}
      </p>
      <ul className="lf-picked" aria-label="Businesses to assign">
        {businesses.map((business) => (
          <li key={business.placeId}>
            <span className="cut flex-grow-1" title={business.name}>
              {business.name}
            </span>
            {failures.has(business.id) && <span className="text-danger">{failures.get(business.id)}</span>}
            <TakenBadge takenBy={business.takenBy} />
          </li>
        ))}
      </ul>
      <Form.Label htmlFor={fieldId}>User</Form.Label>
      <AssigneeSelect
        id={fieldId}
        people={people.data ?? []}
        value={userId}
        onChange={(chosen) => {
          setUserId(chosen);
          if (isMissing) toast.clear();
          setMissing(false);
        }}
        placeholder={people.isPending ? 'Loading users...' : 'Select a user'}
        invalid={isMissing}
        describedBy={`${fieldId}-message`}
        disabled={people.isPending || attempted !== null}
      />
      <div id={`${fieldId}-message`}>
        {people.isError && (
          <Form.Control.Feedback type="invalid" className="d-block">
            The users could not be loaded.{' '}
            <Button variant="link" size="sm" className="p-0 align-baseline" onClick={() => void people.refetch()}>
              Try Again
            </Button>
          </Form.Control.Feedback>
        )}
        <RequestId error={people.error} />
      </div>
    </FormDialog>
  );
}
