/**
 * Concludes each point that the description leaves open, by the names of the sandbox's switches. A conclusion is made only when nothing else
 * explains the answers; otherwise the point says why it was not seen. Past 300 lines, because it has one short function for each point, and they
 * are read against each other.
 */
import { isObject } from '#domain/json.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { TriedMethod, UnseenReason, OpenPoint } from '#contract/probe.ts';
import type { Reply } from '#service/query/ask.ts';
import { getRawField, listRawRows, getRawTotal, textsOf } from './raw-rows.ts';
import { RECOVERED, type Answers } from './questions.ts';
import type { Seen } from './recorder.ts';

/** Everything that the probe saw. */
export interface Evidence {
  /** Why the login failed, if it did. */
  readonly refused: ErrorCode | undefined;
  /** What the client learnt, by the client's own keys. */
  readonly learned: (key: string) => string | undefined;
  readonly methods: readonly TriedMethod[];
  readonly seenOf: (method: string) => readonly Seen[];
  readonly everySeen: readonly Seen[];
  readonly answers: Answers | undefined;
}

type Conclusion = { readonly visto: string } | { readonly motivo: UnseenReason };
const toSeen = (seen: string): Conclusion => ({ visto: seen });
const toUnseen = (motivo: UnseenReason): Conclusion => ({ motivo });

type PointRule = readonly [rasgo: string, conclude: (evidence: Evidence) => Conclusion];

const rowsOfReply = (reply: Reply | undefined) => listRawRows(reply?.status === 200 ? reply.body : undefined);
const rowsOf = ({ seenOf }: Evidence, ...methods: readonly string[]) =>
  methods.flatMap((method) => seenOf(method).flatMap(({ body }) => listRawRows(body)));
const DATED_BY_UNSTATED = ['liquidaciones', 'impuestos', 'rechazos'] as const;
const V1 = ['operaciones', 'movimientos', 'liquidaciones', 'impuestos', 'rechazos', 'comercios'] as const;
const RESULT = 'conciliar-operaciones-resultado';

/** Concludes from the answer to a question; without an answer, says so. */
const from =
  (name: Exclude<keyof Answers, 'windows' | 'wide'>, conclude: (reply: Reply, evidence: Evidence) => Conclusion) =>
  (evidence: Evidence): Conclusion => {
    if (evidence.answers === undefined) return toUnseen('sin_pedir');
    const reply = evidence.answers[name];
    return reply === undefined ? toUnseen('sin_respuesta') : conclude(reply, evidence);
  };

/**
 * As `from`, for a page that is asked for in an unusual way. A refusal says something about that way only if the service gives a page that is asked
 * for as usual.
 */
const fromPage =
  (name: 'pastEnd' | 'overMaximum', conclude: (reply: Reply, evidence: Evidence) => Conclusion) =>
  (evidence: Evidence): Conclusion => {
    const isGiven = evidence.answers?.page?.status === 200;
    return from(name, (reply) => (isGiven ? conclude(reply, evidence) : toUnseen('sin_respuesta')))(evidence);
  };

const statusOf = ({ status, body }: Reply): string => (status === 200 ? `200-${body.kind}` : String(status));
const saysNone = ({ body }: Reply): boolean => getRawField(body, 'estado') === false;

function concludeWhereParameters(evidence: Evidence): Conclusion {
  const learned = evidence.learned('parametros');
  const { answers } = evidence;
  const [body, query] = [answers?.byBody, answers?.byQuery];
  const [inBody, inQuery] = [rowsOfReply(body).length, rowsOfReply(query).length];
  if (inBody > 0 && inQuery > 0) {
    if (getRawTotal(body?.body) !== getRawTotal(query?.body)) return toUnseen('no_se_distingue');
    return isWindowRead(evidence) ? toSeen('ambos') : toUnseen('sin_filas');
  }
  // The body is tried first, and `cuerpo` is learnt wherever the service reads it. Only rows by the body and none by the query show that the service
  // does not read the query.
  const isShown = learned === 'consulta' || (learned !== undefined && inBody > 0);
  return isShown ? toSeen(learned) : toUnseen('sin_filas');
}

/** Whether the service reads the requested dates: else both answers could be alike although it read neither. */
const isWindowRead = ({ methods }: Evidence): boolean =>
  methods.some(({ metodo, codigo, filas }) => metodo === 'operaciones' && codigo === null && filas > 0);

