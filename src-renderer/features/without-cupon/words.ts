import type { MissingOperacion } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { getFileName } from '#domain/texts/language.ts';
import { formatNumber } from '../../ui/format.ts';
import { wordOf } from '../explanations/certainty.ts';
import { getFieldName } from '../review/fields.ts';
import type { Till } from './without-cupon.svelte.ts';

type MissingCupon = MissingOperacion['cupones'][number];

/** "Terminal 38010022"; where the sales say no terminal, "Establecimiento 30012345". */
export function describeTill({ terminal, establecimiento }: Pick<Till, 'terminal' | 'establecimiento'>): string {
  if (terminal !== null) return m.sin_cupon_terminal({ terminal });
  return establecimiento === null ? m.sin_datos() : `${getFieldName('establecimiento')} ${establecimiento}`;
}

/** "19:22 · Visa ·· 4417 · 00166657": what tells one sale of a till from another. */
export function describeSale(operacion: MissingOperacion['operacion']): string {
  const textOf = (field: string): string => {
    const value = operacion[field];
    return typeof value === 'string' ? value : '';
  };
  const time = textOf('fecha_venta').slice(11, 16);
  const card = [textOf('tarjeta'), textOf('tarjeta_nro') === '' ? '' : `·· ${textOf('tarjeta_nro')}`].filter(
    (one) => one !== '',
  );
  return [time, card.join(' '), textOf('comprobante')].filter((one) => one !== '').join(' · ');
}

/** "Probable: fila 12 de caja.csv". */
export function describeCupon({ certeza, archivo, fila }: MissingCupon): string {
  const where =
    fila === null
      ? getFileName(archivo ?? '')
      : m.sin_cupon_fila({ fila: formatNumber(fila), archivo: getFileName(archivo ?? '') });
  return m.sin_cupon_puede_ser({ certeza: wordOf(certeza), donde: where });
}
