import { zodResolver } from '@hookform/resolvers/zod';
import { type ExportRule, exportRuleForm, maxLeadsMessage } from '@lead-finder/contracts';
import { Button, Card, Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { formatDateTime } from '../../lib/dates';
import { showIssues } from '../../lib/form-issues';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { ButtonSpinner, PageSpinner } from '../../ui/spinner';
import { ErrorBlock } from '../../ui/state-block';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { useExportRule, useSetExportRule } from './api';

const numberOf = (typed: string) => (typed === '' ? null : typed);
const form = z.object({
  maxLeads: z
    .string()
    .trim()
    .refine((typed) => exportRuleForm.shape.maxLeads.safeParse(numberOf(typed)).success, maxLeadsMessage)
    .transform((typed) => exportRuleForm.shape.maxLeads.parse(numberOf(typed))),
});

/** From how many leads on an export waits for another administrator (docs/product/lead-list.md#exports-that-wait). */
export function ExportRuleCard() {
  const { data, error, refetch } = useExportRule();
  return (
    <Card className="mt-3">
      {data ? (
        <RuleForm {...data} />
      ) : error ? (
        <ErrorBlock title="The rule of exports could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </Card>
  );
}

function RuleForm({ maxLeads, next }: ExportRule) {
  const toast = useToast();
  const { mutate, isPending } = useSetExportRule();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    values: { maxLeads: maxLeads === null ? '' : String(maxLeads) },
  });
  const save = (rule: z.output<typeof form>) =>
    mutate(rule, {
      onSuccess: (saved) =>
        toast.success(
          'Rule of exports saved',
          saved.next ? `It holds from ${formatDateTime(saved.next.from)} on.` : '',
        ),
      onError: (error) => {
        showIssues(error, setError);
        toast.failure(error);
      },
    });
  return (
    <Card.Body as={Form} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      <TextField
        {...register('maxLeads')}
        label="Exports wait above this number of leads"
        hint="Counted per person in 24 hours. Another administrator then allows or refuses the export. Empty: no export waits."
        inputMode="numeric"
        error={formState.errors.maxLeads?.message}
      />
      {next && (
        <p>
          From {formatDateTime(next.from)} on:{' '}
          {next.maxLeads === null ? 'no export waits' : `above ${counted(next.maxLeads, 'lead')}`}.
        </p>
      )}
      <div className="d-flex gap-2 align-items-center">
        <Button type="submit" disabled={isPending}>
          {isPending && <ButtonSpinner />}
          Save the rule of exports
        </Button>
        <Link to={paths.exports}>Exports</Link>
      </div>
    </Card.Body>
  );
}
