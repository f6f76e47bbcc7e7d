import { zodResolver } from '@hookform/resolvers/zod';
import type { Role } from '@lead-finder/contracts';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { showIssues } from '../../lib/form-issues';
import { messageOf } from '../../lib/http';
import { FormDialog } from '../../ui/dialogs';
import { Notice } from '../../ui/notice';
import { type TokenForm, useCreateOwnToken } from './api';
import { NewTokenDialog } from './new-token-dialog';
import { NameField, TokenFields, type TokenValues } from './token-fields';
import { ownForm } from './token-form.rules';

export const newToken = { name: '', scopes: [] as string[], days: '90', networks: '' };
export const tokenFields = { name: 'name', scopes: 'scopes', networks: 'networks', teamId: 'teamId' } as const;

/** Creates a token for scripts of the own account, and then shows it once. */
export function OwnTokenDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const create = useCreateOwnToken();
  const [problem, setProblem] = useState<Error>();
  const form = useForm<TokenValues, unknown, TokenForm>({
    resolver: zodResolver(ownForm) as never,
    defaultValues: newToken,
  });
  if (create.data) return <NewTokenDialog token={create.data} onClose={onClose} />;
  const submit = (typed: TokenForm) => {
    setProblem(undefined);
    create.mutate(typed, {
      onError: (error) => {
        showIssues(error, tokenFields, form.setError);
        setProblem(error);
      },
    });
  };
  return (
    <FormProvider {...form}>
      <FormDialog
        show
        title="Create API token"
        action="Create token"
        pendingAction="Creating..."
        pending={create.isPending}
        onClose={onClose}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <NameField hint="What uses it, such as the name of a script." />
        <TokenFields role={role} />
        {problem && (
          <Notice kind="danger" icon="exclamation-circle" error={problem}>
            {messageOf(problem, 'Failed to create the token')}
          </Notice>
        )}
      </FormDialog>
    </FormProvider>
  );
}
