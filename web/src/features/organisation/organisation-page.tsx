import { zodResolver } from '@hookform/resolvers/zod';
import { organisationForm } from '@lead-finder/contracts';
import { useForm } from 'react-hook-form';
import { showIssues } from '../../lib/form-issues';
import { useOrganisation, useSetOrganisation } from '../../lib/organisation';
import { paths } from '../../lib/paths';
import { PageHeader } from '../../ui/page-header';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { ExportRuleCard } from './export-rule-card';
import { CardForm, LoadedCard } from './loaded-card';
import { PoolRuleCard } from './pool-rule-card';
import { SecondFactorRuleCard } from './second-factor-rule-card';

/** The name and the rules of the organisation, for administrators (docs/product/accounts.md#organisation). */
export function OrganisationPage() {
  return (
    <>
      <PageHeader title="Organisation" back={{ to: paths.home, label: 'Back to Dashboard' }} />
      <LoadedCard query={useOrganisation()} failure="The organisation could not be loaded">
        {({ name }) => <NameForm name={name ?? ''} />}
      </LoadedCard>
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
    <CardForm action="Save" isPending={isPending} onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <TextField
        {...form.register('name')}
        label="Name of the organisation"
        hint="Every user sees it in the menu and in the title of the browser's tab."
        error={form.formState.errors.name?.message}
        autoComplete="organization"
      />
    </CardForm>
  );
}
