/** Writes a result into the account's cache page by page. Other code sees the result only when the reading ends. */
import { hash } from 'node:crypto';
import { valueOfIdentity, createSeenCupones } from '#domain/cupones/duplicates.ts';
import { withoutResult, type ResultOperacion } from '#domain/report.ts';
import {
  OUT_OF_RESULT,
  type ResultCupon,
  type ConciliacionesService,
  type ResultPage,
  type Conciliacion,
} from '#domain/conciliacion.ts';
import {
  CUPON_FIELDS,
  FIELDS_IN_ORDER,
  parseCanonicalText,
  pickFields,
  type AuxiliaryField,
  type Cupon,
  type CuponField,
} from '#domain/cupon.ts';
import type { RowProblem } from '#contract/conciliaciones.ts';
import type { RowError, InFile } from '#domain/finding.ts';
import { parseMoney } from '#domain/money.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { StoredCupon, Results } from '#storage/results/open.ts';
import { groupByRow } from '../reports/sheets.ts';
import type { Clock } from '#domain/clock.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { ResultKeeper } from '../upload/types.ts';
import { AppError } from '#contract/errors.ts';
import { firstPageOf } from '../upload/read-result.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';

interface OwnCupon {
  readonly fila: number;
  readonly texto: string;
  /** The auxiliary field that had our marker and that the person left empty; undefined without a marker. */
  readonly marked: AuxiliaryField | undefined;
}

/** A coupon of the result, without our marker. Adds from our own coupon: its row, leading zeros, and the wallet fields, which the service does not return. */
function operacionOf(
  { cupon: shown, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq }: ResultCupon,
  ours: OwnCupon | undefined,
): ResultOperacion {
  const cupon = pickFields(
    shown,
    FIELDS_IN_ORDER.filter((field) => field !== ours?.marked),
  );
  const own = ours === undefined ? {} : parseCanonicalText(ours.texto);
  return {
    ...pickFields(own, ['wallet_referencia', 'wallet_tipo_operacion']),
    ...cupon,
    ...zerosOf(cupon, own),
    conciliado,
    modo,
    nro_liquidacion: nroLiquidacion,
    liquidaciones_id: liquidacionesId,
    fecha_liq: fechaLiq,
    fila: ours?.fila ?? null,
  };
}

const NUMERIC_FIELDS = FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal'].includes(CUPON_FIELDS[field].tipo));
const toComparable = (text: string): string => valueOfIdentity('numero', text.trim());

/** Restores leading zeros that the service removed (docs/gaps.md), because a person searches "000123" as in the spreadsheet and on the slip. */
function zerosOf(cupon: Cupon, own: Cupon): Cupon {
  const changes: Partial<Record<CuponField, string>> = {};
  for (const field of NUMERIC_FIELDS) {
    const [its, mine] = [cupon[field], own[field]];
    if (its !== undefined && mine !== undefined && its !== mine && toComparable(its) === toComparable(mine))
      changes[field] = mine;
  }
  return changes;
}

type Found = InFile<RowError>;

export function* listRejectedRows(errors: Iterable<Found>): Generator<StoredCupon> {
  for (const row of groupByRow(errors)) yield toKept(row);
}

function toKept(all: readonly [Found, ...Found[]]): StoredCupon {
  const [first] = all;
  return {
    operacion: withoutResult(toCupon(first, all), first.fila),
    disposicion: 'error',
    archivo: first.archivo,
    mensaje: all.map(messageOf).join(' '),
    problema: problemOf(first),
    ...(all.length === 1 ? {} : { problemas: all.map(problemOf) }),
  };
}

/** Makes a coupon of a row's sale and of its unreadable cells. An unreadable amount stays text and counts in no sum. */
function toCupon({ venta }: Found, all: readonly Found[]): Cupon {
  const values: Partial<Record<CuponField, string>> = {};
  const put = (field: CuponField, text: string | null | undefined): void => {
    if (text !== null && text !== undefined && text !== '') values[field] = text;
  };
  for (const { campo, valor } of all) if (campo !== null && campo !== 'importe') put(campo, valor);
  put('fecha_venta', venta?.fecha);
  put('tarjeta_desc', venta?.tarjeta);
  put('tarjeta_nro', venta?.tarjeta_nro);
  put('comprobante', venta?.comprobante);
  const unread = venta?.importeEscrito ?? all.find(({ campo }) => campo === 'importe')?.valor;
  put('importe', venta?.importe ?? (parseMoney(unread ?? '', 'sin-miles') === undefined ? unread : undefined));
  return values;
}

const problemOf = ({ codigo, campo, columna, valor, arreglo }: RowError): RowProblem => ({
  codigo,
  campo,
  columna,
  valor,
  arreglo: arreglo ?? null,
});
const messageOf = ({ campo, columna, mensaje }: RowError): string =>
  campo === null ? mensaje : `${columna ?? getFieldLabel(campo)}: ${mensaje}`;

interface Kept {
  readonly id: string;
  readonly results: Results;
  readonly ledger: Ledger | undefined;
  /** Our upload that made the reconciliation; null if none of ours did. */
  readonly carga: string | null;
  readonly clock: Clock;
  /** True when an upload reads its own result, to verify what it sent. */
  readonly isOfUpload?: boolean;
}

