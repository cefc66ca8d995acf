import { getLocale } from '../../paraglide/runtime.js';
import type { DataDetail, DataPage, KeyedRow } from '#contract/data.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { DataTrail, SaleCupon } from '#contract/trail.ts';
import { type Vista, statementOf, describeCredited, getSign, titleOf, textOf } from './columns.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { VISTA_FIELDS, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import { withSign, getValueText } from '../../ui/grid/text.ts';
import { m } from '../../paraglide/messages.js';
import { formatDate, formatShortDate, isZero } from '../../ui/format.ts';
import type { Fact } from '../../ui/components.ts';
import type { Days } from './coverage.ts';
import { AccountQuestion } from '../../shared/task.svelte.ts';
import { toNamePart } from '#domain/texts/language.ts';

const WITH_TRAIL: readonly Vista[] = [
  'operaciones',
  'liquidaciones',
  'liquidaciones-conciliadas',
  'movimientos',
  'impuestos',
  'rechazos',
];

/** A record and its money trail, read when its row is marked. Marking another row aborts the reading. */
export class PanelState extends AccountQuestion {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  #shown: string | undefined;

  /** Reads a record. Clears the old one first, unless it is the same. */
  async show(vista: Vista, key: string): Promise<void> {
    const shown = JSON.stringify([vista, key]);
    if (shown !== this.#shown) this.detail = this.trail = undefined;
    this.#shown = shown;
    const de = { vista, clave: key };
    const cuenta = this.account;
    const read = await this.run(({ signal }) =>
      Promise.all([
        this.api.call('datos.detalle', { cuenta, ...de }, { signal }),
        WITH_TRAIL.includes(vista) ? this.api.call('datos.rastro', { cuenta, de }, { signal }) : undefined,
      ]),
    );
    if (read !== undefined) [this.detail, this.trail] = read;
  }
}

/** Notes for a row that the service withdrew or that is in doubt; empty for other rows. */
export function describeDoubts(row: KeyedRow) {
  const [withdrawn, inDoubt] = [textOf(row, 'retirada'), textOf(row, 'en_duda')];
  const notes = [];
  if (withdrawn !== '')
    notes.push({
      state: 'sin-datos',
      title: `${m.datos_retirada()}.`,
      text: m.datos_retirada_el({ cuando: formatDate(withdrawn) }),
    } as const);
  if (inDoubt !== '')
    notes.push({
      state: 'dudoso',
      title: `${m.datos_en_duda()}.`,
      text: m.datos_en_duda_el({ cuando: formatShortDate(inDoubt) }),
    } as const);
  return notes;
}

const MACHINE_FIELDS: readonly string[] = ['liquidaciones_id', 'transacciones_id', 'id'];
/** A code without documented meaning (docs/api.md): exported, but not shown. */
const CODE = 'tipo';

/** The fields of a record with a value, without zero amounts; identifiers come last. */
export function getRecord(vista: Vista, row: KeyedRow): readonly (Fact & { readonly campo: string })[] {
  const signed = SIGNED_AMOUNTS[vista];
  // Shows an amount only once, with its sign if known, because with and without a sign it would look like two amounts.
  const repeated = signed === undefined || (row[signed.as.name] ?? null) === null ? undefined : signed.field;
  const fields = VISTA_FIELDS[vista].filter(
    ({ tipo, nombre }) => tipo !== 'json' && nombre !== repeated && nombre !== CODE,
  );
  const inOrder = [
    ...fields.filter(({ nombre }) => !MACHINE_FIELDS.includes(nombre)),
    ...fields.filter(({ nombre }) => MACHINE_FIELDS.includes(nombre)),
  ];
  return inOrder.flatMap((field) => {
    const datum = describeDatum(field, statementOf(field.nombre)?.(row) ?? row[field.nombre]);
    return datum === undefined ? [] : [{ campo: field.nombre, name: titleOf(field.nombre), ...datum }];
  });
}

function describeDatum({ nombre, tipo }: DataField, value: unknown): Omit<Fact, 'name'> | undefined {
  if (nombre === 'acreditada') return { text: describeCredited(value).word };
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (value === '' || tipo === 'json') return undefined;
  // The service leaves the percent sign out of this rate.
  if (nombre === 'tna' && /^\d+(\.\d+)?$/.test(String(value))) return { text: `${String(value).replace('.', ',')} %` };
  const importe = tipo === 'importe' ? withSign(String(value), getSign(nombre)) : undefined;
  if (importe !== undefined && isZero(importe)) return undefined; // zero amounts are left out
  return { text: getValueText({ tipo }, value), importe };
}

export function extraOf(row: KeyedRow): readonly { readonly name: string; readonly text: string }[] {
  const extra = row['extra'];
  if (typeof extra !== 'object' || extra === null) return [];
  return Object.entries(extra).map(([name, value]: [string, unknown]) => ({
    name: titleOf(name),
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** Sales on the page of a settlement, at most; *Operaciones* has all. */
const SALES = 200;
/** Settlements among which the neighbours are searched, at most. */
const MAX_NEIGHBOURS = 1000;

export class RecordState extends AccountQuestion {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  sales = $state.raw<readonly KeyedRow[] | undefined>(undefined);
  hasMoreSales = $state(false);
  /** The uploaded coupons of the settlement's sales, even of sales beyond `SALES`. Sales without a coupon on this PC have no entry. */
  cupones = $state.raw<readonly SaleCupon[]>([]);
  neighbours = $state.raw<{ readonly previous?: string | undefined; readonly next?: string | undefined }>({});
  isMissing = $state(false);
  readonly #vista: 'liquidaciones' | 'impuestos';
  readonly #id: string;

  readonly row: KeyedRow | undefined = $derived(this.detail?.fila ?? undefined);

  constructor(api: Api, account: string, vista: 'liquidaciones' | 'impuestos', id: string) {
    super(api, account);
    this.#vista = vista;
    this.#id = id;
  }

  get #itself() {
    return [{ campo: 'id', valor: this.#id }];
  }

  /** Reads the record with trail, sales and neighbours; the old content stays meanwhile. */
  async read(period: Days, life: AbortSignal): Promise<void> {
    const cuenta = this.account;
    const vista = this.#vista;
    await this.run(async ({ signal }) => {
      const { filas } = await this.#readPage({ vista, filtros: this.#itself, retiradas: true, filas: 1 }, signal);
      const clave = filas[0]?.clave;
      this.isMissing = clave === undefined;
      if (clave === undefined) return;
      [this.detail, this.trail] = await Promise.all([
        this.call('datos.detalle', { cuenta, vista, clave }, { signal }),
        this.call('datos.rastro', { cuenta, de: { vista, clave } }, { signal }),
      ]);
      if (vista === 'liquidaciones') await this.#readSales(clave, signal);
      await this.#readNeighbours(period, signal);
    }, life);
  }

  async writeFile(tracking: Tracking): Promise<string> {
    const number = this.row === undefined ? this.#id : textOf(this.row, 'numero');
    const input = {
      cuenta: this.account,
      vista: this.#vista,
      filtros: this.#itself,
      retiradas: true,
      detalle: true,
      idioma: getLocale(),
      salida: `${this.#vista}-${toNamePart(number)}.xlsx`,
    };
    return (await this.api.call('datos.exportar', input, tracking)).archivo;
  }

  async #readSales(clave: string, signal: AbortSignal): Promise<void> {
    const filtros = [{ campo: 'liquidaciones_id', valor: this.#id }];
    const orden = { campo: 'fecha_venta', desc: false };
    const page = await this.#readPage({ vista: 'operaciones', filtros, orden, filas: SALES }, signal);
    this.sales = page.filas;
    this.hasMoreSales = page.hayMas;
    this.cupones = await this.call('datos.cupones_de_liquidacion', { cuenta: this.account, clave }, { signal });
  }

  async #readNeighbours(period: Days, signal: AbortSignal): Promise<void> {
    const orden = { campo: 'fecha', desc: false };
    const { filas } = await this.#readPage({ vista: this.#vista, ...period, orden, filas: MAX_NEIGHBOURS }, signal);
    const ids = filas.map((row) => textOf(row, 'id'));
    const place = ids.indexOf(this.#id);
    this.neighbours = place === -1 ? {} : { previous: ids[place - 1], next: ids[place + 1] };
  }

  #readPage(asked: Omit<MethodInput<'datos.pagina'>, 'cuenta' | 'desdeFila'>, signal: AbortSignal): Promise<DataPage> {
    return this.call('datos.pagina', { cuenta: this.account, desdeFila: 0, ...asked }, { signal });
  }
}
