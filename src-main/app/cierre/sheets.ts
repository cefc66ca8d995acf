/** The five sheets of the month's workbook. Formulas stand over the rows of their own sheet, with their present values. */
import type { AdjustmentDocument, OpenItem } from '#contract/cierre.ts';
import {
  ACCOUNTS,
  COST_COLUMNS,
  isAccountKey,
  TAX_COLUMNS,
  type BookRow,
  type EntryLine,
} from '#domain/cierre/entry.ts';
import { describeJurisdiction, readJurisdiction, SIRTAC, UNKNOWN_JURISDICTION } from '#domain/cierre/jurisdictions.ts';
import { centavosOf, linesOf, sumFields, sumOf, textOf, type Row } from '#domain/cierre/rows.ts';
import { formatCuit, type Taxpayer } from '#domain/cierre/taxpayers.ts';
import { countDaysBetween, formatDayMonthYear, requireCivilDate } from '#domain/civil-date.ts';
import { toColumnLetter } from '#domain/cupones/column-letter.ts';
import { requireMoney } from '#domain/money.ts';
import { describeClass, describePoint } from '#domain/texts/cierre.ts';
import { LABELS } from '#domain/texts/labels.ts';
import type { Cell, Formula, RecordFact, RecordSheet, RecordTable } from '#workbook/write/workbook.ts';
import type { Evaluation } from './evaluate.ts';

type Column = RecordTable['columnas'][number];
type Cells = readonly (Cell | Formula)[];

const asText = (titulo: string): Column => ({ titulo, tipo: 'texto' });
const asDate = (titulo: string): Column => ({ titulo, tipo: 'fecha' });
const asMoney = (titulo: string): Column => ({ titulo, tipo: 'importe', total: 'suma' });
const asPlainMoney = (titulo: string): Column => ({ titulo, tipo: 'importe' });
const count = (titulo: string): Column => ({ titulo, tipo: 'entero' });
const asFact = (label: string, valor: string): RecordFact => ({ label, tipo: 'texto', valor });

export interface BookInput {
  readonly evaluation: Evaluation;
  readonly contribuyente: Taxpayer;
  readonly plan: Readonly<Record<string, string>>;
  readonly jurisdicciones: Readonly<Record<string, string>>;
  readonly ajustes: readonly AdjustmentDocument[];
}

const headingsOf = ({ contribuyente, evaluation: { mes } }: BookInput): readonly RecordFact[] => [
  asFact('Razón social', contribuyente.razonSocial),
  asFact('CUIT', formatCuit(contribuyente.cuit)),
  asFact('Período', `${formatDayMonthYear(mes.desde)} – ${formatDayMonthYear(mes.hasta)}`),
  asFact('Criterio', 'Por fecha de liquidación'),
];

/** The row of the sheet where the first row of a table stands, and where its total does (`record-writer.ts`). */
function* placeTables(
  facts: number,
  tables: readonly Pick<RecordTable, 'filas'>[],
): Generator<{ first: number; total: number }> {
  let last = 2 + facts;
  for (const { filas } of tables) {
    const first = last + 4;
    last = first + filas.length - (filas.length === 0 ? 1 : 0);
    yield { first, total: last };
  }
}

const PARTS = [...COST_COLUMNS, ...TAX_COLUMNS];
const IDENTITY = [
  asDate('Fecha liq.'), asText('Número'), asText('Procesador'), asText('Tarjeta'), asText('Comercio'), asText('Establecimiento'),
]; // prettier-ignore
const GROSS = IDENTITY.length;
const NET = GROSS + PARTS.length + 1;
const letters = {
  bruto: toColumnLetter(GROSS),
  primera: toColumnLetter(GROSS + 1),
  ultima: toColumnLetter(NET - 1),
  neto: toColumnLetter(NET),
};

