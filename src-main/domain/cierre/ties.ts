/** The comparisons (ties) of a month's rows. Each tie compares two sides; every difference is a row. */
import {
  absoluteOf,
  centavosOf,
  linesOf,
  sumFields,
  sumOf,
  textOf,
  type Movement,
  type Row,
  type Settlement,
  type TaxLine,
} from './rows.ts';
import { BILLED_PARTS, DEDUCTED_PARTS, IMPUESTO_PARTS } from '../checks.ts';

export const TIES = ['banco', 'partes', 'operaciones', 'impuestos', 'totales', 'retenciones'] as const;
export type TieKey = (typeof TIES)[number];

export interface TieRow {
  readonly numero: string;
  readonly clase: string;
  /** What was found minus what was expected, in centavos. */
  readonly importe: bigint;
  readonly esperado: bigint | null;
  readonly encontrado: bigint | null;
  readonly procesador: string;
  readonly fecha: string;
}

export interface Tie {
  readonly clave: TieKey;
  readonly comparados: number;
  readonly sinComparar: number;
  readonly filas: readonly TieRow[];
}

type Where = Pick<TieRow, 'numero' | 'procesador' | 'fecha'>;
export const rowOf = (where: Where, clase: string, esperado: bigint | null, encontrado: bigint | null): TieRow => ({
  ...where,
  clase,
  esperado,
  encontrado,
  importe: (encontrado ?? 0n) - (esperado ?? 0n),
});
const whereOf = (row: Row): Where => ({
  numero: textOf(row, 'numero') ?? textOf(row, 'id') ?? '',
  procesador: textOf(row, 'marca') ?? '',
  fecha: textOf(row, 'fecha') ?? '',
});
const placeOf = ({ numero, marca, fecha }: Settlement): Where => ({ numero, procesador: marca, fecha });

export interface Payment {
  readonly movimientos: readonly Movement[];
  readonly importe: bigint;
  /** The day of the last movement of the payment; null if none exists. */
  readonly fecha: string | null;
}

/** Finds the bank movements that pay each settlement: all movements that name it, else one movement with its number and amount. */
export function findPayments(
  settlements: readonly Pick<Settlement, 'id' | 'numero' | 'neto'>[],
  movements: readonly Movement[],
): ReadonlyMap<string, Payment> {
  const linked = Map.groupBy(
    movements.filter(({ liquidacion }) => liquidacion !== null),
    ({ liquidacion }) => liquidacion ?? '',
  );
  const free = Map.groupBy(
    movements.filter(({ liquidacion }) => liquidacion === null),
    ({ referencia, importe }) => `${referencia} ${String(importe)}`,
  );
  return new Map(
    settlements.map(({ id, numero, neto }) => {
      const named = linked.get(id) ?? [];
      const alike = named.length > 0 ? named : (free.get(`${numero} ${String(neto)}`)?.splice(0, 1) ?? []);
      return [
        id,
        {
          movimientos: alike,
          importe: sumOf(alike, ({ importe }) => importe),
          fecha:
            alike
              .map(({ fecha }) => fecha)
              .sort()
              .at(-1) ?? null,
        },
      ];
    }),
  );
}

/** The movements that pay a settlement although the service does not link them to it. */
export const listUnlinked = (payments: ReadonlyMap<string, Payment>): readonly Movement[] =>
  [...payments.values()].flatMap(({ movimientos }) => movimientos.filter(({ liquidacion }) => liquidacion === null));

/** Finds unpaid settlements that another settlement's payment covers: one whose net amount is the `excess`, or all if they add up to the `excess`. */
function findSharing(excess: bigint, missing: readonly Settlement[]): readonly Settlement[] {
  const one = missing.filter(({ neto }) => neto === excess);
  if (one.length > 0) return one.slice(0, 1);
  return missing.length > 1 && sumOf(missing, ({ neto }) => neto) === excess ? missing : [];
}

interface BankDeps {
  readonly payments: ReadonlyMap<string, Payment>;
  readonly hasta: string;
  /** The last day of which bank movements are known; null without a bank feed. */
  readonly bancoHasta: string | null;
}

