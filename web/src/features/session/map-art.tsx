import type { CSSProperties } from 'react';
import { type LeadStatus, statusClass, StatusIcon } from '../../ui/lead-status';

// An invented town: streets south and north of a river, main roads, and some leads.
const southStreets = [
  'M-300 740L-10 158M-243 740L50 158M-196 740L101 158M-145 740L148 158M-90 740L208 158M-38 740L259 158',
  'M15 740L313 158M62 740L356 158M116 740L413 158M161 740L458 158M212 740L511 158M267 740L558 158',
  'M318 740L617 158M372 740L668 158M424 740L723 158M481 740L775 158M530 740L828 158M579 740L871 158',
  'M627 740L921 158M675 740L974 158M727 740L1024 158M783 740L1074 158M831 740L1127 158M882 740L1176 158',
  'M929 740L1228 158M974 740L1268 158M1023 740L1320 158M1080 740L1375 158M1126 740L1420 158M1174 740L1468 158',
  'M1224 740L1517 158M1275 740L1571 158M1322 740L1621 158M1372 740L1671 158M1425 740L1721 158M1476 740L1771 158',
  'M1530 740L1829 158M-20 279L1300 189M-20 322L1300 232M-20 361L1300 271M-20 403L1300 313M-20 443L1300 353',
  'M-20 482L1300 392M-20 522L1300 432M-20 566L1300 476M-20 611L1300 521M-20 648L1300 558M-20 692L1300 602',
  'M-20 729L1300 639M-20 769L1300 679',
].join('');
const northStreets = [
  'M-60 -20L-140 504M-11 -20L-91 504M53 -20L-27 504M105 -20L25 504M163 -20L83 504M213 -20L133 504',
  'M268 -20L188 504M325 -20L245 504M375 -20L295 504M438 -20L358 504M500 -20L420 504M562 -20L482 504',
  'M624 -20L544 504M687 -20L607 504M747 -20L667 504M799 -20L719 504M847 -20L767 504M899 -20L819 504',
  'M948 -20L868 504M996 -20L916 504M1054 -20L974 504M1106 -20L1026 504M1166 -20L1086 504M1222 -20L1142 504',
  'M1281 -20L1201 504M1333 -20L1253 504M-20 -30L1300 24M-20 10L1300 64M-20 52L1300 106M-20 99L1300 153',
  'M-20 138L1300 192M-20 181L1300 235M-20 219L1300 273M-20 266L1300 320M-20 310L1300 364M-20 357L1300 411',
  'M-20 395L1300 449M-20 442L1300 496',
].join('');
const mainRoads = [
  'M-20 610L520 548 780 540 1300 588M596 -20L640 230 668 390 700 740M-20 118L330 150 640 190 1300 176',
  'M980 -20L1000 300 960 470 1010 740',
].join('');
const sideRoads = [
  'M-20 452L420 430 668 420 1300 470M250 -20L262 200M268 300L300 740M840 -20L846 250M850 400L880 740',
].join('');
const river = 'M-60 216C160 288 260 201.6 470 288S820 432 1010 331.2S1220 288 1360 374.4';
const parks = [
  'M70 470q60-50 130-20t110 10l20 90q-60 60-150 40T60 560z',
  'M930 90l150-26 40 96-110 46-90-30z',
  'M640 520h120v70H640z',
  'M360 96h88v62h-88z',
];
const pins: readonly [LeadStatus, number, number][] = [
  ['closed_won', 22, 24],
  ['new', 38, 16],
  ['in_progress', 61, 30],
  ['recontact', 74, 20],
  ['new', 82, 62],
  ['closed_lost', 30, 66],
  ['in_progress', 16, 80],
  ['closed_won', 64, 84],
  ['new', 50, 70],
];
const clusters = [
  { count: 38, left: 46, top: 42, size: 46, shares: [40, 65, 75, 95, 100] },
  { count: 9, left: 72, top: 47, size: 34, shares: [60, 70, 80, 100, 100] },
];
const ringColours = ['new', 'in-progress', 'recontact', 'won', 'lost'];

const ring = (shares: readonly number[]): string =>
  ringColours.map((name, index) => `var(--lf-${name}) ${shares[index - 1] ?? 0}% ${shares[index]}%`).join(',');

interface RoadProps {
  path: string;
  edge: number;
  width: number;
  major?: boolean;
}

const Road = ({ path, edge, width, major }: RoadProps) => (
  <>
    <path className={major ? 'm-major-e' : 'm-edge'} strokeWidth={edge} strokeLinejoin="round" d={path} />
    <path className={major ? 'm-major' : 'm-road'} strokeWidth={width} strokeLinejoin="round" d={path} />
  </>
);

/** Decoration: nothing in it can be pressed or is read out. */
export const MapArt = () => (
  <>
    <svg viewBox="0 0 1280 720" preserveAspectRatio="xMidYMid slice">
      <clipPath id="south">
        <path d={`${river}L1360 780L-60 780Z`} />
      </clipPath>
      <clipPath id="north">
        <path d={`${river}L1360 -60L-60 -60Z`} />
      </clipPath>
      <rect className="m-land" width="1280" height="720" />
      {parks.map((path) => (
        <path key={path} className="m-park" d={path} />
      ))}
      <ellipse className="m-pond" cx="190" cy="520" rx="44" ry="20" />
      <g clipPath="url(#south)">
        <Road path={southStreets} edge={5} width={3.5} />
      </g>
      <g clipPath="url(#north)">
        <Road path={northStreets} edge={5} width={3.5} />
      </g>
      <path className="m-water" strokeWidth="72" d={river} />
      <Road path={mainRoads} edge={10} width={7.5} major />
      <Road path={sideRoads} edge={8} width={6} />
    </svg>
    {pins.map(([status, left, top]) => (
      <span
        key={`${left} ${top}`}
        className={`lf-pin ${statusClass(status)}`}
        style={{ left: `${left}%`, top: `${top}%` }}
      >
        <StatusIcon status={status} />
      </span>
    ))}
    {clusters.map(({ count, left, top, size, shares }) => (
      <span
        key={count}
        className="lf-cluster"
        style={{ left: `${left}%`, top: `${top}%`, width: size, height: size, '--ring': ring(shares) } as CSSProperties}
      >
        {count}
      </span>
    ))}
  </>
);
