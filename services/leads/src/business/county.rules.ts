import { usStateCode } from '@lead-finder/contracts';

const england = `Bedfordshire, Berkshire, Bristol, Buckinghamshire, Cambridgeshire, Cheshire, City of London, Cornwall,
  County Durham, Cumberland, Cumbria, Derbyshire, Devon, Dorset, Durham, East Riding of Yorkshire, East Sussex, Essex,
  Gloucestershire, Greater London, Greater Manchester, Hampshire, Herefordshire, Hertfordshire, Huntingdonshire,
  Isle of Wight, Kent, Lancashire, Leicestershire, Lincolnshire, Merseyside, Middlesex, Norfolk, North Yorkshire,
  Northamptonshire, Northumberland, Nottinghamshire, Oxfordshire, Rutland, Shropshire, Somerset, South Yorkshire,
  Staffordshire, Suffolk, Surrey, Sussex, Tyne and Wear, Warwickshire, West Midlands, West Sussex, West Yorkshire,
  Westmorland, Wiltshire, Worcestershire, Yorkshire`;
const scotland = `Aberdeenshire, Angus, Argyll, Argyll and Bute, Ayrshire, Banffshire, Berwickshire, Caithness,
  Clackmannanshire, Dumfries and Galloway, Dumfriesshire, Dunbartonshire, East Ayrshire, East Dunbartonshire,
  East Lothian, East Renfrewshire, Fife, Highland, Inverclyde, Inverness-shire, Kincardineshire, Kinross-shire,
  Kirkcudbrightshire, Lanarkshire, Midlothian, Moray, Nairnshire, North Ayrshire, North Lanarkshire, Orkney,
  Orkney Islands, Peeblesshire, Perth and Kinross, Perthshire, Renfrewshire, Ross and Cromarty, Ross-shire,
  Roxburghshire, Scottish Borders, Selkirkshire, Shetland, Shetland Islands, South Ayrshire, South Lanarkshire,
  Stirlingshire, Sutherland, West Dunbartonshire, West Lothian, Western Isles, Wigtownshire`;
const wales = `Anglesey, Blaenau Gwent, Brecknockshire, Bridgend, Caerphilly, Cardiganshire, Carmarthenshire,
  Ceredigion, Clwyd, Conwy, Denbighshire, Dyfed, Flintshire, Glamorgan, Gwent, Gwynedd, Isle of Anglesey,
  Merionethshire, Merthyr Tydfil, Mid Glamorgan, Monmouthshire, Montgomeryshire, Neath Port Talbot, Pembrokeshire,
  Powys, Radnorshire, Rhondda Cynon Taf, South Glamorgan, Torfaen, Vale of Glamorgan, West Glamorgan`;
const northernIreland = `Antrim, Armagh, County Antrim, County Armagh, County Down, County Fermanagh,
  County Londonderry, County Tyrone, Fermanagh, Londonderry, Tyrone`;

const counties = new Map(
  [england, scotland, wales, northernIreland]
    .flatMap((names) => names.split(',').map((name) => name.trim()))
    .map((name) => [name.toLowerCase(), name]),
);

/** Matches ', XX 12345, USA', also with ZIP+4 (docs/product/one-lead.md#us-state-and-uk-county). */
const usAddress = /, ([A-Z]{2}) \d{5}(?:-\d{4})?, USA$/;

export function stateFromAddress(address: string | null | undefined): string | null {
  const code = usAddress.exec(address?.trim() ?? '')?.[1];
  return code ? usStateCode(code) : null;
}

/** A UK postcode at the end of a part: 'Guildford GU1 3AA'. */
const postcode = /(?:^|\s)[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;
const country = /^(?:UK|United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland)$/i;

/** Returns the last county name that stands between commas before the postcode or 'UK', or null. */
export function countyFromAddress(address: string | null | undefined): string | null {
  const parts = (address ?? '').split(',').map((part) => part.trim());
  const end = parts.findLastIndex((part) => country.test(part) || postcode.test(part));
  const before = parts.slice(1, end + 1).map((part) => part.replace(postcode, '').trim().toLowerCase());
  return before.map((part) => counties.get(part)).findLast((county) => county !== undefined) ?? null;
}
