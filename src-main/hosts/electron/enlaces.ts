import { leerUrl } from './origen.ts';

/** Pages that the program may ask the person's browser for: exact host, and the start of the path. */
export interface Enlace {
  readonly host: string;
  readonly ruta: string;
}

/** The pages that the program names: the licences of the icons and of the typeface (menu.ts). */
const ENLACES: readonly Enlace[] = [
  { host: 'lucide.dev', ruta: '/license' },
  { host: 'openfontlicense.org', ruta: '/' },
];

/**
 * The address to open, rebuilt from its parts, or undefined when it is not on the list. Only https without user, password nor port; a
 * prefix of the text would let `https://lucide.dev@other.example` and `https://lucide.dev.other.example` through.
 */
export function enlacePermitido(text: string, lista: readonly Enlace[] = ENLACES): string | undefined {
  const url = leerUrl(text);
  if (url === undefined || url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return lista.some(({ host, ruta }) => url.hostname === host && url.pathname.startsWith(ruta)) ? url.href : undefined;
}
