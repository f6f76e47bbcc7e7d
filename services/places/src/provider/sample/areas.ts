import { TOWNS, type Town } from './towns.js';

const STATES = `
AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas
UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming
`;

// region: its towns
const REGIONS = `
Bay Area, CA: San Francisco, CA; Oakland, CA; San Jose, CA; Berkeley, CA; Palo Alto, CA
Silicon Valley, CA: San Jose, CA; Palo Alto, CA
Napa Valley, CA: Napa, CA
Central Valley, CA: Fresno, CA; Sacramento, CA; Bakersfield, CA
Inland Empire, CA: Riverside, CA
Orange County, CA: Anaheim, CA; Irvine, CA
Northwest Arkansas, AR: Fayetteville, AR
Valley of the Sun, AZ: Phoenix, AZ; Mesa, AZ; Scottsdale, AZ; Tempe, AZ
Front Range, CO: Denver, CO; Boulder, CO; Fort Collins, CO; Colorado Springs, CO
South Florida, FL: Miami, FL; Fort Lauderdale, FL
Tampa Bay, FL: Tampa, FL; St. Petersburg, FL
Chicagoland, IL: Chicago, IL; Naperville, IL
Greater Boston, MA: Boston, MA; Cambridge, MA
Twin Cities, MN: Minneapolis, MN; St. Paul, MN
Research Triangle, NC: Raleigh, NC; Durham, NC
North Jersey, NJ: Newark, NJ; Jersey City, NJ
Hudson Valley, NY: Poughkeepsie, NY; White Plains, NY
Long Island, NY: Hempstead, NY
Upstate New York, NY: Albany, NY; Buffalo, NY; Rochester, NY; Syracuse, NY
Willamette Valley, OR: Portland, OR; Salem, OR; Eugene, OR
Lehigh Valley, PA: Allentown, PA
Dallas-Fort Worth, TX: Dallas, TX; Fort Worth, TX; Arlington, TX; Plano, TX
Central Texas, TX: Austin, TX; Round Rock, TX; Waco, TX
Hampton Roads, VA: Norfolk, VA; Virginia Beach, VA
Northern Virginia, VA: Arlington, VA; Alexandria, VA
Puget Sound, WA: Seattle, WA; Tacoma, WA; Bellevue, WA; Olympia, WA
`;

const STATE_NAMES = new Map(
  STATES.trim()
    .split(/[|\n]/)
    .map((entry): [code: string, name: string] => [entry.slice(0, 2), entry.slice(3)]),
);

const COUNTRY = /[,\s]+(usa|us|united states( of america)?)\.?\s*$/i;

/** 'Austin, Texas', 'austin tx' and 'Austin, TX 78701' become one text. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/ \d{5}( \d{4})?$/, '')
    .replace(/^the /, '')
    .replace(/^saint /, 'st ');
}

/** Maps every spelling of a place to its towns. The first entry wins: 'Portland' is in Oregon. */
function buildIndex(): Map<string, readonly Town[]> {
  const index = new Map<string, readonly Town[]>();
  const enter = (text: string, towns: readonly Town[]): void => {
    const key = normalize(text);
    if (!index.has(key)) index.set(key, towns);
  };
  const enterWithState = (name: string, state: string, towns: readonly Town[]): void => {
    enter(`${name}, ${state}`, towns);
    enter(`${name}, ${STATE_NAMES.get(state)}`, towns);
  };

  for (const [code, name] of STATE_NAMES) {
    const towns = TOWNS.filter((town) => town.state === code);
    enter(name, towns);
    enter(code, towns);
  }
  for (const row of REGIONS.trim().split('\n')) {
    const [title = '', members = ''] = row.split(': ');
    const [name = '', state = ''] = title.split(', ');
    const names = members.split('; ');
    const towns = TOWNS.filter((town) => names.includes(town.name));
    enterWithState(name, state, towns);
    enter(name, towns);
  }
  for (const town of TOWNS) enterWithState(town.city, town.state, [town]);
  for (const name of ['Portland, OR', 'Charleston, SC', 'Springfield, MO', 'Columbia, SC']) {
    enter(
      name.split(',')[0]!,
      TOWNS.filter((town) => town.name === name),
    );
  }
  for (const town of TOWNS) {
    enter(town.city, [town]);
    for (const zip of town.zips) enter(zip, [town]);
  }
  return index;
}

const INDEX = buildIndex();

/** One town for a town or a ZIP code, several for a state or a region. The end of an address counts. */
export function findTowns(location: string): readonly Town[] {
  const parts = location.replace(COUNTRY, '').split(',');
  // A state alone does not match at the end: 'Atlantis, TX' is an unknown town, not Texas.
  for (let start = 0; start === 0 || start < parts.length - 1; start++) {
    const towns = INDEX.get(normalize(parts.slice(start).join(',')));
    if (towns) return towns;
  }
  return [];
}
