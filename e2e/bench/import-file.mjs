// The file of the import bench: invented rows without repetition, with all columns of docs/product/import.md#columns-of-the-file
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const header = 'Business Name,Address,State,Contact Name,Phone,Email Address,Website,User,Custom Tag';
const firsts = [
  'Blue',
  'Golden',
  'Main Street',
  'Sunrise',
  'Old Mill',
  'Riverside',
  'Crown',
  "O'Brien's",
  'García',
  'Müller',
];
const trades = [
  'Bakery',
  'Dental',
  'Plumbing',
  'Florist',
  'Auto Repair',
  'Law Office',
  'Coffee',
  'Roofing',
  'Pharmacy',
];
const streets = ['Main St', 'Oak Ave', 'Broadway', 'Elm St', 'Park Road', '2nd Ave', 'Lake Dr'];
const cities = [
  ['Austin', 'TX', 787],
  ['Los Angeles', 'CA', 900],
  ['Chicago', 'IL', 606],
  ['Phoenix', 'AZ', 850],
  ['Denver', 'CO', 802],
];
const people = ['Ann Lee', 'Bo Chen', 'Carla Díaz', 'Dev Patel', 'Eve Stone'];
const tags = ['Hot', 'Spring campaign', '"Trade fair, Hot"', 'Referral', ''];

const oneOf = (list, number) => list[number % list.length];
/** A hash that is the same in each run. */
const scattered = (number) => Math.imul(number + 1, 0x9e3779b1) >>> 0;

function row(number, users, prefix) {
  const dice = scattered(number);
  const [city, state, zip] = oneOf(cities, dice >>> 3);
  const name = `${prefix}${oneOf(firsts, dice)} ${oneOf(trades, dice >>> 5)} ${number}`;
  const address = `${1 + (dice % 9_999)} ${oneOf(streets, dice >>> 7)}, ${city}, ${state} ${zip}${10 + (dice % 90)}, USA`;
  const phone = `+1 555 ${100 + (dice % 900)} ${1_000 + (dice % 9_000)}`;
  const user = oneOf(users, dice >>> 9);
  return `${name},"${address}",${state},${oneOf(people, dice)},${phone},info${number}@example.com,https://business${number}.example,${user},${oneOf(tags, dice >>> 11)}\n`;
}

export const smallFile = (rows, users, prefix) =>
  `${header}\n${Array.from({ length: rows }, (_, number) => row(number, users, prefix)).join('')}`;

export async function writeFileOf(path, rows, users, prefix = '') {
  const out = createWriteStream(path);
  out.write(`${header}\n`);
  for (let from = 0; from < rows; from += 2_000) {
    let text = '';
    for (let number = from; number < Math.min(rows, from + 2_000); number++) text += row(number, users, prefix);
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return out.bytesWritten;
}
