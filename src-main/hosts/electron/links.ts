import { parseUrl } from './origin.ts';

/** A page that the program may open in the person's browser: its exact host, and the beginning of its path. */
export interface AllowedLink {
  readonly host: string;
  readonly ruta: string;
}

/** The pages that the program names: the licences of the icons and of the typeface (menu.ts). */
const LINKS: readonly AllowedLink[] = [
  { host: 'lucide.dev', ruta: '/license' },
  { host: 'openfontlicense.org', ruta: '/' },
];

/**
 * The address to open, rebuilt from its parts; undefined when it is not on the list. Only https without user, password or port. Comparing the
 * beginning of the text would let `https://lucide.dev@other.example` and `https://lucide.dev.other.example` through.
 */
export function getAllowedLink(text: string, list: readonly AllowedLink[] = LINKS): string | undefined {
  const url = parseUrl(text);
  if (url === undefined || url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return list.some(({ host, ruta }) => url.hostname === host && url.pathname.startsWith(ruta)) ? url.href : undefined;
}
