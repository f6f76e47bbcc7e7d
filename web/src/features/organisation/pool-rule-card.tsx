import { zodResolver } from '@hookform/resolvers/zod';
import { claimsADay, type PoolRule } from '@lead-finder/contracts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { usePoolRule, useSetPoolRule } from './api';
import { CardForm, LoadedCard } from './loaded-card';

const form = z.object({
  claimsADay: z
    .string()
    .trim()
    .refine((typed) => claimsADay.safeParse(typed).success, 'Claims a day must be from 1 to 1,000')
    .transform((typed) => claimsADay.parse(typed)),
});

/** How many leads a user claims a day (docs/product/pool.md#claims-a-day). */
export const PoolRuleCard = () => (
  <LoadedCard className="mt-3" query={usePoolRule()} failure="The rule of the pool could not be loaded">
    {(rule) => <RuleForm {...rule} />}
  </LoadedCard>
);

function RuleForm({ claimsADay: present }: PoolRule) {
  const toast = useToast();
  const { mutate, isPending } = useSetPoolRule();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    values: { claimsADay: String(present) },
  });
  const save = (rule: PoolRule) =>
    mutate(rule, {
      onSuccess: () => toast.success('Rule of the pool saved'),
      onError: (error) => {
        showIssues(error, setError);
        toast.failure(error);
      },
    });
  return (
    <CardForm
      action="Save the rule of the pool"
      isPending={isPending}
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      <TextField
        {...register('claimsADay')}
        label="Leads that a person claims from the pool a day"
        hint="From 1 to 1,000. The day is that of the person's own clock."
        inputMode="numeric"
        error={formState.errors.claimsADay?.message}
      />
    </CardForm>
  );
}
