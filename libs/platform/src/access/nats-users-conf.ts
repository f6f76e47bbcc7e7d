import { inboxOf } from '../bus/nats-link.js';
import { natsRights, natsUsers } from './nats-rights.js';

export const natsPasswordOf = (user: string) => `NATS_PASSWORD_${user.toUpperCase()}`;

/** Returns k8s/components/nats-users/users.conf. A service may respond once to each request. */
export function natsUsersConf(): string {
  const users = natsUsers.map((user) => {
    const { publish, subscribe } = natsRights(user);
    const answers = subscribe.some((subject) => subject.startsWith(`${user}.`));
    return [
      '    {',
      `      user: ${user}, password: $${natsPasswordOf(user)}`,
      '      permissions: {',
      `        publish: { allow: [\n${listed(publish)}\n        ] }`,
      `        subscribe: { allow: [\n${listed(subscribe)}\n        ] }`,
      ...(answers ? ['        allow_responses: { max: 1, expires: "2m" }'] : []),
      '      }',
      '    }',
    ].join('\n');
  });
  return [
    '# Made by `npm run make:access` from the contracts; do not edit. Each user has its own inbox for responses,',
    `# ${inboxOf('<name>')}. Passwords come from the server's environment: letters and digits, not a number alone.`,
    'authorization {',
    '  users: [',
    users.join('\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

const listed = (subjects: string[]) => subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n');
