export interface FilesAddress {
  bucket: string;
  /** Begins the key of each file, so that the janitor sees no object of others. Default: `uploads/`. */
  prefix: string;
  /** Without it the SDK of AWS finds credentials by itself. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Default: that of AWS. */
  endpoint?: string;
  region: string;
  forcePathStyle: boolean;
}

const known = ['endpoint', 'region', 'path-style'];

/** Reads `s3://key:secret@bucket/prefix?endpoint=…&region=…&path-style=on`. Throws if the address is wrong. */
export function parseFilesAddress(url: string): FilesAddress {
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(url);
  const { endpoint, region = 'us-east-1', 'path-style': style = 'off' } = Object.fromEntries(searchParams);
  const isRight =
    protocol === 's3:' &&
    hostname !== '' &&
    port === '' &&
    Boolean(username) === Boolean(password) &&
    (endpoint === undefined || /^https?:$/.test(new URL(endpoint).protocol)) &&
    ['on', 'off'].includes(style) &&
    [...searchParams.keys()].every((name) => known.includes(name));
  if (!isRight) throw new Error('This is no address of a bucket');
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: `${folder || 'uploads'}/`,
    region,
    forcePathStyle: style === 'on',
    ...(endpoint && { endpoint }),
    ...(username && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
  };
}

export function isFilesAddress(url: string): boolean {
  try {
    return Boolean(parseFilesAddress(url));
  } catch {
    return false;
  }
}
