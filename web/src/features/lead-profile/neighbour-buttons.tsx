import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import { neighboursInList } from '../../lib/list-return';
import { usePageKeys } from '../../lib/page-keys';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';

/** Links to the previous and next lead of the last shown page of the list; nothing if the lead is not on it. */
export function NeighbourButtons({ leadId }: { leadId: number }) {
  const navigate = useNavigate();
  const [{ previous, next }] = useState(() => neighboursInList(leadId));
  const to = (lead: typeof next) => lead && (() => void navigate(paths.lead(lead)));
  usePageKeys({ k: to(previous), j: to(next) });

  if (!previous && !next) return null;
  const buttons = [
    { label: 'Previous lead', key: 'K', icon: 'chevron-up', lead: previous },
    { label: 'Next lead', key: 'J', icon: 'chevron-down', lead: next },
  ];
  return buttons.map(({ label, key, icon, lead }) => (
    <Button
      key={key}
      variant="outline-secondary"
      className="btn-icon"
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label} (${key})`}
      disabled={!lead}
      onClick={to(lead)}
    >
      <Icon name={icon} />
    </Button>
  ));
}
