import { zodResolver } from '@hookform/resolvers/zod';
import type { Role } from '@lead-finder/contracts';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { messageOf } from '../../lib/http';
import { FormDialog } from '../../ui/dialogs';
import { Notice } from '../../ui/notice';
import type { NewToken } from './api';
import { NewTokenDialog } from './new-token-dialog';
import { NameField, TokenFields, type TokenValues } from './token-fields';

interface TokenDialogProps<Form> {
  title: string;
  nameHint: string;
  schema: z.ZodType<Form>;
  create: Pick<UseMutationResult<NewToken, Error, Form>, 'data' | 'error' | 'isPending' | 'mutate'>;
  /** The one that the form begins with. */
  role: Role;
  /** Fields between the name and the scopes. */
  children?: ReactNode;
  onClose: () => void;
}

/** Creates a token, and then shows it once. */
export function TokenDialog<Form>({
  title,
  nameHint,
  schema,
  create,
  role,
  children,
  onClose,
}: TokenDialogProps<Form>) {
  const form = useForm<TokenValues, unknown, Form>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: { name: '', scopes: [], days: '90', networks: '', role, teamId: null },
  });
  if (create.data) return <NewTokenDialog token={create.data} onClose={onClose} />;
  const submit = (typed: Form) => create.mutate(typed, { onError: (error) => showIssues(error, form.setError) });
  return (
    <FormProvider {...form}>
      <FormDialog
        show
        title={title}
        action="Create token"
        pendingAction="Creating..."
        pending={create.isPending}
        onClose={onClose}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <NameField hint={nameHint} />
        {children}
        <TokenFields />
        {create.error && (
          <Notice kind="danger" icon="exclamation-circle" error={create.error}>
            {messageOf(create.error, 'Failed to create the token')}
          </Notice>
        )}
      </FormDialog>
    </FormProvider>
  );
}
