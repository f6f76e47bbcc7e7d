export async function fetchWithCookies(cookies: Map<string, string>, address: string, init: RequestInit = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(init.headers as Record<string, string>) };
  const response = await fetch(address, { ...init, redirect: 'manual', headers });
  for (const each of response.headers.getSetCookie()) {
    const [name, value] = each.split(';')[0]!.split(/=(.*)/s) as [string, string];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return response;
}
