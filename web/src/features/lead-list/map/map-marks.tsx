import type { LeafletEventHandlerFnMap } from 'leaflet';
import { useMemo } from 'react';
import { Marker } from 'react-leaflet';
import { statusLabel } from '../../../ui/lead-status';
import type { LeadMap } from '../api';
import { clusterOf, pinOf } from './map-icons';

interface MapMarksProps {
  leads: LeadMap;
  openId?: number;
  onLead: (lead: LeadMap['leads'][number]) => void;
  onCluster: (cluster: LeadMap['clusters'][number]) => void;
}

export const MapMarks = ({ leads, openId, onLead, onCluster }: MapMarksProps) => (
  <>
    {leads.clusters.map((cluster) => (
      <Cluster key={`${cluster.latitude} ${cluster.longitude} ${cluster.count}`} cluster={cluster} onOpen={onCluster} />
    ))}
    {leads.leads.map((lead) => (
      <Pin key={lead.id} lead={lead} isOpen={lead.id === openId} onOpen={onLead} />
    ))}
  </>
);

/** Leaflet lets Tab reach a marker, but does not handle Enter and Space, so these open it as a click does. */
const pressHandlers = (open: () => void): LeafletEventHandlerFnMap => ({
  click: open,
  keydown: ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    open();
  },
});

interface ClusterProps {
  cluster: LeadMap['clusters'][number];
  onOpen: MapMarksProps['onCluster'];
}

function Cluster({ cluster, onOpen }: ClusterProps) {
  const { latitude, longitude, count, statuses } = cluster;
  const icon = useMemo(() => clusterOf(count, statuses), [count, statuses]);
  return <Marker position={[latitude, longitude]} icon={icon} eventHandlers={pressHandlers(() => onOpen(cluster))} />;
}

interface PinProps {
  lead: LeadMap['leads'][number];
  isOpen: boolean;
  onOpen: MapMarksProps['onLead'];
}

function Pin({ lead, isOpen, onOpen }: PinProps) {
  const { latitude, longitude, status, name } = lead;
  const icon = useMemo(() => pinOf(status, isOpen), [status, isOpen]);
  return (
    <Marker
      position={[latitude, longitude]}
      icon={icon}
      title={`${name}, ${statusLabel(status)}`}
      zIndexOffset={isOpen ? 1_000 : 0}
      eventHandlers={pressHandlers(() => onOpen(lead))}
    />
  );
}
