import { zodResolver } from '@hookform/resolvers/zod';
import { organisationForm } from '@lead-finder/contracts';
import { Button, Card, Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { showIssues } from '../../lib/form-issues';
import { useOrganisation, useSetOrganisation } from '../../lib/organisation';
import { paths } from '../../lib/paths';
import { PageHeader } from '../../ui/page-header';
import { ButtonSpinner, PageSpinner } from '../../ui/spinner';
import { ErrorBlock } from '../../ui/state-block';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { ExportRuleCard } from './export-rule-form';
import { PoolRuleCard } from './pool-rule-form';
import { SecondFactorRuleCard } from './second-factor-rule-form';

/** The name and the rules of the organisation, for administrators (docs/product/accounts.md#organisation). */
export function OrganisationPage() {
  const { data, error, refetch } = useOrganisation();
  return (
    <>
      <PageHeader title="Organisation" back={{ to: paths.home, label: 'Back to Dashboard' }} />
      <Card>
        {data ? (
          <NameForm name={data.name ?? ''} />
        ) : error ? (
          <ErrorBlock title="The organisation could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <PageSpinner />
        )}
      </Card>
      <SecondFactorRuleCard />
      <ExportRuleCard />
      <PoolRuleCard />
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const toast = useToast();
  const { mutate, isPending } = useSetOrganisation();
  const form = useForm({ resolver: zodResolver(organisationForm), values: { name } });
  const save = (typed: { name: string }) =>
    mutate(typed, {
      onSuccess: () => toast.success('Organisation saved'),
      onError: (error) => {
        showIssues(error, form.setError);
        toast.failure(error);
      },
    });
  return (
    <Card.Body as={Form} noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <TextField
        {...form.register('name')}
        label="Name of the organisation"
        hint="Every user sees it in the menu and in the title of the browser's tab."
        error={form.formState.errors.name?.message}
        autoComplete="organization"
      />
      <Button type="submit" disabled={isPending}>
        {isPending && <ButtonSpinner />}
        Save
      </Button>
    </Card.Body>
  );
}
