import type { ExportCheck, LeadFilter } from '@lead-finder/contracts';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { startDownload } from '../../../lib/downloads';
import { counted } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { ConfirmDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { exportAddress, useAskForExport, useExportCheck } from './api';

/** Downloads the leads, or shows that the export has to wait (docs/product/lead-list.md#exports-that-wait). */
export function useLeadExport(filter: LeadFilter) {
  const toast = useToast();
  const check = useExportCheck();
  const [waiting, setWaiting] = useState<{ filter: LeadFilter; found: ExportCheck } | null>(null);
  const href = exportAddress(filter);
  const begin = (event: MouseEvent) => {
    event.preventDefault();
    if (check.isPending) return;
    check.mutate(filter, {
      onSuccess: (found) => (found.waits ? setWaiting({ filter, found }) : startDownload(href)),
      onError: (error) => toast.failure(error, 'Export failed'),
    });
  };
  const dialog = waiting && <AskDialog {...waiting} onClose={() => setWaiting(null)} />;
  return { href, begin, dialog };
}

interface AskDialogProps {
  filter: LeadFilter;
  found: ExportCheck;
  onClose: () => void;
}

function AskDialog({ filter, found: { leads, recentLeads, maxLeads }, onClose }: AskDialogProps) {
  const toast = useToast();
  const { mutate, isPending } = useAskForExport();
  const ask = () =>
    mutate(filter, {
      onSuccess: () => {
        toast.success('Export asked for', 'You are notified when another administrator decides.');
        onClose();
      },
      onError: (error) => toast.failure(error),
    });
  return (
    <ConfirmDialog
      show
      title="Ask for this export"
      action="Ask"
      pendingAction="Asking..."
      pending={isPending}
      onClose={onClose}
      onConfirm={ask}
      aside={
        <Link className="btn btn-ghost" to={paths.exports}>
          Exports
        </Link>
      }
    >
      <p className="mb-2">
        This export has <b>{counted(leads, 'lead')}</b>. Above {counted(maxLeads ?? 0, 'lead')} in 24 hours another
        administrator must allow it.
      </p>
      {recentLeads > 0 && <p className="mb-2">You exported {counted(recentLeads, 'lead')} in the last 24 hours.</p>}
      <p className="mb-0">The administrators see the filters and the number. Their word is needed within 24 hours.</p>
    </ConfirmDialog>
  );
}
