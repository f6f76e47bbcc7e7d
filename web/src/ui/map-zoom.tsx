import type { Map as LeafletMap } from 'leaflet';
import { Button } from 'react-bootstrap';
import { Icon } from './icon';

/** The buttons that zoom a map. Those of Leaflet have neither icons nor sizes of the theme. */
export const MapZoom = ({ map }: { map: Pick<LeafletMap, 'zoomIn' | 'zoomOut'> | null }) => (
  <div className="lf-mapbox lf-zoom">
    <Button variant="ghost" className="btn-icon" aria-label="Zoom in" title="Zoom in" onClick={() => map?.zoomIn()}>
      <Icon name="plus-lg" />
    </Button>
    <Button variant="ghost" className="btn-icon" aria-label="Zoom out" title="Zoom out" onClick={() => map?.zoomOut()}>
      <Icon name="dash-lg" />
    </Button>
  </div>
);
