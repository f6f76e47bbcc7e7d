import { partsOfShape, type Position, type TerritoryShape } from '@lead-finder/contracts';
import * as leaflet from 'leaflet';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawRectangleMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawLeafletAdapter } from 'terra-draw-leaflet-adapter';

export type DrawMode = 'select' | 'polygon' | 'rectangle';

export interface ShapeEditor {
  use: (mode: DrawMode) => void;
  /** The rings of the drawn parts, as a MultiPolygon has them. */
  parts: () => Position[][][];
  removeChosen: () => void;
  close: () => void;
}

const corners = { feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } } };

export function openEditor(map: leaflet.Map, shape: TerritoryShape | null, onChange: () => void): ShapeEditor {
  const adapter = new TerraDrawLeafletAdapter({ lib: leaflet, map, coordinatePrecision: 6 });
  // The adapter's own panes come with a style element, which the content security policy rejects.
  Object.assign(adapter, {
    createPaneStyleSheet: (name: string, zIndex: number) => {
      const pane = map.createPane(name);
      pane.style.zIndex = String(zIndex + 600);
      return pane;
    },
  });
  const draw = new TerraDraw({
    adapter,
    modes: [
      new TerraDrawPolygonMode(),
      new TerraDrawRectangleMode(),
      new TerraDrawSelectMode({ flags: { polygon: corners, rectangle: corners } }),
    ],
  });
  draw.start();
  const given = shape ? partsOfShape(shape) : [];
  draw.addFeatures(
    given.map((part) => ({
      type: 'Feature' as const,
      geometry: { type: 'Polygon' as const, coordinates: [[...part, part[0]!]] },
      properties: { mode: 'polygon' },
    })),
  );
  draw.on('change', onChange);
  const drawn = () =>
    draw.getSnapshot().filter(({ geometry, properties }) => {
      const isPart = geometry.type === 'Polygon' && !properties.currentlyDrawing;
      return isPart && (properties.mode === 'polygon' || properties.mode === 'rectangle');
    });
  return {
    use: (mode) => draw.setMode(mode),
    parts: () => drawn().map(({ geometry }) => geometry.coordinates as Position[][]),
    removeChosen: () => {
      const parts = drawn();
      const chosen = parts.filter(({ properties }) => properties.selected);
      // A single part needs no choice.
      const gone = chosen.length === 0 && parts.length === 1 ? parts : chosen;
      const ids = gone.flatMap(({ id }) => (id === undefined ? [] : [id]));
      for (const { id, properties } of gone) if (properties.selected && id !== undefined) draw.deselectFeature(id);
      draw.removeFeatures(ids);
    },
    close: () => draw.stop(),
  };
}
