import type { LeadFilter } from '@lead-finder/contracts';
import type { Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useCallback, useEffect, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { CircleMarker, MapContainer, TileLayer, useMapEvents } from 'react-leaflet';
import { messageOf } from '../../../lib/http';
import { counted, formatNumber } from '../../../lib/numbers';
import { useSettings } from '../../../lib/settings';
import { type DevicePosition, useDevicePosition } from '../../../lib/use-device-position';
import { Icon } from '../../../ui/icon';
import { leadStatuses, StatusIcon, statusClass, statusLabel } from '../../../ui/lead-status';
import { MapZoom } from '../../../ui/map-zoom';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { TerritoryShapes } from '../../../ui/territory-shapes';
import { useToast } from '../../../ui/toasts';
import { type LeadMap, useLeadMap } from '../api';
import { MapMarks } from './map-marks';
import { MapPopup } from './map-popup';
import { bboxOf, type Bounds, clusterZoom, isSplittable, defaultPosition, maxZoom, positionOf } from './map.rules';
import { useTerritoryLayer } from './use-territory-layer';

interface MapViewProps {
  filter: LeadFilter;
  onShowList: () => void;
  /** The list of the leads without coordinates. */
  onShowUnlocated: () => void;
}

interface Viewport {
  bbox: string;
  zoom: number;
}

/** Map View: clusters and single leads of the visible area, so that it is as fast with a million leads as with ten. */
export function MapView({ filter, onShowList, onShowUnlocated }: MapViewProps) {
  const filterKey = JSON.stringify({ ...filter, sort: undefined });
  const [screen, setScreen] = useState<{ of: string; at: Viewport } | null>(null);
  // New filters may match leads elsewhere, so the map first reads all of them and then moves there.
  const current = screen?.of === filterKey ? screen.at : null;
  const found = useLeadMap(filter, current);
  const { data, isPlaceholderData, error, refetch } = found;
  const isOverview = current === null && data !== undefined && !isPlaceholderData;
  const onScreen = useCallback((at: Viewport) => setScreen({ of: filterKey, at }), [filterKey]);

  if (!data && error) {
    return (
      <Card>
        <ErrorBlock title="The map could not be loaded" error={error} onRetry={() => void refetch()}>
          {messageOf(error, 'Lead Finder did not answer.')} Your filters are kept.
        </ErrorBlock>
      </Card>
    );
  }
  if (data && !isPlaceholderData && data.bounds === null) return <NoMapData leads={data} onShowList={onShowList} />;
  return (
    <>
      <LeadsMap leads={data} isOverview={isOverview} isLoading={found.isFetching} onScreen={data && onScreen} />
      <MapFoot leads={data} onShowList={onShowUnlocated} />
    </>
  );
}

/** A zoom that shows the streets around the device. */
const nearZoom = 14;

interface LeadsMapProps {
  leads?: LeadMap;
  /** Fits the map to all leads once per set of filters. */
  isOverview: boolean;
  isLoading: boolean;
  /** Undefined until the leads have loaded, so that a resize of the window does not count as a move by the user. */
  onScreen?: (screen: Viewport) => void;
}

function LeadsMap({ leads, isOverview, isLoading, onScreen }: LeadsMapProps) {
  const settings = useSettings();
  const toast = useToast();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [open, setOpen] = useState<LeadMap['leads'][number] | null>(null);
  const [here, setHere] = useState<DevicePosition | null>(null);
  const device = useDevicePosition((position) => {
    setHere(position);
    map?.setView([position.latitude, position.longitude], nearZoom, { animate: false });
  });
  const territories = useTerritoryLayer();
  const bounds = leads?.bounds ?? null;

  const lookAt = useCallback(
    (all: Bounds | null) => {
      const { center, zoom } = positionOf(all);
      map?.setView(center, zoom, { animate: false });
    },
    [map],
  );
  useEffect(() => {
    if (isOverview) lookAt(bounds);
  }, [isOverview, bounds, lookAt]);

  const openCluster = (cluster: LeadMap['clusters'][number]) => {
    const { west, south, east, north } = cluster.bounds;
    if (isSplittable(cluster.bounds) && map && map.getZoom() < maxZoom) {
      map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        { maxZoom, padding: [48, 48] },
      );
    } else {
      toast.info(`${counted(cluster.count, 'lead')} at the same place`, 'List View shows each of them.');
    }
  };

  return (
    <div className="lf-map" role="region" aria-label="Map of leads" aria-busy={isLoading || territories.isFetching}>
      <MapContainer
        ref={setMap}
        center={defaultPosition.center}
        zoom={defaultPosition.zoom}
        maxZoom={maxZoom}
        zoomControl={false}
        attributionControl={false}
      >
        {/* Public tile servers ask for the referring page, which the policy of this page would hide. */}
        {settings?.mapTileUrl && <TileLayer url={settings.mapTileUrl} maxZoom={maxZoom} referrerPolicy="origin" />}
        <ViewportListener onScreen={onScreen} />
        <TerritoryShapes features={territories.features} readAt={territories.readAt} />
        {leads && <MapMarks leads={leads} openId={open?.id} onLead={setOpen} onCluster={openCluster} />}
        {here && (
          <CircleMarker center={[here.latitude, here.longitude]} radius={9} interactive={false} className="lf-here" />
        )}
      </MapContainer>
      <div className="lf-mapbox lf-map-reset">
        <Button variant="ghost" size="sm" onClick={() => lookAt(bounds)}>
          <Icon name="arrows-fullscreen" />
          Reset View
        </Button>
        {leads && device.isOffered && (
          <Button variant="ghost" size="sm" onClick={device.ask}>
            <Icon name="geo-alt" />
            Near me
          </Button>
        )}
        {territories.isOffered && (
          <Button variant="ghost" size="sm" aria-pressed={territories.isOn} onClick={territories.toggle}>
            <Icon name="map" />
            Territories
          </Button>
        )}
      </div>
      <MapZoom map={map} />
      <Legend />
      {settings?.mapAttribution && <div className="lf-credit">{settings.mapAttribution}</div>}
      {map && open && <MapPopup key={open.id} map={map} lead={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function ViewportListener({ onScreen }: Pick<LeadsMapProps, 'onScreen'>) {
  const map = useMapEvents({
    moveend: () => {
      const box = map.getBounds().pad(0.1);
      const bounds = { west: box.getWest(), south: box.getSouth(), east: box.getEast(), north: box.getNorth() };
      onScreen?.({ bbox: bboxOf(bounds), zoom: clusterZoom(map.getZoom()) });
    },
  });
  return null;
}

const Legend = () => (
  <div className="lf-mapbox lf-legend" role="group" aria-label="Legend">
    {leadStatuses.map((status) => (
      <span className={statusClass(status)} key={status}>
        <StatusIcon status={status} />
        {statusLabel(status)}
      </span>
    ))}
  </div>
);

interface MapFootProps {
  leads?: LeadMap;
  onShowList: () => void;
}

const MapFoot = ({ leads, onShowList }: MapFootProps) => (
  <div className="lf-foot num" aria-live="polite">
    {leads && (
      <span>
        {leads.totalIsExact ? `${counted(leads.total - leads.withoutCoordinates, 'lead')} on the map` : leadsOf(leads)}
        {leads.sampled && '. A part of them is drawn: zoom in to see each'}
      </span>
    )}
    {leads && leads.withoutCoordinates > 0 && <WithoutCoordinates leads={leads} onShowList={onShowList} />}
  </div>
);

const leadsOf = ({ total, totalIsExact }: LeadMap) =>
  totalIsExact ? counted(total, 'lead') : `${formatNumber(total)}+ leads`;

const WithoutCoordinates = ({ leads, onShowList }: { leads: LeadMap; onShowList: () => void }) => (
  <Button variant="link" size="sm" className="p-0 border-0" onClick={onShowList}>
    {formatNumber(leads.withoutCoordinates)}
    {!leads.totalIsExact && '+'} without coordinates {leads.withoutCoordinates === 1 ? 'is' : 'are'} in the list only
  </Button>
);

const NoMapData = ({ leads, onShowList }: { leads: LeadMap; onShowList: () => void }) => (
  <Card>
    <StateBlock
      icon="geo-alt"
      title="No Map Data Available"
      action={
        <Button variant="outline-secondary" onClick={onShowList}>
          <Icon name="list-ul" />
          Show the List
        </Button>
      }
    >
      {leads.total > 0
        ? `${leadsOf(leads)} without coordinates: the list shows ${leads.total === 1 ? 'it' : 'them'}.`
        : 'No lead with coordinates matches what is chosen here.'}
    </StateBlock>
  </Card>
);
