import { zodResolver } from '@hookform/resolvers/zod';
import { type SecondFactorRule, secondFactorRuleForm } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { useSecondFactorRule, useSetSecondFactorRule } from './api';
import { CardForm, LoadedCard } from './loaded-card';

const choices: Record<SecondFactorRule['requiredFor'], string> = {
  none: 'Not required',
  admins: 'Administrators',
  leaders: 'Managers and administrators',
  all: 'All users',
};

/** For whom a second factor is required, and from when (docs/product/accounts.md#required-second-factor). */
export const SecondFactorRuleCard = () => (
  <LoadedCard className="mt-3" query={useSecondFactorRule()} failure="The second factor could not be loaded">
    {(rule) => <RuleForm {...rule} />}
  </LoadedCard>
);

function RuleForm({ requiredFor, from }: SecondFactorRule) {
  const toast = useToast();
  const { mutate, isPending } = useSetSecondFactorRule();
  const form = useForm({
    resolver: zodResolver(secondFactorRuleForm),
    values: { requiredFor, from: from ?? new Date().toISOString().slice(0, 10) },
  });
  const { errors } = form.formState;
  const save = (rule: z.infer<typeof secondFactorRuleForm>) =>
    mutate(rule, {
      onSuccess: () => toast.success('Second factor saved'),
      onError: (error) => {
        showIssues(error, form.setError);
        toast.failure(error);
      },
    });
  return (
    <CardForm
      action="Save the second factor"
      isPending={isPending}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <Form.Group className="mb-3" controlId="required-for">
        <Form.Label>A second factor is required for</Form.Label>
        <Form.Select {...form.register('requiredFor')} isInvalid={Boolean(errors.requiredFor)}>
          {Object.entries(choices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Form.Select>
        <Form.Control.Feedback type="invalid">{errors.requiredFor?.message}</Form.Control.Feedback>
      </Form.Group>
      <TextField
        {...form.register('from')}
        type="date"
        label="From"
        hint="Before that day people see a notice. From then on they set it up before anything else."
        error={errors.from?.message}
      />
    </CardForm>
  );
}
