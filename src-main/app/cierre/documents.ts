/** The documents of the closing, from its amounts in centavos. */
import type { AdjustmentDocument, BalanceDocument, CierreDocument } from '#contract/cierre.ts';
import type { Balance } from '#domain/cierre/balances.ts';
import { amountOfConcept, CONCEPT_KEYS } from '#domain/cierre/entry.ts';
import { sumOf } from '#domain/cierre/rows.ts';
import type { Taxpayer } from '#domain/cierre/taxpayers.ts';
import type { Tie } from '#domain/cierre/ties.ts';
import { formatPlain } from '#domain/money.ts';
import type { Evaluation } from './evaluate.ts';

const formatKnown = (value: bigint | null): string | null => (value === null ? null : formatPlain(value));

const toTieDocument = ({ filas, ...tie }: Tie): CierreDocument['empates'][number] => ({
  clave: tie.clave,
  comparados: tie.comparados,
  difieren: filas.length,
  sinComparar: tie.sinComparar,
  filas: filas.map((row) => ({
    ...row,
    importe: formatPlain(row.importe),
    esperado: formatKnown(row.esperado),
    encontrado: formatKnown(row.encontrado),
  })),
});

const toBalanceDocument = ({ procesador, ...amounts }: Balance): BalanceDocument => ({
  procesador,
  aperturaALiquidar: formatPlain(amounts.aperturaALiquidar),
  vendido: formatPlain(amounts.vendido),
  liquidado: formatPlain(amounts.liquidado),
  aLiquidar: formatPlain(amounts.aLiquidar),
  aperturaACobrar: formatPlain(amounts.aperturaACobrar),
  neto: formatPlain(amounts.neto),
  acreditado: formatPlain(amounts.acreditado),
  aCobrar: formatPlain(amounts.aCobrar),
});

/** The document of an open month. */
export const toDocument = (
  { mes, abiertos, empates, saldos, libro }: Evaluation,
  { cuit, razonSocial }: Taxpayer,
  ajustes: readonly AdjustmentDocument[],
): CierreDocument => ({
  periodo: mes.mes,
  cuit,
  razonSocial,
  estado: 'abierto',
  abiertos,
  empates: empates.map(toTieDocument),
  saldos: { procesadores: saldos.map(toBalanceDocument) },
  conceptos: CONCEPT_KEYS.flatMap((clave) => {
    const importe = sumOf(libro, (row) => amountOfConcept(row, clave));
    return importe === 0n ? [] : [{ clave, importe: formatPlain(importe) }];
  }),
  archivo: null,
  sha256: null,
  ajustes,
  asiento: null,
  cerrado: null,
});
