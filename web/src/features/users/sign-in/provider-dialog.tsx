import { type IdentityProvider, identityProviderForm } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { FormProvider, useForm, type FieldPath } from 'react-hook-form';
import { HttpError } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { useSaveProvider } from './api';
import { ClaimTable } from './claim-table';
import { fieldsOf, formOf, type ProviderFields } from './provider-fields.rules';

interface ProviderDialogProps {
  /** Null for a new one. */
  provider: IdentityProvider | null;
  onClose: () => void;
}

const switches = {
  linkByEmail: [
    'Link accounts by e-mail address',
    'At the first sign-in, if the provider says that the address is verified.',
  ],
  createAccounts: ['Create accounts at the first sign-in', 'For people who have no account here yet.'],
  signOutAtProvider: ['Sign out at the provider too', 'After a sign-out here, the browser goes to its sign-out page.'],
} as const;

/** Adds or edits a provider. The stored client secret stays if the field is empty. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const toast = useToast();
  const save = useSaveProvider(provider?.id ?? null);
  const form = useForm<ProviderFields>({ defaultValues: fieldsOf(provider) });
  const { errors } = form.formState;

  const showProblems = (issues: readonly { path: string; message: string }[]) => {
    for (const { path, message } of issues)
      form.setError(path.replace(/^domains.*/, 'domains') as FieldPath<ProviderFields>, { message });
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
        <TextField
          {...form.register('name')}
          label="Name"
          hint="The button of the sign-in page reads 'Continue with' and this name."
          error={errors.name?.message}
        />
        <TextField
          {...form.register('issuer')}
          label="Issuer"
          hint="The address under which the provider describes itself, such as https://login.example.com/tenant."
          error={errors.issuer?.message}
          inputMode="url"
        />
        <TextField
          {...form.register('clientId')}
          label="Client id"
          error={errors.clientId?.message}
          autoComplete="off"
        />
        <PasswordField
          {...form.register('clientSecret')}
          label="Client secret"
          hint={
            provider?.hasSecret ? 'Leave it empty to use the stored one.' : 'Stored encrypted, and never shown again.'
          }
          error={errors.clientSecret?.message}
          autoComplete="off"
        />
        <TextField {...form.register('scopes')} label="Scopes" error={errors.scopes?.message} />
        <TextField
          {...form.register('domains')}
          label="Domains"
          hint="Separated by commas. 'Continue with your company' finds the provider by them, and only their addresses may sign in with it. Empty allows all."
          error={errors.domains?.message}
        />
        {(Object.keys(switches) as (keyof typeof switches)[]).map((field) => (
          <div className="mb-3" key={field}>
            <Form.Check
              {...form.register(field)}
              type="switch"
              id={`provider-${field}`}
              label={switches[field][0]}
              aria-describedby={`provider-${field}-hint`}
            />
            <div className="form-text" id={`provider-${field}-hint`}>
              {switches[field][1]}
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
