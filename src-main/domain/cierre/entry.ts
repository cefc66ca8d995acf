/** The journal entry of a month, from the header fields of the settlements and the fields of their tax records alone. */
import { ACCOUNTS, type AccountKey, type ConceptKey } from '../texts/cierre.ts';
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

/** The columns of the book between gross and net. A field of the settlement, or of its tax record; `iibb`: the part of the turnover tax in the column. */
interface BookColumn {
  readonly costs?: readonly string[];
  readonly taxes?: readonly string[];
  readonly iibb?: 'local' | typeof SIRTAC | typeof UNKNOWN_JURISDICTION;
}
const COLUMNS: Readonly<Record<ConceptKey, BookColumn>> = {
  arancel: { costs: ['descontado_arancel'] },
  cuotas: { costs: ['descontado_cuota'] },
  promocion: { costs: ['descontado_promocion'] },
  adelanto: { costs: ['descontado_adelanto'] },
  otros_cargos: { costs: ['descontado_otro'] },
  iva_21: { taxes: ['impuesto_iva_21'] },
  iva_105: { taxes: ['impuesto_iva_105'] },
  otros_impuestos: { taxes: ['impuesto_otros'] },
  ret_iva: { taxes: ['retencion_iva'] },
  ret_ganancias: { taxes: ['retencion_ganancias'] },
  ret_iibb: { iibb: 'local' },
  sirtac: { iibb: SIRTAC },
  iibb_sin_identificar: { iibb: UNKNOWN_JURISDICTION },
  otras_retenciones: { taxes: ['retencion_otros'] },
  perc_iva: { taxes: ['percepcion_iva'] },
  perc_iibb: { taxes: ['percepcion_iibb'] },
  otras_percepciones: { taxes: ['percepcion_ganancias', 'percepcion_otros'] },
};
const isConcept = (text: string): text is ConceptKey => Object.hasOwn(COLUMNS, text);
export const CONCEPT_KEYS: readonly ConceptKey[] = Object.keys(COLUMNS).filter(isConcept);

/** What a settlement has of a concept, in centavos. */
export function amountOfConcept({ liquidacion, impuesto = {}, iibb }: BookRow, key: ConceptKey): bigint {
  const { costs = [], taxes = [], iibb: part } = COLUMNS[key];
  const withheld = sumOf(iibb, ([which, importe]) => {
    const isLocal = which !== SIRTAC && which !== UNKNOWN_JURISDICTION;
    return part !== undefined && (part === 'local' ? isLocal : which === part) ? importe : 0n;
  });
  return sumFields(liquidacion, costs) + sumFields(impuesto, taxes) + withheld;
}
