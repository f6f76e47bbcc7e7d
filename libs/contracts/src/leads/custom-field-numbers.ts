const plain = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const decimalCommaOnly = /^-?(\d+,?\d*|,\d+)$/;
const grouped = /^-?[1-9]\d{0,2}(?:([ \u00a0\u202f'’,])\d{3})(?:\1\d{3})*(\.\d+)?$/;
const groupedWithComma = /^-?[1-9]\d{0,2}(?:([ \u00a0\u202f'’.])\d{3})(?:\1\d{3})*(,\d+)?$/;
const groups = /[ \u00a0\u202f'’]/g;

const marked =
  /^(-?)\s*(?:([A-Z]{0,3}\p{Sc}|[A-Z]{3})\s*)?(-?[\d.,'’ \u00a0\u202f]*\d[.,]?(?:e[+-]?\d{1,3})?)\s*(\p{Sc}|[A-Z]{3})?$/iu;
const maxLength = 60;

export interface NumberParts {
  body: string;
  mark: string | null;
}

/** Returns the number's text without signs of currencies, and with a minus for a number in parentheses. */
export function numberParts(text: string): NumberParts | null {
  if (text.length > maxLength) return null;
  const inside = /^\((.+)\)$/.exec(text)?.[1];
  const found = marked.exec((inside ?? text).replace('−', '-').replace(/^\+/, ''));
  if (!found) return null;
  const [, minus = '', before, number = '', after] = found;
  if ((before && after) || (minus && number.startsWith('-')) || (inside && (minus || number.startsWith('-')))) {
    return null;
  }
  return { body: `${inside ? '-' : minus}${number}`, mark: before ?? after ?? null };
}

const marks = new Map<string, ReadonlySet<string>>();
function marksOf(currency: string): ReadonlySet<string> {
  const known = marks.get(currency);
  if (known) return known;
  const shown = (['narrowSymbol', 'symbol'] as const).map(
    (currencyDisplay) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')!.value,
  );
  const found = new Set([currency, ...shown, `${currency.slice(0, 2)}${shown[0]}`].map((mark) => mark.toUpperCase()));
  marks.set(currency, found);
  return found;
}

/** Reads a number with or without thousands and a sign of a currency, which must be that of `currency`, if given. */
export function readNumber(text: string, currency: string | null, decimalComma?: boolean): number | null {
  if (!decimalComma && plain.test(text)) return Number(text);
  const parts = numberParts(text);
  if (!parts) return null;
  const { body, mark } = parts;
  if (mark && currency ? !marksOf(currency).has(mark.toUpperCase()) : mark && !/\p{Sc}/u.test(mark)) return null;
  const asPoint = () => (grouped.test(body) ? Number(body.replace(groups, '').replaceAll(',', '')) : null);
  const asComma = () => {
    if (groupedWithComma.test(body)) return Number(body.replace(groups, '').replaceAll('.', '').replace(',', '.'));
    return decimalCommaOnly.test(body) ? Number(body.replace(',', '.')) : null;
  };
  if (decimalComma) return asComma() ?? asPoint() ?? (plain.test(body) ? Number(body) : null);
  return plain.test(body) ? Number(body) : (asPoint() ?? asComma());
}