const iibbOf = ({ iibb }: BookRow, which: 'local' | typeof SIRTAC | typeof UNKNOWN_JURISDICTION): bigint =>
  sumOf(iibb, ([key, importe]) =>
    (which === 'local' ? key !== SIRTAC && key !== UNKNOWN_JURISDICTION : key === which) ? importe : 0n,
  );

/** The amounts between gross and net, in the order of `PARTS`. */
const partsOf = (row: BookRow): readonly bigint[] =>
  PARTS.map(({ fields, iibb }) =>
    iibb === undefined
      ? sumFields(
          row.liquidacion,
          fields.filter((field) => field.startsWith('descontado_')),
        ) +
        sumFields(
          row.impuesto ?? {},
          fields.filter((field) => !field.startsWith('descontado_')),
        )
      : iibbOf(row, iibb),
  );

/** *Liquidaciones*: a table a processor with its subtotals, and the totals of all. */
function buildSettlements(input: BookInput): RecordSheet {
  const { libro, payments, mes } = input.evaluation;
  const due = new Map(mes.compactSettlements.map(({ id, vence }) => [id, vence]));
  const data = headingsOf(input);
  const groups = [...Map.groupBy(libro, ({ liquidacion }) => textOf(liquidacion, 'marca') ?? '')].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const places = [
    ...placeTables(
      data.length,
      groups.map(([, filas]) => ({ filas: filas.map(() => []) })),
    ),
  ];
  const columnas: readonly Column[] = [
    ...IDENTITY,
    asMoney('Bruto'),
    ...PARTS.map(({ titulo }) => asMoney(titulo)),
    asMoney('Neto'),
    asMoney('Control'),
    asDate('Fecha pago'),
    asMoney('Acreditado banco'),
    asMoney('Diferencia'),
    asText('Estado'),
  ];
  const cellsOf = (row: BookRow, number: number): Cells => {
    const { liquidacion } = row;
    const id = textOf(liquidacion, 'id') ?? '';
    const parts = partsOf(row);
    const [gross, net] = [
      centavosOf(liquidacion, 'total_facturado') ?? 0n,
      centavosOf(liquidacion, 'total_acreditado') ?? 0n,
    ];
    const paid = payments.get(id);
    const paidOn = paid?.fecha ?? null;
    const vence = due.get(id) ?? null;
    const cellAt = (letter: string): string => `${letter}${String(number)}`;
    const state =
      paidOn !== null
        ? 'Acreditada'
        : mes.bancoHasta === null
          ? 'Sin banco: no comparado'
          : vence === null
            ? 'Sin vencimiento'
            : vence <= mes.hasta
              ? 'Vencida'
              : 'Prevista';
    const credited = paidOn === null ? null : (paid?.importe ?? null);
    return [
      textOf(liquidacion, 'fecha'),
      ...['numero', 'marca', 'tarjeta', 'comercio', 'establecimiento'].map((field) => textOf(liquidacion, field)),
      gross,
      ...parts,
      net,
      {
        formula: `ROUND(${cellAt(letters.bruto)}-SUM(${cellAt(letters.primera)}:${cellAt(letters.ultima)})-${cellAt(letters.neto)},2)`,
        valor: gross - sumOf(parts, (part) => part) - net,
      },
      paidOn ?? vence,
      credited,
      credited === null
        ? null
        : { formula: `ROUND(${cellAt(toColumnLetter(NET + 3))}-${cellAt(letters.neto)},2)`, valor: credited - net },
      state,
    ];
  };
  const tables = groups.map(([marca, rows], n): RecordTable => ({
    titulo: marca,
    columnas,
    filas: rows.map((row, i) => cellsOf(row, (places[n]?.first ?? 0) + i)),
  }));
  const summed = columnas.flatMap(({ total }, i) => (total === 'suma' ? [i] : []));
  const totals: RecordTable = {
    titulo: 'Totales por procesador',
    columnas: columnas.map((column) =>
      column.total === 'suma'
        ? column
        : { ...column, tipo: 'texto' as const, titulo: column.titulo === 'Procesador' ? 'Procesador' : '' },
    ),
    filas: tables.map(({ titulo, filas }, n) =>
      columnas.map((_, i): Cell | Formula => {
        if (i === 2) return titulo;
        if (!summed.includes(i)) return null;
        const valor = sumOf(filas, (cells) => {
          const cell = cells[i] ?? null;
          const value = typeof cell === 'object' && cell !== null ? cell.valor : cell;
          return typeof value === 'bigint' ? value : 0n;
        });
        return { formula: `${toColumnLetter(i)}${String(places[n]?.total ?? 0)}`, valor };
      }),
    ),
  };
  return {
    forma: 'ficha',
    nombre: 'Liquidaciones',
    titulo: 'Liquidaciones del mes',
    widths: columnas.map(({ tipo }) => (tipo === 'importe' ? 15 : 14)),
    data,
    tables: [...tables, totals],
  };
}

