/** The journal entry of a month, from the header fields of the settlements and the fields of their tax records alone. */
import { ACCOUNTS, type AccountKey } from '../texts/cierre.ts';
import {
  describeJurisdiction,
  readJurisdiction,
  SIRTAC,
  UNKNOWN_JURISDICTION,
  type Jurisdiction,
} from './jurisdictions.ts';
import { centavosOf, linesOf, sumFields, sumOf, textOf, type Row } from './rows.ts';

/** A settlement with its tax record, broken into the columns of the book. */
export interface BookRow {
  readonly liquidacion: Row;
  readonly impuesto: Row | undefined;
  /** Turnover tax withheld, by jurisdiction; the part of the record's field without lines is not identified. */
  readonly iibb: ReadonlyMap<Jurisdiction, bigint>;
}

/** Splits the turnover tax of each record by the jurisdiction that its lines name. */
export function buildBook(
  settlements: readonly Row[],
  records: readonly Row[],
  corrections: Readonly<Record<string, Jurisdiction>>,
): readonly BookRow[] {
  const byId = new Map(records.map((record) => [textOf(record, 'id'), record]));
  return settlements.map((liquidacion) => {
    const impuesto = byId.get(textOf(liquidacion, 'id'));
    const iibb = new Map<Jurisdiction, bigint>();
    const add = (which: Jurisdiction, importe: bigint): void => {
      if (importe !== 0n) iibb.set(which, (iibb.get(which) ?? 0n) + importe);
    };
    if (impuesto !== undefined) {
      const lines = (linesOf(impuesto) ?? []).filter(({ tipo, motivo }) => tipo === 'RETENCIÓN' && motivo === 'IIBB');
      for (const { descripcion, importe } of lines)
        add(readJurisdiction(descripcion, corrections).jurisdiccion, importe);
      add(
        UNKNOWN_JURISDICTION,
        (centavosOf(impuesto, 'retencion_iibb') ?? 0n) - sumOf(lines, ({ importe }) => importe),
      );
    }
    return { liquidacion, impuesto, iibb };
  });
}

const TAX_ACCOUNTS: readonly (readonly [AccountKey, ...string[]])[] = [
  ['iva_cf_21', 'impuesto_iva_21'],
  ['iva_cf_105', 'impuesto_iva_105'],
  ['otros_impuestos', 'impuesto_otros'],
  ['ret_iva', 'retencion_iva'],
  ['ret_ganancias', 'retencion_ganancias'],
  ['otras_retenciones', 'retencion_otros'],
  ['perc_iva', 'percepcion_iva'],
  ['perc_iibb', 'percepcion_iibb'],
  ['otras_percepciones', 'percepcion_ganancias', 'percepcion_otros'],
];
const COST_ACCOUNTS: readonly (readonly [AccountKey, ...string[]])[] = [
  ['tarjetas_a_cobrar', 'total_acreditado'],
  ['aranceles', 'descontado_arancel'],
  ['costo_financiero', 'descontado_cuota'],
  ['promociones', 'descontado_promocion'],
  ['adelantos', 'descontado_adelanto'],
  ['otros_gastos', 'descontado_otro'],
];

export interface EntryLine {
  /** The entry of the settlements, at their date, or of the bank, at its own. */
  readonly parte: 'liquidacion' | 'banco';
  readonly fecha: string;
  readonly cuenta: AccountKey;
  /** The account's name, with the jurisdiction if it has one. */
  readonly nombre: string;
  readonly procesador: string;
  readonly debe: bigint;
  readonly haber: bigint;
}

/** A negative amount changes sides. */
function lineOf(
  line: Omit<EntryLine, 'debe' | 'haber' | 'nombre'>,
  importe: bigint,
  isCredit: boolean,
  which = '',
): EntryLine {
  const debits = isCredit ? importe < 0n : importe >= 0n;
  const value = importe < 0n ? -importe : importe;
  const nombre = `${ACCOUNTS[line.cuenta].nombre}${which === '' ? '' : ` ${which}`}`;
  return { ...line, nombre, debe: debits ? value : 0n, haber: debits ? 0n : value };
}

const keyOfIibb = (which: Jurisdiction): AccountKey =>
  which === SIRTAC ? 'sirtac' : which === UNKNOWN_JURISDICTION ? 'iibb_sin_identificar' : 'ret_iibb';

export interface BankCredit {
  readonly fecha: string;
  readonly procesador: string;
  readonly importe: bigint;
}

