import type { CargaTerminada } from '#contract/documents.ts';
import type { RevisionResumen } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { cantidad } from '../../ui/format.ts';

type Afuera = Pick<RevisionResumen, 'omitidas' | 'ignoradas' | 'lineasDeTotal'>;

/** What became of every line of the file: `417 enviados · 4 omitidos · 1 línea de total · 3 tandas`. */
export function enviadosEnPalabras(
  { enviados, tandas }: Pick<CargaTerminada, 'enviados' | 'tandas'>,
  { omitidas, ignoradas, lineasDeTotal }: Afuera,
): string {
  const partes: readonly (readonly [(datos: { n: number; texto: string }) => string, number])[] = [
    [m.resultado_enviados, enviados],
    [m.resultado_omitidos, omitidas],
    [m.resultado_lineas_de_total, lineasDeTotal],
    [m.resultado_otras_lineas, ignoradas - lineasDeTotal],
    [m.envio_tandas_total, tandas],
  ];
  return partes
    .filter(([, n], i) => i === 0 || n > 0)
    .map(([palabras, n]) => palabras({ n, texto: cantidad(n) }))
    .join(' · ');
}
