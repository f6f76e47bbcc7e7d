import type { PlanPreview } from '@lead-finder/contracts';
import type { Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useMemo, useState } from 'react';
import { Card } from 'react-bootstrap';
import { CircleMarker, MapContainer, TileLayer, Tooltip } from 'react-leaflet';
import { formatNumber } from '../../../lib/numbers';
import { useSettings } from '../../../lib/settings';
import { MapZoom } from '../../../ui/map-zoom';
import '../../../ui/hues.css';
import { hueOf } from './distribution.rules';

const maxZoom = 19;

/** Who gets which leads, in the colour of each person. */
export function PreviewMap({ preview: { points, people, assigned } }: { preview: PlanPreview }) {
  const settings = useSettings();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const names = useMemo(() => new Map(people.map(({ id, fullName }) => [id, fullName])), [people]);
  const [latitudes, longitudes] = [points.map(([latitude]) => latitude), points.map(([, longitude]) => longitude)];
  const bounds: [number, number][] = [
    [Math.min(...latitudes), Math.min(...longitudes)],
    [Math.max(...latitudes), Math.max(...longitudes)],
  ];
  return (
    <Card as="section" aria-label="Map">
      <Card.Header as="h2" className="h3">
        Map in people’s colours
      </Card.Header>
      <div className="lf-map lf-plan-map" role="region" aria-label="Map of the preview">
        <MapContainer
          ref={setMap}
          bounds={bounds}
          boundsOptions={{ padding: [24, 24], maxZoom: 14 }}
          maxZoom={maxZoom}
          zoomControl={false}
          attributionControl={false}
          preferCanvas={false}
        >
          {settings?.mapTileUrl && <TileLayer url={settings.mapTileUrl} maxZoom={maxZoom} referrerPolicy="origin" />}
          {points.map(([latitude, longitude, userId], index) => (
            <CircleMarker
              // A point has no other identity than its place in this preview.
              key={index}
              center={[latitude, longitude]}
              radius={5}
              className={`lf-plan-point t${hueOf(userId)}`}
            >
              <Tooltip>{names.get(userId)}</Tooltip>
            </CircleMarker>
          ))}
        </MapContainer>
        <MapZoom map={map} />
        {settings?.mapAttribution && <div className="lf-credit">{settings.mapAttribution}</div>}
      </div>
      <Card.Footer className="muted small">
        {points.length < assigned && `${formatNumber(points.length)} of ${formatNumber(assigned)} leads. `}
        The colours of people stand beside their names; with more than eight people some share one.
      </Card.Footer>
    </Card>
  );
}
