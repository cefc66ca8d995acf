import type { Sandbox } from '#sandbox/index.ts';

type Access = Pick<Sandbox, 'url' | 'apiKey' | 'apiSecret'>;

export const environmentOf = ({ url, apiKey, apiSecret }: Access) => ({
  CONCILIADOR_URL: url,
  CONCILIADOR_API_KEY: apiKey,
  CONCILIADOR_API_SECRET: apiSecret,
});

/** What a call to the sandbox carries: a new token by its API key. */
export async function enterPlainly({ url, apiKey, apiSecret }: Access) {
  const answer = await fetch(`${url}/oauth/access_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { 'x-auth-token': token };
}