const isFilterIgnored = (methods: Evidence['methods']): boolean =>
  methods.some(({ codigo }) => codigo === 'FILTRO_IGNORADO');

function concludeFilters({ methods }: Evidence): Conclusion {
  if (isFilterIgnored(methods)) return toSeen('ignora');
  return methods.some(({ metodo, filas }) => metodo === 'operaciones' && filas > 0)
    ? toSeen('respeta')
    : toUnseen('sin_filas');
}

function dateOfFilter({ learned, methods }: Evidence): Conclusion {
  // A service that ignores filters gives rows of every day: they do not show by which date it would filter.
  if (isFilterIgnored(methods)) return toUnseen('no_se_distingue');
  if (DATED_BY_UNSTATED.some((method) => learned(`fecha_filtro:${method}`) === 'otra')) return toSeen('pago');
  const hasRows = methods.some(({ metodo, filas }) => DATED_BY_UNSTATED.some((one) => one === metodo) && filas > 0);
  return hasRows ? toSeen('fecha') : toUnseen('sin_filas');
}

function order({ answers }: Evidence): Conclusion {
  const ids = textsOf(rowsOfReply(answers?.page), 'id');
  const again = textsOf(rowsOfReply(answers?.samePage), 'id');
  if (ids.length < 4) return toUnseen('pocas_filas');
  if (ids.some((id, i) => id !== again[i])) return toSeen('barajado');
  // By the time of the sale, which differs within a day: the ids of settlements follow their days, so they tell nothing.
  const rows = rowsOfReply(answers?.operations);
  const isAscending = (values: readonly (number | string)[]): boolean =>
    values.every((value, i) => i === 0 || (values[i - 1] ?? value) <= value);
  const byId = isAscending(textsOf(rows, 'id').map(Number));
  const byDate = isAscending(textsOf(rows, 'fecha_venta'));
  if (byId !== byDate) return toSeen(byId ? 'id' : 'fecha');
  return byId ? toUnseen('no_se_distingue') : toSeen('otro');
}

function concludeOverMaximum(reply: Reply): Conclusion {
  if (reply.status !== 200) return toSeen('error');
  const received = rowsOfReply(reply).length;
  if ((getRawTotal(reply.body) ?? 0) <= 10) return toUnseen('pocas_filas');
  return toSeen(received <= 10 ? 'defecto' : 'recorta');
}

function concludeLongestWindow({ answers }: Evidence): Conclusion {
  if (answers === undefined) return toUnseen('sin_pedir');
  const refused = answers.windows.filter(({ rechazada: refused }) => refused !== null);
  if (refused.length === 0) return toUnseen('no_ocurrio');
  const taken = refused.flatMap(({ aceptada }) => aceptada ?? []);
  return taken.length === 0 ? toUnseen('sin_respuesta') : toSeen(String(Math.min(...taken)));
}

function concludeLinks(evidence: Evidence): Conclusion {
  const values = rowsOf(evidence, 'movimientos', 'operaciones').flatMap((row) =>
    ['liquidaciones_id', 'transacciones_id'].flatMap((name) => (name in row ? [row[name]] : [])),
  );
  if (values.includes(null)) return toSeen('null');
  if (values.includes('0')) return toSeen('cero');
  return values.includes('') ? toSeen('texto') : toUnseen('sin_filas');
}

/** Whether all identifiers have a common factor: numbers given one by one have none. */
function concludeIdentifiers(evidence: Evidence): Conclusion {
  const ids = textsOf(rowsOf(evidence, 'operaciones', 'liquidaciones', 'movimientos'), 'id');
  const numbers = ids.flatMap((id) => (/^[1-9]\d{0,18}$/.test(id) ? [BigInt(id)] : []));
  if (numbers.length < 12) return toUnseen('pocas_filas');
  const divisorOf = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisorOf(b, a % b));
  return toSeen(numbers.reduce(divisorOf) > 1n ? 'historicos' : 'reales');
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (isObject(value)) for (const item of Object.values(value)) yield* stringsIn(item);
}

function concludeAccents(evidence: Evidence): Conclusion {
  let hasAny = false;
  for (const text of stringsIn(rowsOf(evidence, ...V1))) {
    if (text !== text.normalize('NFC')) return toSeen('nfd');
    hasAny ||= text !== text.normalize('NFD');
  }
  return hasAny ? toSeen('nfc') : toUnseen('sin_acentos');
}

