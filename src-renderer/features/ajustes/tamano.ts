import { cantidad } from '../../ui/format.ts';

const SIN_CORTE = ' ';

/** `214 MB`, `12 KB`: what a file takes, as people say it. */
export function tamano(bytes: number): string {
  if (bytes < 1024 * 1024) return `${cantidad(Math.ceil(bytes / 1024))}${SIN_CORTE}KB`;
  const megas = bytes / 1_048_576;
  if (megas < 1024) return `${cantidad(Math.round(megas))}${SIN_CORTE}MB`;
  const decimas = Math.round((megas / 1024) * 10);
  return `${cantidad(Math.floor(decimas / 10))},${String(decimas % 10)}${SIN_CORTE}GB`;
}
