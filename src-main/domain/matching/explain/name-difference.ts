import { fromDayNumber } from '../../civil-date.ts';
import type { CuponField } from '../../cupon.ts';
import { toCentavos } from '../../money.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import type { Difference, FieldMotivo } from './differences.ts';
import type { Motivo } from './reasons.ts';

export type Reason = Difference & { readonly motivo: FieldMotivo };

/** All differences but the brand's. */
export const reasonsIn = (differences: readonly Difference[]): readonly Reason[] =>
  differences.flatMap((difference) =>
    difference.motivo === undefined ? [] : [{ ...difference, motivo: difference.motivo }],
  );

/** The field whose value belongs to another one. */
const otherOf = (level: string): CuponField =>
  level === 'en_autorizacion' ? 'autorizacion' : level === 'en_lote' ? 'lote' : 'terminal';

/** Fields in each other's place, one field, or several; undefined without differences. */
export function nameDifferences(
  reasons: readonly Reason[],
  codes: CuponCodes,
  table: OperacionTable,
  row: number,
): Motivo | undefined {
  const swapped = reasons.find(({ motivo }) => motivo === 'CAMPOS_CAMBIADOS');
  const [only] = reasons;
  if (only === undefined) return undefined;
  if (swapped === undefined && reasons.some(({ motivo }) => motivo !== only.motivo)) {
    return { codigo: 'VARIOS_CAMPOS', campos: reasons.map(({ campo }) => campo) };
  }
  return nameField(swapped ?? only, reasons, { codes, table, row });
}

interface Pair {
  readonly codes: CuponCodes;
  readonly table: OperacionTable;
  readonly row: number;
}

/** The reason `motivo`; `all` may have further fields with the same one. */
function nameField({ motivo, campo, nivel }: Reason, all: readonly Reason[], { codes, table, row }: Pair): Motivo {
  switch (motivo) {
    case 'CAMPOS_CAMBIADOS':
      return { codigo: motivo, campo, nivel, con: otherOf(nivel) };
    case 'IMPORTE_POR_100':
      return {
        codigo: motivo,
        veces: nivel === 'por_100' ? 'por_100' : 'dividido_100',
        ...amountsOf(codes, table, row),
      };
    case 'IMPORTE_DE_UNA_CUOTA':
      return { codigo: motivo, cuotas: table.instalments(row), ...amountsOf(codes, table, row) };
    case 'IMPORTE_NETO':
    case 'SIGNO_INVERTIDO':
    case 'IMPORTE_DISTINTO':
      return { codigo: motivo, ...amountsOf(codes, table, row) };
    case 'DIA_Y_MES_CAMBIADOS':
    case 'FECHA_DISTINTA':
      return { codigo: motivo, nivel, ...daysOf(codes, table, row) };
    case 'COMPROBANTE_DISTINTO':
    case 'TARJETA_DISTINTA':
    case 'ESTABLECIMIENTO_DISTINTO':
    case 'LOTE_O_TERMINAL_DISTINTO':
    case 'CUOTAS_DISTINTAS':
    case 'AUTORIZACION_DISTINTA':
      return { codigo: motivo, nivel, campos: all.map((one) => one.campo) };
  }
}

/** Both amounts are known here: without them the amount does not differ. */
const amountsOf = ({ amount }: CuponCodes, table: OperacionTable, row: number) => ({
  cupon: toCentavos(amount),
  operacion: toCentavos(table.amount(row)),
  diferencia: toCentavos(amount - table.amount(row)),
});

const daysOf = ({ day }: CuponCodes, table: OperacionTable, row: number) => ({
  cupon: fromDayNumber(day),
  operacion: fromDayNumber(table.day(row)),
  dias: day - table.day(row),
});
