import { leerUrl } from './origin.ts';

/** Pages that the program may ask the person's browser for: exact host, and the start of the path. */
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
 * The address to open, rebuilt from its parts, or undefined when it is not on the list. Only https without user, password nor port; a
 * prefix of the text would let `https://lucide.dev@other.example` and `https://lucide.dev.other.example` through.
 */
export function getAllowedLink(text: string, list: readonly AllowedLink[] = LINKS): string | undefined {
  const url = leerUrl(text);
  if (url === undefined || url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return list.some(({ host, ruta }) => url.hostname === host && url.pathname.startsWith(ruta)) ? url.href : undefined;
}
