/** Reads *Mis Retenciones* (fourteen columns) and the Convenio's text (lines of 79 characters, or 82 for larger amounts), and compares them with the month. */
import { parseCuit } from './taxpayers.ts';
import { addMonths, monthOf, toCivilDate } from '../civil-date.ts';
import { parseMoney } from '../money.ts';
import { err, ok, type Result } from '../result.ts';
import { fold } from '../fold-text.ts';
import { sumOf } from './rows.ts';
import { rowOf, type Tie, type TieRow } from './ties.ts';

export interface Withholding {
  readonly agente: string;
  readonly impuesto: 'IVA' | 'GANANCIAS' | 'IIBB';
  /** The code of the jurisdiction; null for a national tax. */
  readonly jurisdiccion: string | null;
  /** `YYYY-MM`. */
  readonly mes: string;
  readonly importe: bigint;
}

const COLUMNS = [
  'cuit agente ret./perc.', 'denominacion o razon social', 'impuesto', 'descripcion impuesto', 'regimen',
  'descripcion regimen', 'fecha ret./perc.', 'numero certificado', 'descripcion operacion', 'importe ret./perc.',
  'numero comprobante', 'fecha comprobante', 'descripcion comprobante', 'fecha registracion dj ag.ret.',
] as const; // prettier-ignore
const TAXES: Readonly<Record<string, Withholding['impuesto']>> = { '767': 'IVA', '217': 'GANANCIAS' };

/** The month of a date `DD/MM/YYYY` or `YYYY-MM-DD`. */
function readMonthOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim()) ?? [];
  const date = toCivilDate(Number(year ?? isoYear ?? 0), Number(month ?? isoMonth ?? 0), Number(day ?? isoDay ?? 0));
  return date.ok ? monthOf(date.value) : undefined;
}

/** The centavos of "1.234,56", "1234,56" or "1234.56"; undefined for any other text. */
function readAmount(text: string): bigint | undefined {
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const value = parseMoney(plain.trim(), 'sin-miles');
  return value === undefined ? undefined : BigInt(value);
}

/** Reads *Mis Retenciones*, without perceptions and other taxes. The error names the unknown columns or the line. */
export function parseMisRetenciones(
  rows: readonly (readonly string[])[],
): Result<readonly Withholding[], readonly string[]> {
  const [header = [], ...body] = rows;
  const names = header.map((cell) => fold(cell.trim()));
  const known = new Map(COLUMNS.map((name) => [name, names.indexOf(name)]));
  const wrong = [
    ...header.filter((_, i) => names[i] !== '' && !COLUMNS.some((name) => name === names[i])),
    ...COLUMNS.filter((name) => known.get(name) === -1),
  ];
  if (wrong.length > 0) return err(wrong);
  const found: Withholding[] = [];
  for (const row of body) {
    const cellOf = (name: (typeof COLUMNS)[number]): string => row[known.get(name) ?? -1]?.trim() ?? '';
    if (row.every((each) => each.trim() === '')) continue;
    const impuesto = TAXES[cellOf('impuesto')];
    if (impuesto === undefined) continue;
    const agente = parseCuit(cellOf('cuit agente ret./perc.'));
    const mes = readMonthOf(cellOf('fecha ret./perc.'));
    const importe = readAmount(cellOf('importe ret./perc.'));
    if (agente === undefined || mes === undefined || importe === undefined) return err([row.join(';')]);
    found.push({ agente, impuesto, jurisdiccion: null, mes, importe });
  }
  return ok(found);
}

const AMOUNT_AT = 68;
const LENGTHS: ReadonlySet<number> = new Set([79, 82]);

