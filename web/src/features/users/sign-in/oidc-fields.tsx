import type { IdentityProvider } from '@lead-finder/contracts';
import { useFormContext } from 'react-hook-form';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import type { ProviderFields } from './provider-fields.rules';

/** What a provider of OpenID Connect needs. */
export function OidcFields({ provider }: { provider: IdentityProvider | null }) {
  const { register, formState } = useFormContext<ProviderFields>();
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('issuer')}
        label="Issuer"
        hint="The address under which the provider describes itself, such as https://login.example.com/tenant."
        error={errors.issuer?.message}
        inputMode="url"
      />
      <TextField
        {...register('clientId')}
        label="Client id"
        {...(!provider && {
          hint: 'If you have none yet, enter any word: the saved provider shows the redirect address that yours asks for.',
        })}
        error={errors.clientId?.message}
        autoComplete="off"
      />
      <PasswordField
        {...register('clientSecret')}
        label="Client secret"
        hint={
          provider?.hasSecret ? 'Leave it empty to use the stored one.' : 'Stored encrypted, and never shown again.'
        }
        error={errors.clientSecret?.message}
        autoComplete="off"
      />
      <TextField {...register('scopes')} label="Scopes" error={errors.scopes?.message} />
    </>
  );
}
