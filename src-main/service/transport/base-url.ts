import { AppError } from '#contract/errors.ts';

/** The address of a service, without trailing slash. Branded: only `parseBaseUrl` makes one. */
export type BaseUrl = string & { readonly __baseUrl: unique symbol };

/** A host name of this same PC, as a URL has it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/**
 * Reads the address of an account: `https:`, or `http:` on loopback (docs/architecture.md, "Accounts"). A user, a query or a fragment in
 * it is refused too: the first would be a secret kept in the open, the others have no meaning in a base address.
 * Throws `URL_INSEGURA`.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  const safe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!safe || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new AppError('URL_INSEGURA');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}` as BaseUrl;
}