function concludeLooseDates(evidence: Evidence): Conclusion {
  const values = [
    ...textsOf(rowsOf(evidence, 'liquidaciones'), RECOVERED),
    ...(evidence.answers?.wide ?? []).flatMap((reply) => textsOf(rowsOfReply(reply), RECOVERED)),
    ...textsOf(rowsOf(evidence, 'conciliar-operaciones-listar'), 'fecha'),
    ...textsOf(rowsOf(evidence, RESULT), 'fecha_liq'),
  ];
  if (values.length === 0) return toUnseen('sin_filas');
  if (values.every((value) => /^\d{4}-/.test(value))) return toSeen('iso');
  return toSeen(values.every((value) => /^\d\d\/\d\d\/\d{4}/.test(value)) ? 'dmy' : 'otra');
}

function concludeNewFields({ methods }: Evidence): Conclusion {
  if (methods.some(({ camposNuevos }) => camposNuevos.length > 0)) return toSeen('si');
  return methods.some(({ filas }) => filas > 0) ? toSeen('no') : toUnseen('sin_filas');
}

function concludeTotalForm(evidence: Evidence): Conclusion {
  const forms = new Set(
    V1.flatMap((method) => evidence.seenOf(method).map(({ body }) => typeof getRawField(body, 'total'))),
  );
  if (forms.has('string')) return toSeen('texto');
  return forms.has('number') ? toSeen('numero') : toUnseen('sin_filas');
}

function concludeBankFeed({ seenOf }: Evidence): Conclusion {
  const said = seenOf('movimientos').map(({ body }) => getRawField(body, 'interbanking'));
  return said.includes(true) ? toSeen('si') : said.includes(false) ? toSeen('no') : toUnseen('sin_respuesta');
}

function concludeTotalAmount({ answers }: Evidence): Conclusion {
  const [few, all] = [answers?.fewMovements, answers?.allMovements];
  const [some, every] = [rowsOfReply(few).length, rowsOfReply(all).length];
  if (some === 0 || every <= some) return toUnseen('pocas_filas');
  return toSeen(
    getRawField(few?.body, 'importe_total') === getRawField(all?.body, 'importe_total') ? 'filtro' : 'pagina',
  );
}

function concludeLive({ answers }: Evidence): Conclusion {
  const [before, after] = [answers?.operations, answers?.later].map((reply) => getRawTotal(reply?.body) ?? undefined);
  if (before === undefined || after === undefined) return toUnseen('sin_respuesta');
  return after > before ? toSeen('si') : toUnseen('no_ocurrio');
}

/** From the counts of listed reconciliations. Only one with existing or wrong coupons shows which of them are left out. */
function concludeTotalCounts(evidence: Evidence): Conclusion {
  const ways = new Set<string>();
  for (const row of rowsOf(evidence, 'conciliar-operaciones-listar')) {
    const [total, fresh, existing, wrong] = ['total', 'nuevos', 'existe', 'error'].map((name) => Number(row[name]));
    if (total === undefined || fresh === undefined || existing === undefined || wrong === undefined) continue;
    if (wrong > 0 && total === fresh + existing + wrong) ways.add('todos');
    else if (existing > 0 && wrong > 0 && total === fresh + existing) ways.add('sin_error');
    else if (existing > 0 && total === fresh) ways.add('nuevos');
  }
  const [way, other] = ways;
  return way === undefined ? toUnseen('sin_filas') : other === undefined ? toSeen(way) : toUnseen('no_se_distingue');
}

/** Of a listed reconciliation with several coupons; the two of a trial upload are asked for more often. */
function orderOfResult({ answers }: Evidence): Conclusion {
  const [rows, again] = [answers?.result, answers?.sameResult].map((reply) =>
    rowsOfReply(reply).map((row) => JSON.stringify(row)),
  );
  if (rows === undefined || again === undefined || rows.length < 4) return onlyByUpload();
  if (rows.every((row, i) => row === again[i])) return toSeen('fijo');
  return rows.toSorted().join() === again.toSorted().join() ? toSeen('barajado') : toUnseen('no_se_distingue');
}

const onlyByUpload = (): Conclusion => toUnseen('solo_con_carga');
/** Neither part of the probe does what would show it. */
const concludeNever = (motivo: UnseenReason) => (): Conclusion => toUnseen(motivo);

