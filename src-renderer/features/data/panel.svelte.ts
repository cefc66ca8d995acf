import { getLocale } from '../../paraglide/runtime.js';
import type { DataDetail, KeyedRow } from '#contract/data.ts';
import type { DataTrail, SaleCupon } from '#contract/trail.ts';
import { type Vista, statementOf, describeCredited, getSign, titleOf, textOf } from './columns.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { VISTA_FIELDS, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import { withSign, getValueText } from '../../ui/grid/text.ts';
import { m } from '../../paraglide/messages.js';
import { formatDate, formatShortDate, isZero } from '../../ui/format.ts';
import { Newest } from '../../shared/task.svelte.ts';
import type { Order } from '../../ui/grid/types.ts';
import { toNamePart } from '#domain/texts/language.ts';

/** Views whose records have a money trail. */
const WITH_TRAIL: readonly Vista[] = [
  'operaciones',
  'liquidaciones',
  'liquidaciones-conciliadas',
  'movimientos',
  'impuestos',
  'rechazos',
];

/** One record and its trail, read when its row is marked. Moving fast through the rows reads only the last one. */
export class PanelState extends Newest {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  readonly #api: Api;
  readonly #account: string;
  /** The record that is shown, or on its way. */
  #shown: string | undefined;

  constructor(api: Api, account: string) {
    super();
    this.#api = api;
    this.#account = account;
  }

  /** Reads a record. Another record clears the previous one; the same one stays while it is read again. */
  async show(vista: Vista, key: string): Promise<void> {
    const shown = JSON.stringify([vista, key]);
    if (shown !== this.#shown) this.detail = this.trail = undefined;
    this.#shown = shown;
    const de = { vista, clave: key };
    const cuenta = this.#account;
    const read = await this.run(({ signal }) =>
      Promise.all([
        this.#api.call('datos.detalle', { cuenta, ...de }, { signal }),
        WITH_TRAIL.includes(vista) ? this.#api.call('datos.rastro', { cuenta, de }, { signal }) : undefined,
      ]),
    );
    if (read !== undefined) [this.detail, this.trail] = read;
  }
}

/** What a page or panel says of a row that the service withdrew, or that is in doubt. */
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

interface RecordDatum {
  readonly campo: string;
  readonly titulo: string;
  readonly texto: string;
  /** Decimal text of an amount; undefined for other values. */
  readonly importe: string | undefined;
}

const MACHINE_FIELDS: readonly string[] = ['liquidaciones_id', 'transacciones_id', 'id'];
/** A code whose meaning the service does not state (docs/api.md). Exports have it. */
const CODE = 'tipo';

/** The fields of a record that have a value, in the order of the service; identifiers last. */
export function getRecord(vista: Vista, row: KeyedRow): readonly RecordDatum[] {
  const signed = SIGNED_AMOUNTS[vista];
  // The amount is shown with its sign or, if the sign is not known, as it came; never twice, since that would read as two amounts.
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
    return datum === undefined ? [] : [{ campo: field.nombre, titulo: titleOf(field.nombre), ...datum }];
  });
}

function describeDatum(
  { nombre, tipo }: DataField,
  value: unknown,
): Pick<RecordDatum, 'texto' | 'importe'> | undefined {
  if (nombre === 'acreditada') return { texto: describeCredited(value).word, importe: undefined };
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (value === '' || tipo === 'json') return undefined;
  // The service writes this rate as a bare number.
  if (nombre === 'tna' && /^\d+(\.\d+)?$/.test(String(value)))
    return { texto: `${String(value).replace('.', ',')} %`, importe: undefined };
  const importe = tipo === 'importe' ? withSign(String(value), getSign(nombre)) : undefined;
  if (importe !== undefined && isZero(importe)) return undefined; // zero amounts are left out
  return { texto: getValueText({ tipo }, value), importe };
}

