import type { Sight } from '@lead-finder/contracts';
import { Table } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Avatar } from '../../../ui/avatar';
import { Icon } from '../../../ui/icon';
import type { SightChange } from './team-tree.rules';

/** The managers who gain and lose sight of people by a move. */
export function SightTable({ gains, losses }: SightChange) {
  if (gains.length + losses.length === 0) return <p>Every manager sees the same people as before.</p>;
  return (
    <div className="lf-wrap border rounded-2">
      <Table className="lf-sight mb-0">
        <thead>
          <tr>
            <th>Manager</th>
            <th>Sight</th>
            <th className="r">People</th>
          </tr>
        </thead>
        <tbody>
          {gains.map((sight) => (
            <SightRow key={sight.id} sight={sight} isGain />
          ))}
          {losses.map((sight) => (
            <SightRow key={sight.id} sight={sight} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const SightRow = ({ sight, isGain }: { sight: Sight; isGain?: boolean }) => {
  const { id, fullName, people, examples } = sight;
  const rest = people - examples.length;
  return (
    <tr>
      <td className="c-person">
        <span className="lf-avatar-name">
          <Avatar name={fullName} id={id} />
          <span className="text-break">
            {fullName}
            <span className="muted small examples">
              {examples.join(', ')}
              {rest > 0 && ` and ${formatNumber(rest)} more`}
            </span>
          </span>
        </span>
      </td>
      <td>
        <span className={`badge ${isGain ? 'b-good' : 'b-warn'}`}>
          <Icon name={isGain ? 'eye' : 'eye-slash'} />
          {isGain ? 'Gains' : 'Loses'}
        </span>
      </td>
      <td className="r num">
        {isGain ? '+' : '−'}
        {formatNumber(people)}
      </td>
    </tr>
  );
};
