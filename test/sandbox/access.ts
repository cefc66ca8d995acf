import type { Sandbox } from '#sandbox/index.ts';

type Access = Pick<Sandbox, 'url' | 'apiKey' | 'apiSecret'>;

export const environmentOf = ({ url, apiKey, apiSecret }: Access) => ({
  CONCILIADOR_URL: url,
  CONCILIADOR_API_KEY: apiKey,
  CONCILIADOR_API_SECRET: apiSecret,
});

export const basicAuth = ({ apiKey, apiSecret }: Pick<Access, 'apiKey' | 'apiSecret'>): string =>
  `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;

/** The authorization of a call to the sandbox: a new token obtained with its API key. */
export async function enterPlainly(access: Access) {
  const answer = await fetch(`${access.url}/oauth/access_token`, {
    method: 'POST',
    headers: { authorization: basicAuth(access) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { 'x-auth-token': token };
}