/** Also one entry per processor and bank date. `difiere`: by how much debits exceed credits; then the entry must not be written. */
export function writeEntry(
  book: readonly BookRow[],
  credits: readonly BankCredit[],
): {
  readonly lineas: readonly EntryLine[];
  readonly difieren: readonly { readonly procesador: string; readonly importe: bigint }[];
} {
  const lines: EntryLine[] = [];
  const groups = Map.groupBy(
    book,
    ({ liquidacion }) => `${textOf(liquidacion, 'fecha') ?? ''} ${textOf(liquidacion, 'marca') ?? ''}`,
  );
  for (const [, rows] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const first = rows[0]?.liquidacion ?? {};
    const [fecha, procesador] = [textOf(first, 'fecha') ?? '', textOf(first, 'marca') ?? ''];
    const add = (cuenta: AccountKey, importe: bigint, which?: string): void => {
      const isCredit = 'haber' in ACCOUNTS[cuenta];
      if (importe !== 0n)
        lines.push(lineOf({ parte: 'liquidacion', fecha, cuenta, procesador }, importe, isCredit, which));
    };
    for (const [key, ...fields] of COST_ACCOUNTS)
      add(
        key,
        sumOf(rows, ({ liquidacion }) => sumFields(liquidacion, fields)),
      );
    for (const [key, ...fields] of TAX_ACCOUNTS) {
      add(
        key,
        sumOf(rows, ({ impuesto = {} }) => sumFields(impuesto, fields)),
      );
      if (key !== 'ret_ganancias') continue;
      for (const which of [...new Set(rows.flatMap(({ iibb }) => [...iibb.keys()]))].sort()) {
        const name = keyOfIibb(which) === 'ret_iibb' ? describeJurisdiction(which) : '';
        add(
          keyOfIibb(which),
          sumOf(rows, ({ iibb }) => iibb.get(which) ?? 0n),
          name,
        );
      }
    }
    add(
      'cupones_a_liquidar',
      sumOf(rows, ({ liquidacion }) => centavosOf(liquidacion, 'total_facturado') ?? 0n),
    );
  }
  const difieren = [...Map.groupBy(lines, ({ procesador }) => procesador)].flatMap(([procesador, own]) => {
    const importe = sumOf(own, ({ debe, haber }) => debe - haber);
    return importe === 0n ? [] : [{ procesador, importe }];
  });
  const byDay = Map.groupBy(credits, ({ fecha, procesador }) => `${fecha} ${procesador}`);
  for (const [, rows] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { fecha = '', procesador = '' } = rows[0] ?? {};
    const importe = sumOf(rows, (row) => row.importe);
    if (importe === 0n) continue;
    lines.push(lineOf({ parte: 'banco', fecha, procesador, cuenta: 'banco' }, importe, false));
    lines.push(lineOf({ parte: 'banco', fecha, procesador, cuenta: 'tarjetas_a_cobrar' }, importe, true));
  }
  return { lineas: lines, difieren };
}

const accountsOf = (table: typeof COST_ACCOUNTS): Record<string, AccountKey> =>
  Object.fromEntries(table.flatMap(([key, ...fields]) => fields.map((field) => [field, key] as const)));

/** The account of each amount of a row; null for amounts that are in no entry. */
export const FIELD_ACCOUNTS: Readonly<
  Record<
    'liquidaciones' | 'impuestos' | 'operaciones' | 'rechazos' | 'movimientos',
    Readonly<Record<string, AccountKey | null>>
  >
> = {
  liquidaciones: { total_facturado: 'cupones_a_liquidar', ...accountsOf(COST_ACCOUNTS) },
  impuestos: { ...accountsOf(TAX_ACCOUNTS), retencion_iibb: 'ret_iibb' },
  operaciones: { importe: 'cupones_a_liquidar' },
  rechazos: { importe: null },
  movimientos: { importe_neto: 'banco' },
};

/** The columns of the book between gross and net. `iibb`: the part of the turnover tax in the column. */
export interface BookColumn {
  readonly titulo: string;
  readonly fields: readonly string[];
  readonly iibb?: 'local' | typeof SIRTAC | typeof UNKNOWN_JURISDICTION;
}
export const COST_COLUMNS: readonly BookColumn[] = [
  { titulo: 'Arancel', fields: ['descontado_arancel'] },
  { titulo: 'Costo fin./cuotas', fields: ['descontado_cuota'] },
  { titulo: 'Promoción', fields: ['descontado_promocion'] },
  { titulo: 'Adelanto', fields: ['descontado_adelanto'] },
  { titulo: 'Otros cargos', fields: ['descontado_otro'] },
];
export const TAX_COLUMNS: readonly BookColumn[] = [
  { titulo: 'IVA 21', fields: ['impuesto_iva_21'] },
  { titulo: 'IVA 10,5', fields: ['impuesto_iva_105'] },
  { titulo: 'Otros imp.', fields: ['impuesto_otros'] },
  { titulo: 'Ret. IVA', fields: ['retencion_iva'] },
  { titulo: 'Ret. Gan.', fields: ['retencion_ganancias'] },
  { titulo: 'Ret. IIBB local', fields: [], iibb: 'local' },
  { titulo: 'SIRTAC', fields: [], iibb: SIRTAC },
  { titulo: 'IIBB sin identificar', fields: [], iibb: UNKNOWN_JURISDICTION },
  { titulo: 'Otras ret.', fields: ['retencion_otros'] },
  { titulo: 'Perc. IVA', fields: ['percepcion_iva'] },
  { titulo: 'Perc. IIBB', fields: ['percepcion_iibb'] },
  { titulo: 'Otras perc.', fields: ['percepcion_ganancias', 'percepcion_otros'] },
];
