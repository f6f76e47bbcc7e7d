/** Returns whether a host's name or address, as a setting or a URL has it, is this machine alone. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
