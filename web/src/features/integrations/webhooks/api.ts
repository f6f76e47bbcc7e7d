import type {
  createWebhook,
  InputOf,
  listWebhookDeliveries,
  listWebhooks,
  OutputOf,
  updateWebhook,
  Webhook,
  WebhookDelivery,
} from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { useReadAgain } from '../../../lib/use-read-again';

type WithSecret = OutputOf<typeof createWebhook>;
export type WebhookForm = Required<InputOf<typeof createWebhook>>;

const path = '/api/webhooks';
const refreshMs = 5_000;

/** A page that shows deliveries looks for new ones, because nothing publishes them. */
export const useWebhooks = () =>
  useQuery<OutputOf<typeof listWebhooks>>({
    queryKey: [path],
    staleTime: 0,
    refetchInterval: refreshMs,
    meta: { automatic: true },
  });

export const useDeliveries = (id: number, before: string | undefined) =>
  useQuery<OutputOf<typeof listWebhookDeliveries>>({
    queryKey: [`${path}/:id/deliveries`, id, { before }],
    staleTime: 0,
    refetchInterval: before === undefined && refreshMs,
    meta: { automatic: true },
    placeholderData: keepPreviousData,
  });

const useChange = <V, A>(mutationFn: (values: V) => Promise<A>) =>
  useMutation({ mutationFn, onSettled: useReadAgain([path], [`${path}/:id/deliveries`]) });

export const useCreateWebhook = () => useChange((form: WebhookForm) => request<WithSecret>('POST', path, form));
export const useUpdateWebhook = (id: number) =>
  useChange((change: Omit<InputOf<typeof updateWebhook>, 'id'>) => request<Webhook>('PATCH', `${path}/${id}`, change));
export const useRemoveWebhook = (id: number) => useChange(() => request<unknown>('DELETE', `${path}/${id}`));
export const useRotateSecret = (id: number) => useChange(() => request<WithSecret>('POST', `${path}/${id}/secret`));
export const useTestWebhook = (id: number) => useChange(() => request<WebhookDelivery>('POST', `${path}/${id}/test`));
export const useReplayWebhook = (id: number) =>
  useChange((from: string) => request<Webhook>('POST', `${path}/${id}/replay`, { from }));
