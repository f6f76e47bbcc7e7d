import { type IdentityProvider, identityProviderForm } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { FormProvider, useForm, useWatch, type FieldPath } from 'react-hook-form';
import { HttpError } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { useSaveProvider } from './api';
import { ClaimTable } from './claim-table';
import { OidcFields } from './oidc-fields';
import { fieldsOf, formOf, type ProviderFields } from './provider-fields.rules';
import { SamlFields } from './saml-fields';

interface ProviderDialogProps {
  /** Null for a new one. */
  provider: IdentityProvider | null;
  onClose: () => void;
}

const linkHints = {
  oidc: 'At the first sign-in, if the provider says that the address is verified.',
  saml: 'At the first sign-in, if the address is in one of the domains.',
};
const switches = {
  linkByEmail: ['Link accounts by e-mail address', ''],
  createAccounts: ['Create accounts at the first sign-in', 'For people who have no account here yet.'],
  signOutAtProvider: ['Sign out at the provider too', 'After a sign-out here, the browser goes to its sign-out page.'],
} as const;

/** Adds or edits a provider. The stored client secret stays if the field is empty. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const toast = useToast();
  const save = useSaveProvider(provider?.id ?? null);
  const form = useForm<ProviderFields>({ defaultValues: fieldsOf(provider) });
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  const shown = (Object.keys(switches) as (keyof typeof switches)[]).filter(
    (field) => kind === 'oidc' || field !== 'signOutAtProvider',
  );

  const showProblems = (issues: readonly { path: string; message: string }[]) => {
    for (const [index, { path, message }] of issues.entries()) {
      const field = path.replace(/^(domains|certificates).*/, '$1') as FieldPath<ProviderFields>;
      form.setError(field, { message }, { shouldFocus: index === 0 });
    }
  };
  const submit = (fields: ProviderFields) => {
    const { clientSecret, ...typed } = formOf(fields);
    const { error, data } = identityProviderForm.safeParse(typed);
    if (error) return showProblems(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    save.mutate(
      { ...data, ...(clientSecret && { clientSecret }) },
      {
        onSuccess: ({ name, isTested }) => {
          toast.success('Provider saved', isTested ? name : `Test the sign-in with ${name} before you switch it on.`);
          onClose();
        },
        onError: (failure) => failure instanceof HttpError && showProblems(failure.issues),
      },
    );
  };
  return (
    <FormProvider {...form}>
      <FormDialog
        show
        size="lg"
        title={provider ? 'Edit provider' : 'Add provider'}
        action="Save"
        pendingAction="Saving..."
        pending={save.isPending}
        onClose={onClose}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        {!provider && (
          <Form.Group className="mb-3" controlId="provider-kind">
            <Form.Label>Protocol</Form.Label>
            <Form.Select {...form.register('kind')}>
              <option value="oidc">OpenID Connect</option>
              <option value="saml">SAML 2.0</option>
            </Form.Select>
          </Form.Group>
        )}
        <TextField
          {...form.register('name')}
          label="Name"
          hint="The button of the sign-in page reads 'Continue with' and this name."
          error={errors.name?.message}
        />
        {kind === 'saml' ? <SamlFields /> : <OidcFields provider={provider} />}
        <TextField
          {...form.register('domains')}
          label="Domains"
          hint="Separated by commas. 'Continue with your company' finds the provider by them, and only their addresses may sign in with it. Empty allows all."
          error={errors.domains?.message}
        />
        {shown.map((field) => (
          <div className="mb-3" key={field}>
            <Form.Check
              {...form.register(field)}
              type="switch"
              id={`provider-${field}`}
              label={switches[field][0]}
              aria-describedby={`provider-${field}-hint`}
            />
            <div className="form-text" id={`provider-${field}-hint`}>
              {switches[field][1] || linkHints[kind]}
            </div>
          </div>
        ))}
        <ClaimTable />
        {provider?.enabled && (
          <p className="muted mb-0">
            A change of anything but the name switches the provider off until your test has passed.
          </p>
        )}
      </FormDialog>
    </FormProvider>
  );
}
