const LONGEST = 200;
/** Keys, addresses, project numbers and host names do not match (docs/product/finding.md#provider-errors). */
const WORD =
  /^["'(]?([A-Z]?[a-z]{1,15}(['’][a-z]{1,3})?|[A-Z]{2,8}|\d{1,3}|OVER_QUERY_LIMIT|REQUEST_DENIED)["')]?[.,:;!?]?$/;

/** Only plain words and short numbers: quota messages contain project numbers, and addresses contain keys. */
export function cleanWords(text: string): string {
  const words = text
    .replace(/<(style|script)[^]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .split(/\s/)
    .filter(Boolean)
    .map((word) => (WORD.test(word) ? word : '…'));
  const sentence = words.filter((word, index) => word !== '…' || words[index - 1] !== '…').join(' ');
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST).replace(/\s\S*$/, '')} …` : sentence;
}
