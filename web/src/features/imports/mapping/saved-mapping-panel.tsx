import type { ImportSettings, LastMapping, SavedMapping } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import { Icon } from '../../../ui/icon';
import { useFoundMappings } from './api';
import { ManageMappingsDialog } from './manage-mappings-dialog';
import { SaveMappingDialog } from './save-mapping-dialog';

interface SavedMappingPanelProps {
  fileName: string;
  headers: readonly string[];
  /** What would be saved. */
  settings: ImportSettings;
  onUse: (settings: ImportSettings) => void;
}

/** Offers the settings of earlier files with the same columns, and saves those of this one. */
export function SavedMappingPanel({ fileName, headers, settings, onUse }: SavedMappingPanelProps) {
  const { data } = useFoundMappings(headers);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const [used, setUsed] = useState<string | null>(null);
  const use = (name: string, chosen: ImportSettings) => {
    onUse(chosen);
    setUsed(name);
  };
  return (
    <div
      className="d-flex flex-wrap gap-2 align-items-center px-3 py-2 border-bottom"
      aria-label="Saved mappings"
      role="group"
    >
      <Icon name="bookmark" className="muted hide-sm" />
      {used ? (
        <span role="status">Columns as in {used}.</span>
      ) : (
        <Offers last={data?.last ?? null} saved={data?.saved ?? []} onUse={use} />
      )}
      <span className="ms-auto d-flex gap-1">
        <Button variant="ghost" size="sm" onClick={() => setDialog('save')}>
          Save mapping
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setDialog('manage')}>
          Saved mappings
        </Button>
      </span>
      {dialog === 'save' && <SaveMappingDialog {...{ fileName, headers, settings }} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageMappingsDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

interface OffersProps {
  last: LastMapping | null;
  saved: readonly SavedMapping[];
  onUse: (name: string, settings: ImportSettings) => void;
}

const Offers = ({ last, saved, onUse }: OffersProps) =>
  !last && saved.length === 0 ? (
    <span className="muted small">No earlier file has these columns.</span>
  ) : (
    <>
      {saved.slice(0, 3).map(({ id, name, settings }) => (
        <Button key={id} variant="outline-secondary" size="sm" onClick={() => onUse(`“${name}”`, settings)}>
          Use “{name}”
        </Button>
      ))}
      {last && (
        <Button
          variant="outline-secondary"
          size="sm"
          className="mw-100"
          onClick={() => onUse(`“${last.fileName}”`, last.settings)}
        >
          <span className="cut">
            Columns as in “{last.fileName}” on {formatDate(last.at)}
          </span>
        </Button>
      )}
    </>
  );
