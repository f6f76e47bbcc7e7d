import { zodResolver } from '@hookform/resolvers/zod';
import { coolDownDays, mustRemindLater, remindDays, remindsLater, untouchedDays } from '@lead-finder/contracts';
import { Button, Form, Table } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '../../../../lib/dates';
import { showIssues } from '../../../../lib/form-issues';
import { messageOf } from '../../../../lib/http';
import { counted, formatNumber } from '../../../../lib/numbers';
import { FormDialog } from '../../../../ui/dialogs';
import { Notice } from '../../../../ui/notice';
import { ButtonSpinner } from '../../../../ui/spinner';
import { TextField } from '../../../../ui/text-field';
import { useToast } from '../../../../ui/toasts';
import type { TeamNode } from '../team-tree.rules';
import {
  type RecyclingRule,
  type RecyclingSimulation,
  type RecyclingTerms,
  useRemoveRecyclingRule,
  useSetRecyclingRule,
  useSimulation,
} from './api';

/** What a field holds, by the rule of the server. */
const typed = (rule: z.ZodType<number>) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      const { data, error } = rule.safeParse(text);
      if (data !== undefined) return data;
      context.addIssue({ code: 'custom', message: error?.issues[0]?.message ?? 'Must be a number' });
      return z.NEVER;
    });
const form = z
  .object({
    active: z.boolean(),
    untouchedDays: typed(untouchedDays),
    remindDays: typed(remindDays),
    coolDownDays: typed(coolDownDays),
  })
  .refine(remindsLater, mustRemindLater);
const usual = { active: false, untouchedDays: 20, remindDays: 5, coolDownDays: 30 };
const questions = [
  [
    'untouchedDays',
    'Working days without a touch',
    'A call, an email, a meeting or a new status is a touch. A note is not. From 2 to 120.',
  ],
  ['remindDays', 'Reminder, working days before', 'From 1 to 30.'],
  ['coolDownDays', 'Cool-down in days', 'So long the same user cannot claim the lead again. From 1 to 365.'],
] as const;

interface RecyclingDialogProps {
  team: TeamNode;
  own: RecyclingRule | undefined;
  /** That of the nearest team above. */
  above: RecyclingRule | undefined;
  onClose: () => void;
}

export function RecyclingDialog({ team, own, above, onClose }: RecyclingDialogProps) {
  const toast = useToast();
  const save = useSetRecyclingRule(team.id);
  const remove = useRemoveRecyclingRule(team.id);
  const simulation = useSimulation(team.id);
  const present = own ?? above ?? usual;
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      active: present.active,
      untouchedDays: String(present.untouchedDays),
      remindDays: String(present.remindDays),
      coolDownDays: String(present.coolDownDays),
    },
  });
  const { errors } = formState;
  const ended = () => {
    toast.success('Fair recycling saved');
    onClose();
  };
  const onError = (error: unknown) => showIssues(error, setError);
  const submit = (rule: RecyclingTerms) => save.mutate(rule, { onSuccess: ended, onError });
  const simulate = ({ untouchedDays: untouched, remindDays: remind }: RecyclingTerms) =>
    simulation.mutate({ untouchedDays: untouched, remindDays: remind }, { onError });
  return (
    <FormDialog
      show
      size="lg"
      title={`Fair recycling of ${team.name}`}
      action="Save"
      pendingAction="Saving..."
      pending={save.isPending || remove.isPending}
      aside={
        own && (
          <Button
            variant="link"
            className="me-auto"
            disabled={save.isPending || remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: ended })}
          >
            {team.parent ? 'As the team above' : 'As everywhere'}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Form.Check
        {...register('active')}
        id="recycling-active"
        type="switch"
        label="Untouched leads go back to the pool"
        className="mb-3"
      />
      {questions.map(([field, label, hint]) => (
        <TextField
          key={field}
          {...register(field)}
          label={label}
          hint={hint}
          inputMode="numeric"
          error={errors[field]?.message}
        />
      ))}
      <Button
        variant="outline-secondary"
        disabled={simulation.isPending}
        onClick={(event) => void handleSubmit(simulate)(event)}
      >
        {simulation.isPending && <ButtonSpinner />}
        Simulate the last 60 days
      </Button>
      <div aria-live="polite" className="mt-3">
        {simulation.error && !simulation.isPending && (
          <Notice kind="danger" icon="exclamation-triangle" error={simulation.error}>
            {messageOf(simulation.error, 'The simulation failed. Try again.')}
          </Notice>
        )}
        {simulation.data && !simulation.isPending && <Outcome {...simulation.data} />}
      </div>
    </FormDialog>
  );
}

const shownPeople = 50;

function Outcome({ from, to, leads, moved, reminded, protected: kept, people }: RecyclingSimulation) {
  if (people.length === 0) return <p className="muted mb-0">This team has no people of its own.</p>;
  const losing = people.filter((each) => each.moved > 0);
  return (
    <>
      <p>
        From {formatDay(from)} to {formatDay(to)}{' '}
        <b>
          {formatNumber(moved)} of {counted(leads, 'lead')}
        </b>{' '}
        would have moved. {counted(reminded, 'lead')} would have had a reminder, and follow-ups would have protected{' '}
        {formatNumber(kept)}.
      </p>
      {losing.length > 0 && (
        <Table size="sm" className="mb-0">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col" className="text-end">
                Leads
              </th>
              <th scope="col" className="text-end">
                Moved
              </th>
            </tr>
          </thead>
          <tbody>
            {losing.slice(0, shownPeople).map((each) => (
              <tr key={each.user.id}>
                <td className="text-break">{each.user.fullName}</td>
                <td className="text-end num">{formatNumber(each.leads)}</td>
                <td className="text-end num">{formatNumber(each.moved)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {losing.length > shownPeople && (
        <p className="muted small mb-0 mt-2">And {counted(losing.length - shownPeople, 'person', 'people')} more.</p>
      )}
    </>
  );
}
