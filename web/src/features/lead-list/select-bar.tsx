import { Button } from 'react-bootstrap';
import { formatNumber } from '../../lib/numbers';
import type { LeadListRecord } from './api';
import { selectable, type Selection } from './use-selection';

interface SelectBarProps {
  leads: readonly LeadListRecord[];
  selection: Selection;
}

/** Replaces the toolbar on phones while the user selects leads. */
export function SelectBar({ leads, selection: { selected, set } }: SelectBarProps) {
  const isAll = leads.length > 0 && leads.every(({ userBusiness }) => selected.has(userBusiness.id));
  return (
    <div className="lf-toolbar">
      <b className="num" role="status">
        {formatNumber(selected.size)} selected
      </b>
      <Button variant="link" aria-pressed={isAll} onClick={() => set(leads.map(selectable), !isAll)}>
        All on this page ({leads.length})
      </Button>
    </div>
  );
}
