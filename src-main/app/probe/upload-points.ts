/** What a trial upload shows of the open points, from its requests in order. A point that it does not show stays as the reading left it. */
import type { OpenPoint } from '#contract/probe.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, type Cupon, type CuponField } from '#domain/cupon.ts';
import type { LearnedFacts } from '#domain/upload/index.ts';
import { getRawField, listRawRows } from './raw-rows.ts';
import type { Seen } from './recorder.ts';

interface UploadEvidence {
  readonly seen: readonly Seen[];
  readonly sent: readonly Cupon[];
  readonly learned: LearnedFacts;
  /** Whether an earlier trial began it: its first requests were not seen. */
  readonly isResumed: boolean;
  /** Reconciliations that were deleted from this PC before. */
  readonly deletedBefore: ReadonlySet<string>;
}

/** Two rows that have no order of their own come alike in all of so many readings once in 128 times. */
export const ORDER_READINGS = 8;

const SEND = 'v2/conciliar-operaciones';
const isResult = ({ method, path }: Seen): boolean => method === 'GET' && path.endsWith('/resultado');
const isHeader = ({ method, path }: Seen): boolean =>
  method === 'GET' && /^v2\/conciliar-operaciones\/(?!listar$)[^/]+$/.test(path);
const isOpen = ({ body }: Seen): boolean => getRawField(body, 'estado') === 'PENDIENTE';
const isTaken = ({ answer, body }: Seen): boolean => answer?.status === 200 && getRawField(body, 'estado') === true;

const countOf = ({ body }: Seen, name: string): number => Number(getRawField(body, name) ?? Number.NaN);

/** The counters of the last send, which had one of the two coupons. */
function describeCounters(last: Seen): string {
  const counted = countOf(last, 'nuevos') + countOf(last, 'existen') + countOf(last, 'error');
  const isPossible = countOf(last, 'nuevos') >= 0 && countOf(last, 'total') >= 0;
  return isPossible && counted === 1 ? 'lote' : isPossible && counted === 2 ? 'acumulado' : 'mal';
}

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Sent as a number, which has no zeros in front to be kept. */
const isNumber = (field: CuponField, { numeros }: LearnedFacts): boolean =>
  numeros === 'numero' && !['texto', 'fecha'].includes(CUPON_FIELDS[field].tipo);

/** How the sent texts came back. The marker of each row is left out: it was added later. */
function describeEcho(
  rows: readonly Readonly<Record<string, unknown>>[],
  { sent, learned }: Pick<UploadEvidence, 'sent' | 'learned'>,
): string | undefined {
  const changes = new Set<string>();
  for (const row of rows) {
    const one = sent.find(({ fecha_venta }) => String(row['fecha_venta']).startsWith(fecha_venta ?? '?'));
    if (one === undefined) continue;
    for (const field of FIELDS_IN_ORDER) {
      const value = one[field];
      const back = row[field];
      if (
        value === undefined ||
        field.startsWith('auxiliar_') ||
        isNumber(field, learned) ||
        typeof back !== 'string' ||
        back === ''
      )
        continue;
      if (back === value) changes.add('igual');
      else if (/&(?:\w+|#\d+);/.test(back)) changes.add('entidades');
      else if (back === withoutMarks(value)) changes.add('sin_acentos');
      else if (back === value.normalize('NFC').replace(/[^\0-\x7f]/gu, '?')) changes.add('signos');
      else changes.add('normalizado');
    }
  }
  const [other] = [...changes].filter((change) => change !== 'igual');
  return other ?? (changes.has('igual') ? 'igual' : undefined);
}

/** Whether the coupons kept their places in the readings of the whole result; undefined where there were too few. */
function orderOf(
  pages: readonly (readonly Readonly<Record<string, unknown>>[])[],
  cupones: number,
): string | undefined {
  // Their days differ, and nothing else is alike in every form of a result.
  const orders = pages
    .filter((rows) => rows.length === cupones)
    .map((rows) => rows.map(({ fecha_venta }) => fecha_venta).join());
  if (new Set(orders).size > 1) return 'barajado';
  return orders.length < ORDER_READINGS ? undefined : 'fijo';
}

export function concludeUpload({
  seen,
  sent,
  learned,
  isResumed,
  deletedBefore,
}: UploadEvidence): ReadonlyMap<string, string> {
  const points = new Map<string, string>();
  const sends = seen.flatMap((one, at) => (one.method === 'POST' && one.path === SEND ? [{ one, at }] : []));
  const [first, last] = [sends.find(({ one }) => isTaken(one)), sends.findLast(({ one }) => isTaken(one))];
  if (learned.numeros === 'numero' || first !== undefined) {
    points.set('numeros', learned.numeros === 'numero' ? 'numero' : 'texto');
  }
  const after = seen.slice((last?.at ?? -1) + 1);
  const rows = after.filter(isResult).map(({ body }) => listRawRows(body));
  const final = rows.findLast((page) => page.length > 0) ?? [];
  const [row] = final;
  if (row !== undefined) points.set('resultado_wallet', 'wallet_referencia' in row ? 'si' : 'no');
  const how = describeEcho(final, { sent, learned });
  if (how !== undefined) points.set('eco', how);
  const order = orderOf(rows, sent.length);
  if (order !== undefined) points.set('resultado_orden', order);
  if (learned.lista !== null) points.set('lista_pendientes', learned.lista ? 'si' : 'no');
  const told = after.filter((one) => isHeader(one) || isResult(one));
  const progress = told
    .map((one) => countOf(one, 'conciliados') + countOf(one, 'sin_conciliar'))
    .filter(Number.isFinite);
  const [early] = progress;
  const late = progress.at(-1);
  // Where the service first reports every coupon as unmatched, coupons that match nothing never show the delay.
  if (early !== undefined && late !== undefined && early < late) {
    points.set('demora_ms', 'si');
    points.set('demora_forma', early === 0 ? 'vacio' : 'gradual');
  }
  if (isResumed || first === undefined || last === undefined || first === last) return points;
  if (deletedBefore.size > 0)
    points.set('ids_reusados', deletedBefore.has(String(getRawField(first.one.body, 'id'))) ? 'si' : 'no');

  // Another id in the last answer: the upload was begun anew in between, so its counters tell nothing of the first send.
  if (getRawField(first.one.body, 'id') === getRawField(last.one.body, 'id'))
    points.set('contadores', describeCounters(last.one));
  const open = seen.slice(first.at + 1, last.at);
  const headers = open.filter(isHeader);
  const shown = headers.filter(isOpen);
  if (headers.length > 0) points.set('ver_pendiente', shown.length > 0 ? 'si' : 'no');
  const [header] = shown;
  if (header !== undefined) points.set('cuenta_al_cerrar', countOf(header, 'nuevos') === 0 ? 'si' : 'no');
  const result = open.findLast(isResult);
  if (result?.answer !== undefined) {
    const { status } = result.answer;
    points.set(
      'resultado_pendiente',
      status !== 200 ? 'error' : listRawRows(result.body).length === 0 ? 'vacio' : 'si',
    );
  }
  return points;
}

/** The points of the reading, replaced by what the upload showed. A point that the upload could have shown and did not is told as not seen. */
export const withUpload = (points: readonly OpenPoint[], shown: ReadonlyMap<string, string>): readonly OpenPoint[] =>
  points.map((point) => {
    const seen = shown.get(point.rasgo);
    if (seen !== undefined) return { rasgo: point.rasgo, visto: seen, motivo: null };
    return point.motivo === 'solo_con_carga' ? { ...point, motivo: 'no_se_distingue' } : point;
  });
