import type { TerritoryFeature, TerritoryShape } from '@lead-finder/contracts';
import type { Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useState } from 'react';
import { MapContainer, TileLayer } from 'react-leaflet';
import { useSettings } from '../../lib/settings';
import { MapZoom } from '../../ui/map-zoom';
import { TerritoryShapes } from '../../ui/territory-shapes';
import type { Territory } from './api';
import { ShapeTools } from './shape-tools';

const home = { center: [39.8283, -98.5795] as [number, number], zoom: 4 };
const maxZoom = 19;

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
  const drawn = isDrawing ? features.filter(({ properties }) => properties.id !== chosen?.id) : features;
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
        <TerritoryShapes
          features={drawn}
          readAt={readAt}
          chosenId={chosen?.id}
          onChoose={isDrawing ? undefined : onChoose}
        />
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