const OPEN_POINTS: readonly PointRule[] = [
  ['parametros', concludeWhereParameters],
  ['filtros', concludeFilters],
  ['fecha_filtro', dateOfFilter],
  ['token_vencido', from('unknownToken', (reply) => toSeen(statusOf(reply)))],
  [
    'cuerpo_error',
    from('badRequest', ({ status, body }) => (status === 200 ? toUnseen('sin_respuesta') : toSeen(body.kind))),
  ],
  // The first login has no former token; a later one sends it, and succeeds. So the answers do not tell.
  ['token_en_login', concludeNever('no_se_distingue')],
  [
    'redirige',
    ({ refused }) => (refused === 'REDIRECCION' ? toSeen('si') : refused ? toUnseen('sin_pedir') : toSeen('no')),
  ],
  [
    'limite_por_segundo',
    ({ everySeen }) =>
      everySeen.some(({ answer }) => answer?.status === 429) ? toSeen('429') : toUnseen('no_ocurrio'),
  ],
  ['max_dias', concludeLongestWindow],
  ['max_lote', concludeNever('mas_cupones')],
  [
    'pagina_base',
    ({ learned }) => {
      const base = learned('pagina_base');
      return base === undefined ? toUnseen('pocas_filas') : toSeen(base);
    },
  ],
  [
    'pagina_pasada',
    fromPage('pastEnd', (reply) =>
      toSeen(reply.status !== 200 ? 'error' : rowsOfReply(reply).length === 0 ? 'vacia' : 'ultima'),
    ),
  ],
  ['sobre_maximo', fromPage('overMaximum', concludeOverMaximum)],
  ['orden', order],
  [
    'token_unico',
    from('formerToken', (reply, { answers }) => {
      if (reply.status === 200 && reply.body.kind === 'json') return toSeen('no');
      const unknown = answers?.unknownToken;
      return unknown !== undefined && statusOf(unknown) === statusOf(reply) ? toSeen('si') : toUnseen('sin_respuesta');
    }),
  ],
  ['en_vivo', concludeLive],
  ['total', concludeTotalForm],
  ['interbanking', concludeBankFeed],
  ['ids', concludeIdentifiers],
  ['vinculo_vacio', concludeLinks],
  ['unicode', concludeAccents],
  ['campos_extra', concludeNewFields],
  ['numeros', onlyByUpload],
  [
    'lista_vacia',
    from('emptyList', (reply) => {
      if (reply.status === 404) return toSeen('404');
      if (saysNone(reply)) return toSeen('estado');
      return reply.status === 200 ? toSeen('lista') : toUnseen('sin_respuesta');
    }),
  ],
  [
    'ver_ausente',
    from('absent', (reply) =>
      reply.status === 404 ? toSeen('404') : saysNone(reply) ? toSeen('estado') : toUnseen('sin_respuesta'),
    ),
  ],
  ['ver_pendiente', onlyByUpload],
  ['contadores', onlyByUpload],
  ['cuenta_al_cerrar', onlyByUpload],
  ['malos_rompen', concludeNever('cupon_que_falla')],
  ['existentes', concludeNever('cupon_repetido')],
  ['resultado_existentes', concludeNever('cupon_repetido')],
  [
    'resultado_wallet',
    (evidence) => {
      const [row] = rowsOf(evidence, RESULT);
      return row === undefined ? onlyByUpload() : toSeen('wallet_referencia' in row ? 'si' : 'no');
    },
  ],
  ['eco', onlyByUpload],
  ['demora_ms', onlyByUpload],
  ['demora_forma', onlyByUpload],
  ['total_cuenta', concludeTotalCounts],
  ['lista_pendientes', onlyByUpload],
  ['resultado_pendiente', onlyByUpload],
  ['resultado_orden', orderOfResult],
  ['ids_reusados', concludeNever('con_otra_carga')],
  ['post_borrado', concludeNever('reabrir')],
  ['borrado_olvida', concludeNever('cupon_repetido')],
  ['fechas_sueltas', concludeLooseDates],
  ['importe_total', concludeTotalAmount],
  ['post_importado', concludeNever('reabrir')],
];

/** Every open point, in the order of the sandbox's switches. */
export function conclude(evidence: Evidence): readonly OpenPoint[] {
  return OPEN_POINTS.map(([trait, of]) => {
    const isPastLogin = evidence.refused === undefined || trait === 'redirige' || trait === 'token_en_login';
    const conclusion = isPastLogin ? of(evidence) : toUnseen('sin_pedir');
    return 'visto' in conclusion
      ? { rasgo: trait, visto: conclusion.visto, motivo: null }
      : { rasgo: trait, visto: null, motivo: conclusion.motivo };
  });
}
