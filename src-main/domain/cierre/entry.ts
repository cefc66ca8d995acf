/** The journal entry of a month, from the header fields of settlements, their tax records with lines, and the credits at the bank. */
import { ACCOUNTS, type AccountKey, type ConceptKey } from '../texts/cierre.ts';
import {
  describeJurisdiction,
  readJurisdiction,
  SIRTAC,
  UNKNOWN_JURISDICTION,
  type Jurisdiction,
} from './jurisdictions.ts';
import { centavosOf, groupSorted, linesOf, sumFields, sumOf, textOf, type Row } from './rows.ts';

export interface BookRow {
  readonly liquidacion: Row;
  readonly impuesto: Row | undefined;
  readonly iibb: ReadonlyMap<Jurisdiction, bigint>;
}

const IIBB_FIELDS = { RETENCIÓN: 'retencion_iibb', PERCEPCION: 'percepcion_iibb' } as const;

/** Splits the turnover tax of a tax record by the jurisdiction that its lines name. The amount that no line covers has no identified jurisdiction. */
export function splitIibb(
  record: Row,
  kind: keyof typeof IIBB_FIELDS,
  corrections: Readonly<Record<string, Jurisdiction>>,
): ReadonlyMap<Jurisdiction, bigint> {
  const sums = new Map<Jurisdiction, bigint>();
  const add = (which: Jurisdiction, importe: bigint): void => {
    if (importe !== 0n) sums.set(which, (sums.get(which) ?? 0n) + importe);
  };
  const lines = (linesOf(record) ?? []).filter(({ tipo, motivo }) => tipo === kind && motivo === 'IIBB');
  for (const { descripcion, importe } of lines) add(readJurisdiction(descripcion, corrections).jurisdiccion, importe);
  const said = centavosOf(record, IIBB_FIELDS[kind]) ?? 0n;
  add(UNKNOWN_JURISDICTION, said - sumOf(lines, ({ importe }) => importe));
  return sums;
}

export function buildBook(
  settlements: readonly Row[],
  records: readonly Row[],
  corrections: Readonly<Record<string, Jurisdiction>>,
): readonly BookRow[] {
  const byId = new Map(records.map((record) => [textOf(record, 'id'), record]));
  return settlements.map((liquidacion) => {
    const impuesto = byId.get(textOf(liquidacion, 'id'));
    return {
      liquidacion,
      impuesto,
      iibb: impuesto === undefined ? new Map() : splitIibb(impuesto, 'RETENCIÓN', corrections),
    };
  });
}

/** The deductions between gross and net: for each, its bookkeeping account and the fields of settlement or tax record that it sums. */
const CONCEPTS: Readonly<Record<ConceptKey, readonly [AccountKey, ...fields: string[]]>> = {
  arancel: ['aranceles', 'descontado_arancel'],
  cuotas: ['costo_financiero', 'descontado_cuota'],
  promocion: ['promociones', 'descontado_promocion'],
  adelanto: ['adelantos', 'descontado_adelanto'],
  otros_cargos: ['otros_gastos', 'descontado_otro'],
  iva_21: ['iva_cf_21', 'impuesto_iva_21'],
  iva_105: ['iva_cf_105', 'impuesto_iva_105'],
  otros_impuestos: ['otros_impuestos', 'impuesto_otros'],
  ret_iva: ['ret_iva', 'retencion_iva'],
  ret_ganancias: ['ret_ganancias', 'retencion_ganancias'],
  // `ret_iibb` and the next two have no fields, because `conceptOfIibb` divides their amount by jurisdiction.
  ret_iibb: ['ret_iibb'],
  sirtac: ['sirtac'],
  iibb_sin_identificar: ['iibb_sin_identificar'],
  otras_retenciones: ['otras_retenciones', 'retencion_otros'],
  perc_iva: ['perc_iva', 'percepcion_iva'],
  perc_iibb: ['perc_iibb', 'percepcion_iibb'],
  otras_percepciones: ['otras_percepciones', 'percepcion_ganancias', 'percepcion_otros'],
};
const isConcept = (text: string): text is ConceptKey => Object.hasOwn(CONCEPTS, text);
/** The deductions, in the order in which the month's book and the entry show them. */
export const CONCEPT_KEYS: readonly ConceptKey[] = Object.keys(CONCEPTS).filter(isConcept);

const conceptOfIibb = (which: Jurisdiction): ConceptKey & AccountKey =>
  which === SIRTAC ? 'sirtac' : which === UNKNOWN_JURISDICTION ? 'iibb_sin_identificar' : 'ret_iibb';