/** Fields that the service sent and that we do not know, as text. */
export function extraOf(row: KeyedRow): readonly { readonly nombre: string; readonly texto: string }[] {
  const extra = row['extra'];
  if (typeof extra !== 'object' || extra === null) return [];
  return Object.entries(extra).map(([name, value]: [string, unknown]) => ({
    nombre: name,
    texto: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** How many sales of a settlement its page shows; the rest are in *Operaciones*. */
const SALES = 200;
/** How many settlements are searched for the previous and the next one. */
const MAX_NEIGHBOURS = 1000;

/** The records before and after it in the period, where there are any. */
interface Neighbours {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** The page of one settlement, or of its taxes: the record, its trail, its sales and its neighbours. */
export class RecordState extends Newest {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  sales = $state.raw<readonly KeyedRow[] | undefined>(undefined);
  hasMoreSales = $state(false);
  /** Our coupons of these sales, as far as kept results know. */
  cupones = $state.raw<readonly SaleCupon[]>([]);
  neighbours = $state.raw<Neighbours>({});
  isMissing = $state(false);
  readonly #api: Api;
  readonly #account: string;
  readonly #vista: 'liquidaciones' | 'impuestos';
  readonly #id: string;

  readonly row: KeyedRow | undefined = $derived(this.detail?.fila ?? undefined);

  constructor(api: Api, account: string, vista: 'liquidaciones' | 'impuestos', id: string) {
    super();
    this.#api = api;
    this.#account = account;
    this.#vista = vista;
    this.#id = id;
  }

  /** Reads the record and what belongs to it. What was read before stays meanwhile. */
  async read(period: { readonly desde: string; readonly hasta: string }, signal: AbortSignal): Promise<void> {
    const account = this.#account;
    const vista = this.#vista;
    await this.run(async () => {
      const filters = [{ campo: 'id', valor: this.#id }];
      const match = await this.#api.call(
        'datos.pagina',
        { cuenta: account, vista, filtros: filters, retiradas: true, desdeFila: 0, filas: 1 },
        { signal },
      );
      // A call may still answer after the signal: a newer reading is on its way then.
      if (signal.aborted) return;
      const key = match.filas[0]?.clave;
      this.isMissing = key === undefined;
      if (key === undefined) return;
      const detail = await this.#api.call('datos.detalle', { cuenta: account, vista, clave: key }, { signal });
      if (signal.aborted) return;
      this.detail = detail;
      const de = { vista, clave: key };
      const trail = await this.#api.call('datos.rastro', { cuenta: account, de }, { signal });
      if (signal.aborted) return;
      this.trail = trail;
      if (vista === 'liquidaciones') await this.#readSales(key, signal);
      await this.#readNeighbours(period, signal);
    }, signal);
  }

  async writeFile(tracking: Tracking): Promise<string> {
    const number = this.row === undefined ? this.#id : textOf(this.row, 'numero');
    const input = {
      cuenta: this.#account,
      vista: this.#vista,
      filtros: [{ campo: 'id', valor: this.#id }],
      retiradas: true,
      detalle: true,
      idioma: getLocale(),
      salida: `${this.#vista}-${toNamePart(number)}.xlsx`,
    };
    return (await this.#api.call('datos.exportar', input, tracking)).archivo;
  }

  async #readSales(key: string, signal: AbortSignal): Promise<void> {
    const filters = [{ campo: 'liquidaciones_id', valor: this.#id }];
    const order: Order = { campo: 'fecha_venta', desc: false };
    const page = await this.#api.call(
      'datos.pagina',
      { cuenta: this.#account, vista: 'operaciones', filtros: filters, orden: order, desdeFila: 0, filas: SALES },
      { signal },
    );
    if (signal.aborted) return;
    this.sales = page.filas;
    this.hasMoreSales = page.hayMas;
    const input = { cuenta: this.#account, clave: key };
    const cupones = await this.#api.call('datos.cupones_de_liquidacion', input, { signal });
    if (!signal.aborted) this.cupones = cupones;
  }

  async #readNeighbours(
    period: { readonly desde: string; readonly hasta: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { filas } = await this.#api.call(
      'datos.pagina',
      {
        cuenta: this.#account,
        vista: this.#vista,
        desde: period.desde,
        hasta: period.hasta,
        orden: { campo: 'fecha', desc: false },
        desdeFila: 0,
        filas: MAX_NEIGHBOURS,
      },
      { signal },
    );
    if (signal.aborted) return;
    const ids = filas.map((row) => textOf(row, 'id'));
    const place = ids.indexOf(this.#id);
    // A record out of the period has no neighbours in it.
    this.neighbours = place === -1 ? {} : { previous: ids[place - 1], next: ids[place + 1] };
  }
}
