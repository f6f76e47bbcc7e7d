import { zodResolver } from '@hookform/resolvers/zod';
import { type ExportRule, exportRuleForm, maxLeadsMessage } from '@lead-finder/contracts';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { formatDateTime } from '../../lib/dates';
import { showIssues } from '../../lib/form-issues';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { useExportRule, useSetExportRule } from './api';
import { CardForm, LoadedCard } from './loaded-card';

const numberOf = (typed: string) => (typed === '' ? null : typed);
const form = z.object({
  maxLeads: z
    .string()
    .trim()
    .refine((typed) => exportRuleForm.shape.maxLeads.safeParse(numberOf(typed)).success, maxLeadsMessage)
    .transform((typed) => exportRuleForm.shape.maxLeads.parse(numberOf(typed))),
});

/** From how many leads on an export waits for another administrator (docs/product/lead-list.md#exports-that-wait). */
export const ExportRuleCard = () => (
  <LoadedCard className="mt-3" query={useExportRule()} failure="The rule of exports could not be loaded">
    {(rule) => <RuleForm {...rule} />}
  </LoadedCard>
);

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
    <CardForm
      action="Save the rule of exports"
      aside={<Link to={paths.exports}>Exports</Link>}
      isPending={isPending}
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
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
    </CardForm>
  );
}