/** Reads the file of the Convenio. Widths of a line's fields: jurisdiction 3, CUIT 13, date 10, certificate and voucher 42, amount 11 or 14. */
export function parseConvenio(text: string): Result<readonly Withholding[], readonly string[]> {
  const found: Withholding[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const jurisdiccion = line.slice(0, 3);
    const agente = parseCuit(line.slice(3, 16));
    const mes = readMonthOf(line.slice(16, 26));
    const importe = readAmount(line.slice(AMOUNT_AT));
    const isKnown = LENGTHS.has(line.length) && /^9(?:0[1-9]|1\d|2[0-4])$/.test(jurisdiccion);
    if (!isKnown || agente === undefined || mes === undefined || importe === undefined) return err([line]);
    found.push({ agente, impuesto: 'IIBB', jurisdiccion, mes, importe });
  }
  return ok(found);
}

export interface Deducted {
  readonly procesador: string;
  readonly impuesto: Withholding['impuesto'];
  readonly jurisdiccion: string | null;
  readonly importe: bigint;
}

interface WithholdingDeps {
  readonly mes: string;
  readonly hasta: string;
  readonly impuestos: ReadonlySet<Withholding['impuesto']>;
  readonly agentes: Readonly<Record<string, string>>;
}

const keyOf = (procesador: string, impuesto: string, jurisdiccion: string | null): string =>
  [procesador, impuesto, jurisdiccion ?? ''].join('\u0001');

/**
 * Compares the withholdings that settlements deduct with the file. A sum agrees if the file has it for the month, for the month with one or both neighbouring
 * months, or for one neighbouring month alone. An agent that `agentes` does not assign to a processor gets a row of its own.
 */
export function tieWithholdings(
  deducted: readonly Deducted[],
  informed: readonly Withholding[],
  deps: WithholdingDeps,
): Tie {
  const { mes, hasta, impuestos, agentes } = deps;
  const filas: TieRow[] = [];
  const own = Map.groupBy(
    deducted.filter(({ impuesto, importe }) => impuestos.has(impuesto) && importe !== 0n),
    ({ procesador, impuesto, jurisdiccion }) => keyOf(procesador, impuesto, jurisdiccion),
  );
  const months = [mes, addMonths(mes, -1), addMonths(mes, 1)];
  const near = informed.filter((one) => months.includes(one.mes));
  const theirs = Map.groupBy(
    near.filter(({ agente }) => agentes[agente] !== undefined),
    ({ agente, impuesto, jurisdiccion }) => keyOf(agentes[agente] ?? '', impuesto, jurisdiccion),
  );
  const keys = new Set([...own.keys(), ...theirs.keys()]);
  for (const key of keys) {
    const [procesador = '', impuesto = '', jurisdiccion = ''] = key.split('\u0001');
    const expected = sumOf(own.get(key) ?? [], ({ importe }) => importe);
    const all = theirs.get(key) ?? [];
    const sums = [[mes], [mes, months[1]], [mes, months[2]], months, [months[1]], [months[2]]].map((some) =>
      sumOf(
        all.filter((one) => some.includes(one.mes)),
        ({ importe }) => importe,
      ),
    );
    if (sums.includes(expected)) continue;
    const found = sums[0] ?? 0n;
    const clase = found === 0n ? 'no_informada' : expected === 0n ? 'sin_descuento' : 'distinta';
    const where = { numero: `${impuesto} ${jurisdiccion}`.trim(), procesador, fecha: hasta };
    filas.push(rowOf(where, clase, expected, found));
  }
  const unknown = Map.groupBy(
    near.filter(({ agente, mes: month }) => agentes[agente] === undefined && month === mes),
    ({ agente }) => agente,
  );
  for (const [agente, rows] of unknown) {
    const found = sumOf(rows, ({ importe }) => importe);
    filas.push(rowOf({ numero: agente, procesador: '', fecha: hasta }, 'agente', 0n, found));
  }
  const without = deducted.filter(({ impuesto, importe }) => !impuestos.has(impuesto) && importe !== 0n);
  return { clave: 'retenciones', comparados: keys.size, sinComparar: without.length, filas };
}