/** Compares each settlement with its bank movements. Leaves out unpaid settlements not due by `hasta` and `bancoHasta`, and all without a bank feed. */
export function tieBank(settlements: readonly Settlement[], { payments, hasta, bancoHasta }: BankDeps): Tie {
  const filas: TieRow[] = [];
  const shared = new Set<string>();
  let sinComparar = 0;
  const comparable = settlements.filter(({ neto }) => neto !== 0n);
  const missing = comparable.filter(
    ({ id, vence }) => (payments.get(id)?.fecha ?? null) === null && vence !== null && vence <= hasta,
  );
  for (const one of comparable) {
    const { id, neto, vence, cuit, marca } = one;
    const { movimientos, importe, fecha } = payments.get(id) ?? { movimientos: [], importe: 0n, fecha: null };
    const where = placeOf(one);
    if (bancoHasta === null || (fecha === null && (vence === null || vence > hasta || vence > bancoHasta))) {
      sinComparar += 1;
      continue;
    }
    if (fecha === null) continue;
    const others = missing.filter((other) => other.marca === marca && other.vence === vence);
    const sharing = importe === neto ? [] : findSharing(importe - neto, others);
    if (sharing.length > 0) {
      for (const each of [one, ...sharing]) {
        shared.add(each.id);
        filas.push({ ...rowOf(placeOf(each), 'uno_por_varias', each.neto, each.neto) });
      }
    } else if (importe !== neto) {
      filas.push(rowOf(where, absoluteOf(importe) < absoluteOf(neto) ? 'de_menos' : 'de_mas', neto, importe));
    } else if (movimientos.length > 1) filas.push(rowOf(where, 'en_partes', neto, importe));
    if (movimientos.some(({ titular }) => titular !== null && cuit !== null && titular !== cuit))
      filas.push(rowOf(where, 'otro_cuit', neto, 0n));
    if (vence !== null && vence <= hasta && fecha.slice(0, 7) !== vence.slice(0, 7))
      filas.push(rowOf(where, 'otro_mes', neto, fecha > hasta ? 0n : importe));
  }
  if (bancoHasta !== null)
    for (const one of missing)
      if (!shared.has(one.id) && (one.vence ?? '') <= bancoHasta)
        filas.push(rowOf(placeOf(one), 'falta', one.neto, null));
  return { clave: 'banco', comparados: comparable.length - sinComparar, sinComparar, filas };
}

/** Compares a total with the sum of its parts; undefined if they differ and an amount was not reported, which could be the difference. */
function compareParts(row: Row, total: string, parts: readonly string[]): 'igual' | 'difiere' | undefined {
  const [expected, found] = [centavosOf(row, total), sumFields(row, parts)];
  if (expected === found) return 'igual';
  return expected === null || parts.some((part) => centavosOf(row, part) === null) ? undefined : 'difiere';
}

/** Checks that billed − deducted = credited, and that billed and deducted are the sums of their parts. */
export function tieParts(settlements: readonly Row[]): Tie {
  const filas: TieRow[] = [];
  let sinComparar = 0;
  for (const row of settlements) {
    const sides = [
      ['facturado', 'total_facturado', BILLED_PARTS],
      ['descontado', 'total_descontado', DEDUCTED_PARTS],
    ] as const;
    let known = true;
    for (const [clase, total, parts] of sides) {
      const said = compareParts(row, total, parts);
      if (said === 'difiere') filas.push(rowOf(whereOf(row), clase, centavosOf(row, total), sumFields(row, parts)));
      known &&= said !== undefined;
    }
    const billed = centavosOf(row, 'total_facturado');
    const deducted = centavosOf(row, 'total_descontado');
    const credited = centavosOf(row, 'total_acreditado');
    if (billed === null || deducted === null || credited === null) known = false;
    else if (billed - deducted !== credited) filas.push(rowOf(whereOf(row), 'neto', billed - deducted, credited));
    if (!known) sinComparar += 1;
  }
  return { clave: 'partes', comparados: settlements.length - sinComparar, sinComparar, filas };
}

interface SalesDeps {
  /** For each settlement, the sum of its operations and their taxpayers. Settlements without operations are absent. */
  readonly ventas: ReadonlyMap<string, { readonly importe: bigint; readonly cuits: ReadonlySet<string | null> }>;
  /** How many operations a settlement has according to the service; undefined if that was not read. */
  readonly conocidas: (id: string) => number | undefined;
  /** Operations without a settlement although their payment was due at the closing. */
  readonly loose: readonly Row[];
  readonly cuitOf: (row: Row) => string | null;
}

