interface ZoneCellProps {
  own: string | null | undefined;
  ofTeam: string | null | undefined;
}

/** 'Chicago' for America/Chicago; marks a time zone of the person's own. */
export const ZoneCell = ({ own, ofTeam }: ZoneCellProps) => {
  const zone = own ?? ofTeam ?? '';
  return (
    <td className="soft text-nowrap c-zone" title={zone}>
      {zone.split('/').at(-1)!.replaceAll('_', ' ')}{' '}
      {own && (
        <span className="badge b-viewed" title={`Set on the person; the team has ${ofTeam}`}>
          own
        </span>
      )}
    </td>
  );
};
