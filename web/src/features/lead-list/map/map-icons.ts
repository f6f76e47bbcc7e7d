import type { LeadStatus } from '@lead-finder/contracts';
import { DivIcon, type DivIconOptions } from 'leaflet';
import { leadStatusStyles, statusClass } from '../../../ui/lead-status';
import { formatNumber } from '../../../lib/numbers';
import { clusterSize, ringOf } from './map.rules';

/** Builds elements instead of markup: the content security policy rejects style attributes in parsed markup. */
function markOf(status: LeadStatus): HTMLElement {
  const mark = document.createElement('i');
  mark.className = `bi bi-${leadStatusStyles[status].icon}`;
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

// The theme sizes and centres a pin. Leaflet's own size would move it a second time.
export const pinOf = (status: LeadStatus, isOpen: boolean): DivIcon =>
  new DivIcon({
    className: `lf-pin ${statusClass(status)} ${isOpen ? 'on' : ''}`.trimEnd(),
    html: markOf(status),
    iconSize: undefined,
  });

class ClusterIcon extends DivIcon {
  constructor(
    private readonly ring: string,
    private readonly label: string,
    options: DivIconOptions,
  ) {
    super(options);
  }

  override createIcon(previous?: HTMLElement): HTMLElement {
    const element = super.createIcon(previous);
    element.style.setProperty('--ring', this.ring);
    element.setAttribute('aria-label', this.label);
    return element;
  }
}

export function clusterOf(count: number, statuses?: Partial<Record<LeadStatus, number>>): DivIcon {
  const size = clusterSize(count);
  const text = document.createElement('span');
  text.textContent = formatNumber(count);
  return new ClusterIcon(ringOf(statuses), `${text.textContent} leads, zoom in`, {
    className: 'lf-cluster',
    html: text,
    iconSize: [size, size],
    iconAnchor: [0, 0],
  });
}