const CHUNK = 500;

/** Starts a reading. `end` adds, from the ledger, the coupons of our upload that are not in the result, and the upload's rows with errors. */
export function keepResult({ id, results, ledger, carga, clock, isOfUpload = false }: Kept): ResultKeeper {
  const upload = carga === null ? undefined : ledger?.upload(carga);
  const files = upload?.archivos ?? [];
  const marked = upload?.marcador?.campo;
  const reading = results.begin(id);
  const locate = carga === null ? undefined : ledger?.openLocator(carga);
  /** At the number of each of our coupons: 1 if a row of the result showed it. */
  const shown = new Uint8Array((upload?.total ?? 0) + 1);

  function placeCupon(cupon: ResultCupon): StoredCupon {
    const ours = locate?.(cupon);
    if (ours !== undefined) shown[ours.seq] = 1;
    return {
      operacion: operacionOf(cupon, ours === undefined ? undefined : { ...ours, marked }),
      disposicion: cupon.conciliado ? 'conciliado' : 'sin_conciliar',
      archivo: ours === undefined ? null : (files[ours.archivo] ?? null),
      mensaje: null,
    };
  }

  return {
    add(cupones) {
      reading.add(cupones.map(placeCupon));
    },
    end({ encabezado, cuarentena }) {
      if (carga !== null && ledger !== undefined) {
        // Leaves out coupons that the ledger calls missing and that the result shows by now.
        for (const chunk of splitInChunks(outOfResult(ledger, carga, shown))) reading.add(chunk);
        for (const errors of splitInChunks(listRejectedRows(ledger.readErrors(carga)))) reading.add(errors);
      }
      const read = {
        encabezado,
        carga,
        archivos: files,
        ...(isOfUpload ? { isOfUpload } : {}),
        ...(cuarentena === 0 ? {} : { cuarentena }),
      };
      reading.finish(read, clock.now());
    },
    discard: () => reading.discard(),
  };
}

function* outOfResult(ledger: Ledger, upload: string, shown: Uint8Array): Generator<StoredCupon> {
  for (const { seq, archivo, fila, cupon, disposicion } of ledger.readCupones(upload, OUT_OF_RESULT)) {
    if (shown[seq] !== 1) yield { operacion: withoutResult(cupon, fila), disposicion, archivo, mensaje: null };
  }
}

function* splitInChunks<T>(rows: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** The number of the first page: `SeenCupones` takes row numbers of a sheet, where the first row below the header has number 2. */
const FIRST_PLACE = 2;

const textOf = ({ cupon }: ResultCupon): string => JSON.stringify(cupon);
const textsOf = ({ cupones }: ResultPage): string => cupones.map(textOf).join('\n');

/** Tells whether a page repeats rows of an earlier page. The reason may be two equal sales, or rows that moved during the reading. */
function createRepeated(): (reading: ResultPage, page: number) => boolean {
  const seenCupones = createSeenCupones();
  return ({ cupones }, page) => {
    const place = FIRST_PLACE + page;
    const firsts = cupones.map((row) => {
      const digest = hash('sha256', textOf(row), 'buffer');
      return seenCupones.firstSeen(digest.readUInt32LE(0), digest.readUInt32LE(4), place) ?? place;
    });
    return firsts.some((first) => first !== place);
  };
}

/** The pages of a result, at least one. Throws `CONCILIACION_INEXISTENTE`; at the end `LECTURA_INESTABLE` if rows came twice and the first page changed. */
export async function* pagesOf(
  service: Pick<ConciliacionesService, 'readResult'>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ResultPage> {
  const repeats = createRepeated();
  let first: ResultPage | undefined;
  let number = 0;
  let isDoubtful = false;
  for await (const reading of service.readResult(id, signal)) {
    first ??= reading;
    isDoubtful = repeats(reading, number) || isDoubtful;
    number += 1;
    yield reading;
  }
  if (first === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
  if (!isDoubtful) return;
  const now = await firstPageOf(service, id, signal);
  if (now === undefined || textsOf(now) !== textsOf(first)) throw new AppError('LECTURA_INESTABLE');
}

/** Reads and stores a whole result; a failure changes nothing. Throws `CONCILIACION_INEXISTENTE`, `LECTURA_INESTABLE`, and errors of the service. */
export async function readResult(
  service: Pick<ConciliacionesService, 'readResult'>,
  request: Omit<Kept, 'isOfUpload'>,
  { signal, onProgress }: MethodContext,
): Promise<void> {
  const { id } = request;
  const keeper = keepResult(request);
  let header: Conciliacion | undefined;
  let done = 0;
  let setAside = 0;
  try {
    for await (const page of pagesOf(service, id, signal)) {
      header ??= page.encabezado;
      keeper.add(page.cupones);
      done += page.cupones.length;
      setAside += page.cuarentena;
      onProgress({ fase: 'resultado', hecho: done, total: header.total });
    }
    if (header === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    keeper.end({ encabezado: header, cuarentena: setAside });
  } catch (error) {
    keeper.discard();
    throw error;
  }
}
