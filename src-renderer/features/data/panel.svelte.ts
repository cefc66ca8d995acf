import type { DataDetail, DataTrail, KeyedRow } from '#contract/data.ts';
import { type Vista, statementOf, describeCredited, getSign, titleOf } from './columns.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { VISTA_FIELDS, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import { withSign, getValueText } from '../../ui/grid/text.ts';
import { isZero } from '../../ui/format.ts';

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
export class PanelState {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #api: Api;
  readonly #account: string;
  #round: AbortController | undefined;
  /** The record that is shown, or on its way. */
  #shown: string | undefined;

  constructor(api: Api, account: string) {
    this.#api = api;
    this.#account = account;
  }

  /** Reads a record. Another record clears the previous one; the same one stays while it is read again. */
  async show(vista: Vista, key: string): Promise<void> {
    this.#round?.abort();
    const shown = JSON.stringify([vista, key]);
    if (shown !== this.#shown) this.#clear();
    this.#shown = shown;
    const round = new AbortController();
    this.#round = round;
    const de = { vista, clave: key };
    try {
      const [detail, trail] = await Promise.all([
        this.#api.call('datos.detalle', { cuenta: this.#account, ...de }, { signal: round.signal }),
        WITH_TRAIL.includes(vista)
          ? this.#api.call('datos.rastro', { cuenta: this.#account, de }, { signal: round.signal })
          : undefined,
      ]);
      if (round.signal.aborted) return;
      this.detail = detail;
      this.trail = trail;
      this.failure = undefined;
    } catch (error) {
      if (!round.signal.aborted) this.failure = toFailure(error);
    }
  }

  close(): void {
    this.#round?.abort();
  }

  #clear(): void {
    this.detail = undefined;
    this.trail = undefined;
    this.failure = undefined;
  }
}

interface RecordDatum {
  readonly campo: string;
  readonly titulo: string;
  readonly texto: string;
  /** Decimal text of an amount; undefined for other values. */
  readonly importe: string | undefined;
}

const MACHINE_FIELDS: readonly string[] = ['liquidaciones_id', 'transacciones_id', 'id'];

/** The fields of a record that have a value, in the order of the service; identifiers last. */
export function getRecord(vista: Vista, row: KeyedRow): readonly RecordDatum[] {
  const signed = SIGNED_AMOUNTS[vista];
  // The amount is shown with its sign or, if the sign is not known, as it came; never twice, since that would read as two amounts.
  const repeated = signed === undefined || (row[signed.as.name] ?? null) === null ? undefined : signed.field;
  const fields = VISTA_FIELDS[vista].filter(({ tipo, nombre }) => tipo !== 'json' && nombre !== repeated);
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
