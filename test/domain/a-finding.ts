import type { InFile, RowError, SaleOfRow } from '#domain/finding.ts';

export const aSale = (part: Partial<SaleOfRow> = {}): SaleOfRow => ({
  fecha: '2026-10-02',
  tarjeta: 'Visa',
  tarjeta_nro: '1234',
  comprobante: '17',
  importe: '50.00',
  ...part,
});
export const anError = (fila: number, part: Partial<InFile<RowError>> = {}): InFile<RowError> => ({
  archivo: 'caja.xlsx',
  fila,
  columna: 'Lote',
  campo: 'lote',
  codigo: 'NO_ES_NUMERO',
  valor: 'x',
  mensaje: 'No es un número.',
  ...part,
});
