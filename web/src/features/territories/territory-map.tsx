import type { TerritoryFeature, TerritoryShape } from '@lead-finder/contracts';
import type { Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useMemo, useState } from 'react';
import { GeoJSON, MapContainer, TileLayer, Tooltip } from 'react-leaflet';
import { useSettings } from '../../lib/settings';
import { MapZoom } from '../../ui/map-zoom';
import type { Territory } from './api';
import { ShapeTools } from './shape-tools';
import { colourOf } from './territory-tree.rules';

const home = { center: [39.8283, -98.5795] as [number, number], zoom: 4 };
const maxZoom = 19;
/** More names would hide the map. */
const maxNamed = 60;

interface TerritoryMapProps {
  territories: readonly Territory[];
  features: readonly TerritoryFeature[];
  /** When the features were read. Leaflet draws a shape once. */
  readAt: number;
  chosen?: Territory;
  /** The chosen one's shape is being drawn. */
  isDrawing: boolean;
  isSaving: boolean;
  onChoose: (id: number) => void;
  onDrawn: (shape: TerritoryShape | null) => void;
  onCancel: () => void;
}

/** The shapes of all territories, and the tools that draw one. */
export function TerritoryMap({
  territories,
  features,
  readAt,
  chosen,
  isDrawing,
  onChoose,
  ...drawing
}: TerritoryMapProps) {
  const settings = useSettings();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const byId = useMemo(() => new Map(territories.map((each) => [each.id, each])), [territories]);
  const drawn = features.filter(({ geometry, properties }) => geometry && byId.has(properties.id));
  // A text, because each refetch makes new objects, and the user may have moved the map.
  const frame = JSON.stringify(chosen?.bounds ?? frameOf(territories));
  useEffect(() => {
    const bounds = JSON.parse(frame) as Territory['bounds'];
    if (!map || !bounds || isDrawing) return;
    map.fitBounds(
      [
        [bounds.south, bounds.west],
        [bounds.north, bounds.east],
      ],
      { padding: [32, 32], maxZoom: 14, animate: false },
    );
  }, [map, frame, isDrawing]);

  return (
    <div className="lf-map lf-territory-map" role="region" aria-label="Map of territories">
      <MapContainer ref={setMap} {...home} maxZoom={maxZoom} zoomControl={false} attributionControl={false}>
        {settings?.mapTileUrl && <TileLayer url={settings.mapTileUrl} maxZoom={maxZoom} referrerPolicy="origin" />}
        {drawn.map(({ geometry, properties }) => {
          const territory = byId.get(properties.id)!;
          if (isDrawing && territory.id === chosen?.id) return null;
          const isOn = territory.id === chosen?.id;
          return (
            <GeoJSON
              key={`${territory.id} ${readAt} ${isOn} ${isDrawing}`}
              data={geometry!}
              interactive={!isDrawing}
              style={{ className: `lf-territory t${colourOf(territory.id)} ${isOn ? 'on' : ''}`.trimEnd() }}
              eventHandlers={{ click: () => onChoose(territory.id) }}
            >
              {drawn.length <= maxNamed && (
                <Tooltip permanent direction="center" className="lf-territory-name">
                  <span className="cut">
                    {territory.priority} {territory.name}
                  </span>
                </Tooltip>
              )}
            </GeoJSON>
          );
        })}
      </MapContainer>
      {map && isDrawing && chosen && (
        <ShapeTools
          map={map}
          shape={features.find(({ properties }) => properties.id === chosen.id)?.geometry ?? null}
          {...drawing}
        />
      )}
      <MapZoom map={map} />
      {settings?.mapAttribution && <div className="lf-credit">{settings.mapAttribution}</div>}
    </div>
  );
}

function frameOf(territories: readonly Territory[]): Territory['bounds'] {
  const all = territories.flatMap(({ bounds }) => bounds ?? []);
  if (all.length === 0) return null;
  return {
    west: Math.min(...all.map(({ west }) => west)),
    south: Math.min(...all.map(({ south }) => south)),
    east: Math.max(...all.map(({ east }) => east)),
    north: Math.max(...all.map(({ north }) => north)),
  };
}
