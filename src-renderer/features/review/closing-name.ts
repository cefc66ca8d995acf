import { getFieldName } from './fields.ts';

/** What a closing of a terminal is called under its day: `20014017 · 0753`. Without a terminal its number alone would name nothing: `Lote 0753`. */
export function getClosingName(key: string): string {
  const [, terminal = '', lote = ''] = key.split(' · ');
  return terminal === '' ? `${getFieldName('lote')} ${lote}` : `${terminal} · ${lote}`;
}