const REGIMES: Readonly<Record<string, string>> = {
  IMPUESTO: 'Impuesto',
  RETENCIÓN: 'Retención',
  PERCEPCION: 'Percepción',
};
/** The fields of the records that a regime of the detail adds up to. */
const REGIME_FIELDS: readonly (readonly [tipo: string, motivo: string | null, field: string])[] = [
  ['IMPUESTO', null, 'total_impuestos'],
  ...(['IVA', 'IIBB', 'GANANCIAS'] as const).map(
    (motivo) => ['RETENCIÓN', motivo, `retencion_${motivo.toLowerCase()}`] as const,
  ),
  ['RETENCIÓN', '', 'retencion_otros'],
  ...(['IVA', 'IIBB', 'GANANCIAS'] as const).map(
    (motivo) => ['PERCEPCION', motivo, `percepcion_${motivo.toLowerCase()}`] as const,
  ),
  ['PERCEPCION', '', 'percepcion_otros'],
];
const KNOWN_REASONS: ReadonlySet<string> = new Set(['IVA', 'IIBB', 'GANANCIAS']);

/** *Impuestos*: the lines of the details, grouped; what the headers have more or less is a row with its name. */
function buildTaxes(input: BookInput): RecordSheet {
  const { impuestos } = input.evaluation.mes;
  const lines = impuestos.flatMap((record) =>
    (linesOf(record) ?? []).map((line) => ({ ...line, marca: textOf(record, 'marca') ?? '' })),
  );
  const jurisdictionOf = ({ tipo, motivo, descripcion }: (typeof lines)[number]): string => {
    if (motivo !== 'IIBB' || tipo === 'IMPUESTO') return '';
    const { jurisdiccion, nota } = readJurisdiction(descripcion, input.jurisdicciones);
    return `${describeJurisdiction(jurisdiccion)}${nota === undefined ? '' : ` (nota: ${describeJurisdiction(nota)})`}`;
  };
  const groups = [
    ...Map.groupBy(lines, (line) =>
      [line.tipo, line.motivo, jurisdictionOf(line), line.marca, line.descripcion ?? '', line.porcentaje ?? ''].join(
        '\u0001',
      ),
    ),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = groups.flatMap(([, own]): readonly Cells[] => {
    const [first] = own;
    if (first === undefined) return [];
    const importe = sumOf(own, (line) => line.importe);
    const rate = first.porcentaje === null ? undefined : Math.round(Number(first.porcentaje) * 100);
    const base = rate === undefined || !(rate > 0) ? null : (importe * 10_000n) / BigInt(rate);
    const regime = `${REGIMES[first.tipo] ?? first.tipo} ${first.motivo}`.trim();
    return [
      [regime, jurisdictionOf(first), first.marca, first.descripcion, first.porcentaje, own.length, importe, base],
    ];
  });
  const missing = REGIME_FIELDS.flatMap(([tipo, motivo, field]): readonly Cells[] => {
    const detailed = lines.filter(
      (line) =>
        line.tipo === tipo &&
        (motivo === null || (motivo === '' ? !KNOWN_REASONS.has(line.motivo) : line.motivo === motivo)),
    );
    const rest =
      sumOf(impuestos, (record) => centavosOf(record, field) ?? 0n) - sumOf(detailed, ({ importe }) => importe);
    if (rest === 0n) return [];
    return [
      [
        `${REGIMES[tipo] ?? tipo} ${motivo ?? ''}`.trim(),
        '',
        '',
        `Diferencia entre el encabezado (${field}) y su detalle`,
        null,
        null,
        rest,
        null,
      ],
    ];
  });
  return {
    forma: 'ficha',
    nombre: 'Impuestos',
    titulo: 'Impuestos, retenciones y percepciones',
    widths: [22, 24, 16, 36, 10, 14, 16, 16],
    data: [...headingsOf(input), asFact('Base', 'Calculada: importe sobre alícuota; el servicio no informa la base')],
    tables: [
      {
        titulo: 'Por régimen',
        columnas: [
          asText('Régimen'),
          asText('Jurisdicción'),
          asText('Procesador'),
          asText('Texto'),
          { titulo: 'Alícuota', tipo: 'porcentaje' },
          count('Comprobantes'),
          asMoney('Importe'),
          asPlainMoney('Base calculada'),
        ],
        filas: [...rows, ...missing],
      },
    ],
  };
}

/** The person's code of a line's account, that of its jurisdiction first; the account's name while there is none. */
const codeOf = (plan: BookInput['plan'], { cuenta, nombre }: EntryLine): string =>
  plan[`${cuenta}.${/\b9\d\d\b/.exec(nombre)?.[0] ?? ''}`] ?? plan[cuenta] ?? nombre;

function buildEntry(input: BookInput): RecordSheet {
  const { asiento, difieren } = input.evaluation;
  const columnas = [
    asDate('Fecha'),
    asText('Código'),
    asText('Cuenta'),
    asText('Procesador'),
    asMoney('Debe'),
    asMoney('Haber'),
  ];
  const toTable = (titulo: string, which: EntryLine['parte']): RecordTable => ({
    titulo,
    columnas,
    filas: asiento
      .filter(({ parte }) => parte === which)
      .map((line) => [
        line.fecha,
        input.plan[line.cuenta] === undefined ? null : codeOf(input.plan, line),
        line.nombre,
        line.procesador,
        line.debe,
        line.haber,
      ]),
  });
  const reasons = difieren.map(({ procesador, importe }) =>
    asFact(
      'No se escribió',
      `En ${procesador} el debe y el haber difieren en ${String(Number(importe) / 100)} pesos: mirá Pendientes`,
    ),
  );
  return {
    forma: 'ficha',
    nombre: 'Asiento',
    titulo: 'Asiento del mes',
    widths: [16, 16, 36, 18, 17, 17],
    data: [...headingsOf(input), ...reasons],
    tables:
      difieren.length > 0
        ? []
        : [toTable('Liquidaciones, a su fecha', 'liquidacion'), toTable('Banco, a la fecha del movimiento', 'banco')],
  };
}

const AGES: readonly (readonly [titulo: string, hasta: number])[] = [
  ['1 a 7 días', 7],
  ['8 a 30 días', 30],
  ['31 a 60 días', 60],
  ['más de 60 días', Number.POSITIVE_INFINITY],
];

function buildReceivables(input: BookInput): RecordSheet {
  const { saldos, mes, payments } = input.evaluation;
  const data = [
    ...headingsOf(input),
    asFact('Al', formatDayMonthYear(mes.hasta)),
    asFact('Cuotas', 'Un cupón que el procesador paga cuota por cuota tiene una sola fecha de pago en el servicio'),
  ];
  const overdue = mes.compactSettlements.filter(
    ({ id, fecha, vence, neto }) =>
      neto !== 0n &&
      fecha <= mes.hasta &&
      vence !== null &&
      vence <= mes.hasta &&
      (payments.get(id)?.fecha ?? '9999') > mes.hasta,
  );
  const daysOf = (vence: string | null): number =>
    vence === null ? 0 : countDaysBetween(requireCivilDate(vence), mes.hasta);
  const [toSettle, toCollect] = [
    ...placeTables(data.length, [{ filas: saldos.map(() => []) }, { filas: saldos.map(() => []) }]),
  ];
  const balanceOf = (first: number, i: number, [a, b, c]: readonly [bigint, bigint, bigint]): Cells => {
    const row = String(first + i);
    return [a, b, c, { formula: `ROUND(B${row}+C${row}-D${row},2)`, valor: a + b - c }];
  };
  const tables: readonly RecordTable[] = [
    {
      titulo: 'Vendido y no liquidado',
      columnas: [
        asText('Procesador'),
        asMoney('Apertura'),
        asMoney('Vendido'),
        asMoney('Liquidado'),
        asMoney('A liquidar'),
      ],
      filas: saldos.map((row, i) => [
        row.procesador,
        ...balanceOf(toSettle?.first ?? 0, i, [row.aperturaALiquidar, row.vendido, row.liquidado]),
      ]),
    },
    {
      titulo: 'Liquidado y no acreditado',
      columnas: [
        asText('Procesador'),
        asMoney('Apertura'),
        asMoney('Liquidado neto'),
        asMoney('Acreditado'),
        asMoney('A cobrar'),
      ],
      filas: saldos.map((row, i) => [
        row.procesador,
        ...balanceOf(toCollect?.first ?? 0, i, [row.aperturaACobrar, row.neto, row.acreditado]),
      ]),
    },
    {
      titulo: 'Vencido, por antigüedad',
      columnas: [asText('Procesador'), ...AGES.map(([titulo]) => asMoney(titulo))],
      filas: [...Map.groupBy(overdue, ({ marca }) => marca)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([marca, rows]) => [
          marca,
          ...AGES.map(([, to], n) => {
            const from = AGES[n - 1]?.[1] ?? Number.NEGATIVE_INFINITY;
            return sumOf(
              rows.filter(({ vence }) => daysOf(vence) > from && daysOf(vence) <= to),
              ({ neto }) => neto,
            );
          }),
        ]),
    },
    {
      titulo: 'Cupones a liquidar',
      columnas: [
        asText('Procesador'),
        asDate('Fecha venta'),
        asText('Tarjeta'),
        asText('Comercio'),
        asText('Comprobante'),
        count('Cuotas'),
        asDate('Fecha pago'),
        asMoney('Importe'),
      ],
      filas: mes.sinLiquidar.map((row: Row) => [
        ...['marca', 'fecha_venta', 'tarjeta', 'comercio', 'comprobante', 'cuotas', 'fecha_pago'].map((field) =>
          textOf(row, field),
        ),
        centavosOf(row, 'importe') ?? 0n,
      ]),
    },
  ];
  return {
    forma: 'ficha',
    nombre: 'Tarjetas a cobrar',
    titulo: `Tarjetas a cobrar al ${formatDayMonthYear(mes.hasta)}`,
    widths: [20, 17, 17, 18, 17, 12, 14, 17],
    data,
    tables,
  };
}

const nameOf = (cuenta: string): string => (isAccountKey(cuenta) ? ACCOUNTS[cuenta].nombre : cuenta);

function buildPending(input: BookInput): RecordSheet {
  const { empates, abiertos, mes, libro } = input.evaluation;
  const toCells = (text: string | null): Cell => (text === null ? null : requireMoney(text));
  const unknown = libro.filter((row) => iibbOf(row, UNKNOWN_JURISDICTION) !== 0n);
  return {
    forma: 'ficha',
    nombre: 'Pendientes',
    titulo: 'Lo que no ata',
    widths: [34, 20, 32, 18, 14, 17, 17, 17],
    data: headingsOf(input),
    tables: [
      {
        titulo: LABELS.whatIsOpen.es,
        columnas: [asText('Punto'), count('Cuántos'), asPlainMoney('Pesos')],
        filas: abiertos.map(({ clave, cuantos, importe }: OpenItem) => [
          describePoint(clave),
          cuantos,
          toCells(importe),
        ]),
      },
      {
        titulo: 'Diferencias',
        columnas: [
          asText('Punto'),
          asText('Número'),
          asText('Qué pasa'),
          asText('Procesador'),
          asDate('Fecha'),
          asPlainMoney('Esperado'),
          asPlainMoney('Encontrado'),
          asMoney('Diferencia'),
        ],
        filas: empates.flatMap(({ clave, filas }) =>
          filas.map((row) => [
            describePoint(clave),
            row.numero,
            describeClass(row.clase),
            row.procesador,
            row.fecha,
            row.esperado,
            row.encontrado,
            row.importe,
          ]),
        ),
      },
      {
        titulo: describePoint('cuit'),
        columnas: [
          asText('Comercio'),
          asText('Establecimiento'),
          asText('Número'),
          asText('Procesador'),
          asDate('Fecha'),
          asMoney('Neto'),
        ],
        filas: mes.sinCuit.map((row) => [
          ...['comercio', 'establecimiento', 'numero', 'marca', 'fecha'].map((field) => textOf(row, field)),
          centavosOf(row, 'total_acreditado') ?? 0n,
        ]),
      },
      {
        titulo: 'IIBB sin identificar',
        columnas: [asText('Procesador'), asText('Número'), asText('Texto'), asMoney('Importe')],
        filas: unknown.map((row) => [
          textOf(row.liquidacion, 'marca'),
          textOf(row.liquidacion, 'numero'),
          (linesOf(row.impuesto ?? {}) ?? []).find(({ motivo }) => motivo === 'IIBB')?.descripcion ?? null,
          iibbOf(row, UNKNOWN_JURISDICTION),
        ]),
      },
      {
        titulo: LABELS.adjustmentsOfClosed.es,
        columnas: [
          asText('Mes'),
          asText('Número'),
          asText('Qué pasó'),
          asText('Procesador'),
          asDate('Fecha'),
          asText('Campo'),
          asText('Cuenta'),
          asMoney('Importe'),
        ],
        filas: input.ajustes.map((row) => [
          row.mes, row.numero, describeClass(row.clase), row.procesador, row.fecha, row.campo,
          row.cuenta === null ? null : (input.plan[row.cuenta] ?? nameOf(row.cuenta)), toCells(row.importe),
        ]), // prettier-ignore
      },
    ].filter(({ filas }) => filas.length > 0),
  };
}

/** *Liquidaciones, Impuestos, Asiento, Tarjetas a cobrar, Pendientes*. */
export const buildSheets = (input: BookInput): readonly RecordSheet[] => [
  buildSettlements(input),
  buildTaxes(input),
  buildEntry(input),
  buildReceivables(input),
  buildPending(input),
];

const withComma = (value: bigint): string => `${String(value / 100n)},${String(value % 100n).padStart(2, '0')}`;

/** `Fecha;Cuenta;Debe;Haber`, for the program that keeps the books; undefined while debits and credits differ. */
export function writeEntryCsv({ evaluation: { asiento, difieren }, plan }: BookInput): string | undefined {
  if (difieren.length > 0) return undefined;
  const quote = (cell: string): string => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = asiento.map((line) =>
    [formatDayMonthYear(requireCivilDate(line.fecha)), codeOf(plan, line), withComma(line.debe), withComma(line.haber)]
      .map(quote)
      .join(';'),
  );
  return `${['Fecha;Cuenta;Debe;Haber', ...rows].join('\r\n')}\r\n`;
}
