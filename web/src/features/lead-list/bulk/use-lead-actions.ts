import type { LeadFilter } from '@lead-finder/contracts';
import { useCallback, useMemo, useState } from 'react';
import { businesses } from '../../../lib/numbers';
import { useSetStatus } from '../../../lib/use-set-status';
import { useToast } from '../../../ui/toasts';
import { type LeadListRecord, useListEffects, useMarkViewed } from '../api';
import { type BulkAction, bulkFailures, outcomeOf, refusalOf, undoKindOf } from './bulk.rules';
import type { RowActions } from '../views/row-menu';
import { useBulk, useStartBulkJob, useUndoBulk } from './bulk-jobs-api';
import { selectable, type SelectedLeads, type Selection } from '../use-selection';

/** A dialog about the selected leads, or about the lead of one row. */
interface OpenDialog {
  kind: 'delete' | 'reassign' | 'return-to-pool' | 'add-tags' | 'remove-tags';
  leads: SelectedLeads;
  matching?: Matching;
}

/** The leads of 'Select all N matching' (docs/product/lead-list.md#all-matching-leads). */
export interface Matching {
  filter: LeadFilter;
  count: number;
}

const onlyLead = (lead: LeadListRecord): SelectedLeads => new Map([[lead.userBusiness.id, selectable(lead)]]);

/**
 * The actions of the list on one or many leads, with their toasts (docs/product/lead-list.md#texts-of-bulk-actions).
 */
export function useLeadActions({ drop, clear }: Selection) {
  const toast = useToast();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const marking = useMarkViewed();
  const { mutate: mark } = marking;
  const { mutate: setStatus } = useSetStatus(useListEffects());
  const { mutate: change, isPending: isChanging } = useBulk();
  const { mutateAsync: undo, isPending: isUndoing } = useUndoBulk();
  const { mutate: begin, isPending: isBeginning, isSuccess: hasBegunJob } = useStartBulkJob();

  const runOnMatching = (action: BulkAction, { filter }: Matching) =>
    begin(
      { filter, action },
      {
        onSuccess: ({ total }) => {
          toast.info(`Working on ${businesses(total)}`, 'Bulk Jobs shows how far it is.');
          setDialog(null);
          clear();
        },
        onError: (error) => toast.failure(error, bulkFailures[action.kind]),
      },
    );

  const takeBack = useCallback(
    async (jobId: string, undone: BulkAction['kind']) => {
      const kind = undoKindOf(undone);
      try {
        const job = await undo(jobId);
        const { tone, title, text } = outcomeOf(kind, { success: job.undone, failed: job.kept, errors: [] });
        toast[tone](title, text);
      } catch (error) {
        toast.failure(error, bulkFailures[kind]);
      }
    },
    [undo, toast],
  );
  const runOn = useCallback(
    (action: BulkAction, leads: SelectedLeads) => {
      const refusal = refusalOf(action.kind, leads.size);
      if (refusal) return toast.error('Error', refusal);
      const ids = [...leads.keys()];
      change(
        { ids, action },
        {
          onSuccess: ({ results, jobId }) => {
            const { tone, title, text } = outcomeOf(action.kind, results);
            const failed = new Set(results.errors.map(({ id }) => id));
            toast[tone](title, text, jobId === null ? undefined : () => void takeBack(jobId, action.kind));
            // If all failed, the dialog stays open for another choice, and the failed leads stay selected.
            if (results.success > 0) setDialog(null);
            drop(ids.filter((id) => !failed.has(id)));
          },
          onError: (error) => toast.failure(error, bulkFailures[action.kind]),
        },
      );
    },
    [toast, change, drop, takeBack],
  );
  const run = (action: BulkAction, leads: SelectedLeads, matching?: Matching) =>
    matching ? runOnMatching(action, matching) : runOn(action, leads);

  const markViewed = useCallback(
    (id: number) =>
      mark(id, {
        onSuccess: () => toast.success('Business marked as viewed'),
        onError: (error) => toast.failure(error),
      }),
    [mark, toast],
  );

  // Stable between renders, so that a row renders again only if its lead changes.
  const rowActions = useMemo<RowActions>(
    () => ({
      markViewed: ({ userBusiness }) => markViewed(userBusiness.id),
      setStatus: ({ userBusiness }, next) =>
        setStatus(
          { lead: { id: String(userBusiness.id) }, status: next },
          {
            onSuccess: () => toast.success('Status updated'),
            onError: (error) => toast.failure(error, 'Status update failed'),
          },
        ),
      archive: (lead) => runOn({ kind: 'archive' }, onlyLead(lead)),
      restore: (lead) => runOn({ kind: 'restore' }, onlyLead(lead)),
      reassign: (lead) => setDialog({ kind: 'reassign', leads: onlyLead(lead) }),
      remove: (lead) => setDialog({ kind: 'delete', leads: onlyLead(lead) }),
    }),
    [markViewed, runOn, setStatus, toast],
  );

  return {
    run,
    markViewed,
    markingId: marking.isPending ? marking.variables : undefined,
    rowActions,
    dialog,
    open: (kind: OpenDialog['kind'], leads: SelectedLeads, matching?: Matching) => setDialog({ kind, leads, matching }),
    close: () => setDialog(null),
    isPending: isChanging || isUndoing || isBeginning,
    hasBegunJob,
  };
}
