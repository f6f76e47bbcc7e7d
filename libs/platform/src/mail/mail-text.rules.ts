/** A line of a mail: plain text with at most one link at its end. */
export interface MailLine {
  words: string;
  link?: { text: string; href: string };
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Composes a mail as plain text and as HTML. */
export function mailOf(subject: string, greeting: string, lines: readonly MailLine[], closing: string): ComposedMail {
  const plain = lines.map(({ words, link }) => `- ${words}${link ? `\n  ${link.text}: ${link.href}` : ''}`);
  const items = lines.map(({ words, link }) => {
    const anchor = link && ` <a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>`;
    return `<li>${escapeHtml(words)}${anchor ?? ''}</li>`;
  });
  return {
    subject,
    text: `${[greeting, plain.join('\n'), closing].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body><p>${escapeHtml(greeting)}</p><ul>${items.join('')}</ul><p>${escapeHtml(closing)}</p></body></html>`,
  };
}

/** '1 contact', '1,200 contacts'. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
