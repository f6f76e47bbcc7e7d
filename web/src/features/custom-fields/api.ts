import type {
  createCustomField,
  CustomFieldDefinition,
  InputOf,
  orderCustomFields,
  OutputOf,
  updateCustomField,
} from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CustomFields, customFieldsKey } from '../../lib/custom-fields';
import { request } from '../../lib/http';
import { useReadAgain } from '../../lib/use-read-again';

export type NewField = InputOf<typeof createCustomField>;
export type FieldChange = Omit<InputOf<typeof updateCustomField>, 'key'>;

const path = '/api/custom-fields';
const pathOf = (key: string) => `${path}/${encodeURIComponent(key)}`;

const useFieldChange = <V, A>(mutationFn: (values: V) => Promise<A>) =>
  useMutation({ mutationFn, onSettled: useReadAgain(customFieldsKey) });

/** Adds a field, or changes the one with this key. */
export const useSaveField = (key?: string) =>
  useFieldChange((field: NewField) => {
    const { key: _, ...change } = field;
    return key === undefined
      ? request<CustomFieldDefinition>('POST', path, field)
      : request<CustomFieldDefinition>('PATCH', pathOf(key), change);
  });

export const useChangeField = () =>
  useFieldChange(({ key, ...change }: FieldChange & { key: string }) =>
    request<CustomFieldDefinition>('PATCH', pathOf(key), change),
  );

const orderKey = [`${path}/order`];

/** Shows the new order at once, and the old one again if it was not saved. Quick moves are saved one after the other. */
export function useOrderFields() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: orderKey,
    scope: { id: `${path}/order` },
    mutationFn: (keys: string[]) => request<OutputOf<typeof orderCustomFields>>('POST', `${path}/order`, { keys }),
    onMutate: async (keys) => {
      await client.cancelQueries({ queryKey: customFieldsKey });
      const before = client.getQueryData<CustomFields>(customFieldsKey);
      client.setQueryData<CustomFields>(
        customFieldsKey,
        (data) => data && { ...data, fields: inOrder(data.fields, keys) },
      );
      return before;
    },
    onError: (_error, _keys, before) => client.setQueryData(customFieldsKey, before),
    onSettled: async () => {
      // The order of an earlier move would show in place of the last one.
      if (client.isMutating({ mutationKey: orderKey }) === 1)
        await client.invalidateQueries({ queryKey: customFieldsKey });
    },
  });
}

const inOrder = (fields: readonly CustomFieldDefinition[], keys: readonly string[]) =>
  [...fields].sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));

/** Read when the dialog opens. */
export const useValueCount = (key: string) =>
  useQuery<{ leads: number }>({ queryKey: [`${pathOf(key)}/values/count`], gcTime: 0 });

export const useRemoveField = () => useFieldChange((key: string) => request<unknown>('DELETE', pathOf(key)));
export const useRestoreField = () =>
  useFieldChange((key: string) => request<CustomFieldDefinition>('POST', `${pathOf(key)}/restore`));
