import { m } from '../../paraglide/messages.js';

const SIN_CORTE = '\u00a0';
const MENOS = '−';

/** Commas for decimals and dots for thousands, whatever the language of the texts: amounts are Argentine. */
const escrito = (value: number, decimals: number): string => {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return rest === undefined ? grouped : `${grouped},${rest}`;
};

/** `1,23 M`, `978 mil`, `850`: only where there is no room for the exact amount, which is beside it in words. */
export function corto(importe: string): string {
  const value = Number(importe);
  const size = Math.abs(value);
  const sign = value < 0 && size >= 0.5 ? MENOS : '';
  if (size >= 999_500) return `${sign}${escrito(size / 1_000_000, size < 99_995_000 ? 2 : 0)}${SIN_CORTE}M`;
  if (size >= 999.5) return `${sign}${escrito(size / 1000, 0)}${SIN_CORTE}${m.graficos_mil()}`;
  return `${sign}${escrito(size, 0)}`;
}

/** On an axis: `5 M`, `2,5 M`, without decimals that say nothing. */
export const enEje = (valor: number): string =>
  corto(String(valor)).replace(/,(\d)0(?=\s)/, (_todo, decimo: string) => (decimo === '0' ? '' : `,${decimo}`));

/** `7,4 %` from hundredths of a percent. */
export const porciento = (centesimos: number): string => {
  const decimos = Math.round(Math.abs(centesimos) / 10);
  return `${centesimos < 0 && decimos > 0 ? MENOS : ''}${escrito(decimos / 10, 1)}${SIN_CORTE}%`;
};

/** `+0,4 pp` between two shares in hundredths of a percent; undefined when nobody would see it. */
export function puntos(antes: number, ahora: number): string | undefined {
  const decimos = Math.round((ahora - antes) / 10);
  if (decimos === 0) return undefined;
  return `${decimos > 0 ? '+' : MENOS}${escrito(Math.abs(decimos) / 10, 1)}${SIN_CORTE}pp`;
}
