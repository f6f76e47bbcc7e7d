const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** The paragraphs of a mail around its link. */
interface LinkMail {
  subject: string;
  greeting: string;
  reason: string;
  link: string;
  button: string;
  otherwise: string;
}

export function linkMail({ subject, greeting, reason, link, button, otherwise }: LinkMail): ComposedMail {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    subject,
    text: `${[greeting, reason, link, otherwise].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${paragraph(greeting)}${paragraph(reason)}<p><a href="${escapeHtml(link)}">${button}</a></p>${paragraph(otherwise)}</body></html>`,
  };
}

export const resetMail = (fullName: string, link: string): ComposedMail =>
  linkMail({
    subject: 'Reset your Lead Finder password',
    greeting: `Hello ${fullName},`,
    reason:
      'somebody, probably you, asked to reset the password of your Lead Finder account. Open this link within one hour to choose a new one:',
    link,
    button: 'Reset password',
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  });

export function invitationMail(
  { fullName, username }: { fullName: string; username: string },
  { link, isOfPassword }: { link: string; isOfPassword: boolean },
  organisation: string | null,
): ComposedMail {
  const ofOrganisation = organisation ? ` at ${organisation}` : '';
  const created = `an account was created for you${ofOrganisation}. Your username is ${username}.`;
  return linkMail({
    subject: `Your Lead Finder account${ofOrganisation}`,
    greeting: `Hello ${fullName},`,
    ...(isOfPassword
      ? {
          reason: `${created} Open this link within seven days to choose your password:`,
          button: 'Choose a password',
          otherwise: 'If the link no longer works, ask your administrator to send the invitation again.',
        }
      : {
          reason: `${created} Open this link and sign in with your company:`,
          button: 'Sign in',
          otherwise: 'If you cannot sign in there, ask your administrator.',
        }),
    link,
  });
}
