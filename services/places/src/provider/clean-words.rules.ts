const LONGEST = 200;
/**
 * A word of a sentence, with the signs around it; a key, an address, a project number or a host name is none. The two
 * statuses are those that the page looks for in a message (specification section 8).
 */
const WORD =
  /^["'(]?([A-Z]?[a-z]{1,15}(['’][a-z]{1,3})?|[A-Z]{2,8}|\d{1,3}|OVER_QUERY_LIMIT|REQUEST_DENIED)["')]?[.,:;!?]?$/;

/**
 * A provider's sentence for people: no tags, and only plain words and short numbers of it, because quota messages
 * carry project numbers and addresses carry keys. What was left out shows as one '…'.
 */
export function cleanWords(text: string): string {
  const words = text
    .replace(/<(style|script)[^]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (WORD.test(word) ? word : '…'));
  const sentence = words.filter((word, index) => word !== '…' || words[index - 1] !== '…').join(' ');
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST).replace(/\s\S*$/, '')} …` : sentence;
}