/** Compares what each settlement bills with its operations. Leaves out settlements without a billed amount, and settlements whose operations are unknown. */
export function tieSales(settlements: readonly Row[], { ventas, conocidas, loose, cuitOf }: SalesDeps): Tie {
  const filas: TieRow[] = [];
  let sinComparar = 0;
  for (const row of settlements) {
    const id = textOf(row, 'id') ?? '';
    const [billed, sales, known] = [centavosOf(row, 'total_facturado'), ventas.get(id), conocidas(id)];
    if (billed === null || (sales === undefined && (known === undefined || known === 0))) {
      if (billed !== 0n || known === undefined) sinComparar += 1;
      continue;
    }
    const found = sales?.importe ?? 0n;
    if (found !== billed) filas.push(rowOf(whereOf(row), 'no_suma', billed, found));
    const [own, theirs] = [cuitOf(row), sales?.cuits ?? new Set()];
    if ([...theirs].some((cuit) => cuit !== null && own !== null && cuit !== own))
      filas.push(rowOf(whereOf(row), 'otro_cuit', billed, found));
  }
  for (const row of loose) {
    const where = {
      ...whereOf(row),
      numero: textOf(row, 'comprobante') ?? '',
      fecha: textOf(row, 'fecha_venta') ?? '',
    };
    filas.push(rowOf(where, 'sin_liquidacion', centavosOf(row, 'importe'), null));
  }
  return { clave: 'operaciones', comparados: settlements.length - sinComparar + loose.length, sinComparar, filas };
}

const TOTALS = ['total_impuestos', 'total_retenciones', 'total_percepciones'] as const;
const REASONS = ['IVA', 'IIBB', 'GANANCIAS'];
/** The field of a tax record that sums the lines of a kind and a reason. `motivo` null: all reasons; empty: the reasons that no other entry names. */
export const DETAIL_FIELDS: readonly (readonly [tipo: string, motivo: string | null, field: string])[] = [
  ['IMPUESTO', null, 'total_impuestos'],
  ...(
    [
      ['RETENCIÓN', 'retencion'],
      ['PERCEPCION', 'percepcion'],
    ] as const
  ).flatMap(([tipo, prefix]) => [
    ...REASONS.map((motivo) => [tipo, motivo, `${prefix}_${motivo.toLowerCase()}`] as const),
    [tipo, '', `${prefix}_otros`] as const,
  ]),
];

export const sumLines = (lines: readonly TaxLine[], tipo: string, motivo: string | null): bigint =>
  sumOf(lines, (line) => {
    const isOfReason = motivo === null || (motivo === '' ? !REASONS.includes(line.motivo) : line.motivo === motivo);
    return line.tipo === tipo && isOfReason ? line.importe : 0n;
  });

/** The fields of a tax record that differ from its lines; undefined if the lines were not reported, or are none although the totals are not zero. */
function compareDetail(
  record: Row,
): readonly (readonly [field: string, expected: bigint, found: bigint])[] | undefined {
  const lines = linesOf(record);
  const all = sumFields(record, TOTALS);
  if (lines === null || (lines.length === 0 && all !== 0n)) return undefined;
  const found = sumOf(lines, ({ importe }) => importe);
  const [taxes, ...others] = DETAIL_FIELDS.filter(([, motivo]) => motivo !== '').map(
    ([tipo, motivo, field]) => [field, centavosOf(record, field) ?? 0n, sumLines(lines, tipo, motivo)] as const,
  );
  const differing = [...others, ...(taxes === undefined ? [] : [taxes])].filter(([, said, sum]) => said !== sum);
  // Each field agrees but the whole does not, because of lines of other kinds: report the whole.
  return differing.length === 0 && found !== all ? [['detalle', all, found]] : differing;
}

/** Compares the taxes that a settlement deducts with its tax record, and the record with its parts and lines. */
export function tieTaxes(settlements: readonly Row[], records: readonly Row[]): Tie {
  const filas: TieRow[] = [];
  let sinComparar = 0;
  const byId = new Map(records.map((record) => [textOf(record, 'id'), record]));
  for (const row of settlements) {
    const record = byId.get(textOf(row, 'id'));
    const deducted = centavosOf(row, 'descontado_impuesto');
    if (deducted === null) sinComparar += 1;
    else if (record === undefined && deducted !== 0n) filas.push(rowOf(whereOf(row), 'sin_registro', deducted, null));
    else if (record !== undefined && sumFields(record, TOTALS) !== deducted)
      filas.push(rowOf(whereOf(row), 'registro', deducted, sumFields(record, TOTALS)));
  }
  for (const record of records) {
    const where = whereOf(record);
    for (const [total, parts] of Object.entries(IMPUESTO_PARTS)) {
      if (compareParts(record, total, parts) === 'difiere')
        filas.push(rowOf(where, 'registro_partes', centavosOf(record, total), sumFields(record, parts)));
    }
    const detail = compareDetail(record);
    if (detail === undefined) sinComparar += 1;
    for (const [, expected, found] of detail ?? []) filas.push(rowOf(where, 'detalle', expected, found));
  }
  return { clave: 'impuestos', comparados: Math.max(0, settlements.length - sinComparar), sinComparar, filas };
}
