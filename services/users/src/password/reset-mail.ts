const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

export function resetMail(fullName: string, link: string): { subject: string; text: string; html: string } {
  const lines = [
    `Hello ${fullName},`,
    'somebody, probably you, asked to reset the password of your Lead Finder account. Open this link within one hour to choose a new one:',
    link,
    'If it was not you, ignore this mail: your password stays as it is.',
  ];
  const [greeting, reason, , otherwise] = lines.map(escapeHtml);
  return {
    subject: 'Reset your Lead Finder password',
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body><p>${greeting}</p><p>${reason}</p><p><a href="${escapeHtml(link)}">Reset password</a></p><p>${otherwise}</p></body></html>`,
  };
}
