import { amountOfConcept, CONCEPT_KEYS, type BookRow } from '#domain/cierre/entry.ts';
import { centavosOf, groupSorted, sumOf, textOf } from '#domain/cierre/rows.ts';
import { toColumnLetter } from '#domain/cupones/header-key.ts';
import { describeConcept } from '#domain/texts/cierre.ts';
import type { Cell, Formula, RecordSheet, RecordTable } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import { asDate, asMoney, asText, headingsOf, placeTables, toTable, type BookInput } from './common.ts';

const PARTS = CONCEPT_KEYS.map((key) => ({ key, titulo: describeConcept(key, 'es') }));
const IDENTITY = 6;
const FIRST_PART = IDENTITY + 1;
const NET = FIRST_PART + PARTS.length;
const [GROSS_AT, FIRST_AT, LAST_AT, NET_AT, CREDITED_AT] = [IDENTITY, FIRST_PART, NET - 1, NET, NET + 3].map(
  toColumnLetter,
);

function describeSettlement(
  row: BookRow,
  { payments, mes }: BookInput['evaluation'],
  due: ReadonlyMap<string, string | null>,
) {
  const id = textOf(row.liquidacion, 'id') ?? '';
  const { fecha: paidOn = null, importe = null } = payments.get(id) ?? {};
  const vence = due.get(id) ?? null;
  const pending =
    mes.bancoHasta === null
      ? 'Sin banco: no comparado'
      : vence === null
        ? 'Sin vencimiento'
        : vence <= mes.hasta && vence <= mes.bancoHasta
          ? 'Vencida'
          : 'Prevista';
  return {
    liquidacion: row.liquidacion,
    gross: centavosOf(row.liquidacion, 'total_facturado') ?? 0n,
    parts: PARTS.map(({ key }) => amountOfConcept(row, key)),
    net: centavosOf(row.liquidacion, 'total_acreditado') ?? 0n,
    pago: paidOn ?? vence,
    credited: paidOn === null ? null : importe,
    estado: paidOn === null ? pending : 'Acreditada',
  };
}
type Described = ReturnType<typeof describeSettlement>;

/** The table of a processor. `first`: the sheet's row number of its first row. */
function toProcessorTable(marca: string, rows: readonly Described[], first: number): RecordTable {
  const fieldOf = (field: string) => (row: Described) => textOf(row.liquidacion, field);
  const cellAt = (letter: string | undefined, i: number): string => `${letter ?? ''}${String(first + i)}`;
  return toTable(marca, rows, [
    asDate('Fecha liq.', fieldOf('fecha')),
    asText('Número', fieldOf('numero')),
    asText('Procesador', fieldOf('marca')),
    asText('Tarjeta', fieldOf('tarjeta')),
    asText('Comercio', fieldOf('comercio')),
    asText('Establecimiento', fieldOf('establecimiento')),
    asMoney('Bruto', ({ gross }) => gross),
    ...PARTS.map(({ titulo }, part) => asMoney(titulo, ({ parts }: Described) => parts[part] ?? 0n)),
    asMoney('Neto', ({ net }) => net),
    asMoney('Control', ({ gross, parts, net }, i) => ({
      formula: `ROUND(${cellAt(GROSS_AT, i)}-SUM(${cellAt(FIRST_AT, i)}:${cellAt(LAST_AT, i)})-${cellAt(NET_AT, i)},2)`,
      valor: gross - sumOf(parts, (part) => part) - net,
    })),
    asDate('Fecha pago', ({ pago }) => pago),
    asMoney('Acreditado banco', ({ credited }) => credited),
    asMoney('Diferencia', ({ credited, net }, i) =>
      credited === null
        ? null
        : { formula: `ROUND(${cellAt(CREDITED_AT, i)}-${cellAt(NET_AT, i)},2)`, valor: credited - net },
    ),
    asText('Estado', ({ estado }) => estado),
  ]);
}

const sumColumn = ({ filas }: RecordTable, column: number): bigint =>
  sumOf(filas, (cells) => {
    const cell = cells[column] ?? null;
    const value = typeof cell === 'object' && cell !== null ? cell.valor : cell;
    return typeof value === 'bigint' ? value : 0n;
  });

/** The sheet *Liquidaciones*: a table with subtotals for each processor, and totals. Hides kinds of deductions that the month does not have. */
export function buildSettlements(input: BookInput): RecordSheet {
  const { libro, mes } = input.evaluation;
  const due = new Map(mes.compactSettlements.map(({ id, vence }) => [id, vence]));
  const rows = libro.map((row) => describeSettlement(row, input.evaluation, due));
  const unused = PARTS.flatMap(({ titulo }, part) =>
    rows.every(({ parts }) => parts[part] === 0n) ? [{ titulo, part }] : [],
  );
  const data = [
    ...headingsOf(input),
    ...(unused.length === 0
      ? []
      : [asFact('Ocultas', `${unused.map(({ titulo }) => titulo).join(', ')} (sin importes)`)]),
  ];
  const groups = groupSorted(rows, ({ liquidacion }) => textOf(liquidacion, 'marca') ?? '');
  const places = placeTables(
    data.length,
    groups.map(([, own]) => own.length),
  );
  const tables = groups.map(([marca, own], n) => toProcessorTable(marca, own, places[n]?.first ?? 0));
  const { columnas } = toProcessorTable('', [], 0);
  const totals: RecordTable = {
    titulo: 'Totales por procesador',
    columnas: columnas.map((column) =>
      column.total === 'suma'
        ? column
        : { tipo: 'texto' as const, titulo: column.titulo === 'Procesador' ? column.titulo : '' },
    ),
    filas: tables.map((table, n) =>
      columnas.map(({ titulo, total }, i): Cell | Formula => {
        if (titulo === 'Procesador') return table.titulo;
        if (total !== 'suma') return null;
        return { formula: `${toColumnLetter(i)}${String(places[n]?.total ?? 0)}`, valor: sumColumn(table, i) };
      }),
    ),
  };
  return {
    forma: 'ficha',
    nombre: 'Liquidaciones',
    titulo: 'Liquidaciones del mes',
    widths: columnas.map(({ tipo }) => (tipo === 'importe' ? 11 : 10)),
    hidden: unused.map(({ part }) => FIRST_PART + part),
    data,
    tables: [...tables, totals],
  };
}