export function amountOfConcept({ liquidacion, impuesto = {}, iibb }: BookRow, key: ConceptKey): bigint {
  const [, ...fields] = CONCEPTS[key];
  const withheld = sumOf(iibb, ([which, importe]) => (conceptOfIibb(which) === key ? importe : 0n));
  return sumFields(liquidacion, fields) + sumFields(impuesto, fields) + withheld;
}

export interface EntryLine {
  /** Whether the line belongs to the settlements, with a settlement's date, or to the bank, with the date of a credit. */
  readonly parte: 'liquidacion' | 'banco';
  readonly fecha: string;
  readonly cuenta: AccountKey;
  /** The name of the bookkeeping account, with its jurisdiction, if any. */
  readonly nombre: string;
  readonly procesador: string;
  readonly debe: bigint;
  readonly haber: bigint;
}

export type BankCredit = Pick<EntryLine, 'fecha' | 'procesador'> & { readonly importe: bigint };

/** Writes the lines of settlements, and of the bank by processor and date. `difieren`: processors out of balance; if any, the entry must not be booked. */
export function writeEntry(book: readonly BookRow[], credits: readonly BankCredit[]) {
  const lines: EntryLine[] = [];
  const add = (
    part: Pick<EntryLine, 'parte' | 'fecha' | 'procesador'>,
    cuenta: AccountKey,
    debit: bigint,
    which = '',
  ): void => {
    if (debit === 0n) return;
    const nombre = `${ACCOUNTS[cuenta]} ${which}`.trim();
    lines.push({ ...part, cuenta, nombre, debe: debit > 0n ? debit : 0n, haber: debit > 0n ? 0n : -debit });
  };
  const partOf = ({ liquidacion: row }: BookRow) =>
    ({ parte: 'liquidacion', fecha: textOf(row, 'fecha') ?? '', procesador: textOf(row, 'marca') ?? '' }) as const;
  for (const [, rows] of groupSorted(book, (row) => `${partOf(row).fecha} ${partOf(row).procesador}`)) {
    const part = partOf(rows[0]);
    const sum = (amountOf: (row: BookRow) => bigint): bigint => sumOf(rows, amountOf);
    const sumField = (field: string): bigint => sum(({ liquidacion }) => centavosOf(liquidacion, field) ?? 0n);
    add(part, 'tarjetas_a_cobrar', sumField('total_acreditado'));
    for (const key of CONCEPT_KEYS) {
      const [account, ...fields] = CONCEPTS[key];
      if (fields.length > 0)
        add(
          part,
          account,
          sum((row) => amountOfConcept(row, key)),
        );
      if (key !== 'ret_iibb') continue;
      for (const which of [...new Set(rows.flatMap(({ iibb }) => [...iibb.keys()]))].sort()) {
        const concept = conceptOfIibb(which);
        const withheld = sum(({ iibb }) => iibb.get(which) ?? 0n);
        add(part, concept, withheld, concept === 'ret_iibb' ? describeJurisdiction(which) : '');
      }
    }
    add(part, 'cupones_a_liquidar', -sumField('total_facturado'));
  }
  const difieren = [...Map.groupBy(lines, ({ procesador }) => procesador)].flatMap(([procesador, own]) => {
    const importe = sumOf(own, ({ debe, haber }) => debe - haber);
    return importe === 0n ? [] : [{ procesador, importe }];
  });
  for (const [, rows] of groupSorted(credits, ({ fecha, procesador }) => `${fecha} ${procesador}`)) {
    const { fecha, procesador } = rows[0];
    const importe = sumOf(rows, (row) => row.importe);
    add({ parte: 'banco', fecha, procesador }, 'banco', importe);
    add({ parte: 'banco', fecha, procesador }, 'tarjetas_a_cobrar', -importe);
  }
  return { lineas: lines, difieren };
}

const accountsOf = (isOf: (field: string) => boolean): Record<string, AccountKey> =>
  Object.fromEntries(
    Object.values(CONCEPTS).flatMap(([key, ...fields]) => fields.filter(isOf).map((field) => [field, key])),
  );
const isCost = (field: string): boolean => field.startsWith('descontado_');

/** The bookkeeping account of each amount in a row; null for an amount that the entry does not use. */
export const FIELD_ACCOUNTS = {
  liquidaciones: {
    total_facturado: 'cupones_a_liquidar',
    total_acreditado: 'tarjetas_a_cobrar',
    ...accountsOf(isCost),
  },
  impuestos: { ...accountsOf((field) => !isCost(field)), retencion_iibb: 'ret_iibb' },
  operaciones: { importe: 'cupones_a_liquidar' },
  rechazos: { importe: null },
  movimientos: { importe_neto: 'banco' },
} as const satisfies Record<string, Readonly<Record<string, AccountKey | null>>>;
