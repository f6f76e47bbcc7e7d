import type { TerritoryFeature } from '@lead-finder/contracts';
import { GeoJSON, Tooltip } from 'react-leaflet';
import { colourOf } from '../lib/territories';
import './hues.css';

/** More names would hide the map. */
const maxNamed = 60;

interface TerritoryShapesProps {
  features: readonly TerritoryFeature[];
  /** When the features were read. Leaflet draws a shape once. */
  readAt: number;
  chosenId?: number | undefined;
  /** Without it clicks go through the shapes. */
  onChoose?: ((id: number) => void) | undefined;
}

/** The shapes of territories on a Leaflet map, each in its colour and with its name, below the marks of the map. */
export function TerritoryShapes({ features, readAt, chosenId, onChoose }: TerritoryShapesProps) {
  const drawn = features.filter(({ geometry }) => geometry);
  return drawn.map(({ geometry, properties: { id, name, priority } }) => {
    const isOn = id === chosenId;
    return (
      <GeoJSON
        key={`${id} ${readAt} ${isOn} ${onChoose !== undefined}`}
        data={geometry!}
        interactive={onChoose !== undefined}
        style={{ className: `lf-territory t${colourOf(id)} ${isOn ? 'on' : ''}`.trimEnd() }}
        eventHandlers={{ click: () => onChoose?.(id) }}
      >
        {drawn.length <= maxNamed && (
          <Tooltip permanent direction="center" className="lf-territory-name" pane="shadowPane">
            <span className="cut">
              {priority} {name}
            </span>
          </Tooltip>
        )}
      </GeoJSON>
    );
  });
}
