import { mix } from './operaciones.ts';

const oneOf = <const V extends readonly [string, ...string[]]>(doc: string, ...values: V) => ({ doc, valores: values });
const createNumericSwitch = (doc: string) => ({ doc, valores: null });

/** Open points of the API description that the sandbox can play (docs/gaps.md). The default is the first value; numeric switches begin at 0, "off". */
export const SWITCHES = {
  parametros: oneOf('where GET parameters are read from', 'cuerpo', 'consulta', 'ambos'),
  fecha_filtro: oneOf('the date that settlements, taxes and rejections are filtered by', 'fecha', 'pago'),
  token_vencido: oneOf('answer to a missing, unknown or expired token', '401', '403', '400'),
  cuerpo_error: oneOf('body of an error', 'json', 'html', 'vacio'),
  token_en_login: oneOf('X-Auth-Token on login and refresh', 'opcional', 'exige', 'ignora'),
  redirige: oneOf('every request is answered 302 to another origin', 'no', 'si'),
  limite_por_segundo: createNumericSwitch(
    'most requests in each second of the clock; more are answered 429 with Retry-After',
  ),
  max_dias: createNumericSwitch('longest date range of a query; more is 400'),
  max_lote: createNumericSwitch('most coupons in one upload call; more is 413'),
  pagina_base: oneOf('number of the first page', '1', '0'),
  pagina_pasada: oneOf('answer to a page past the end', 'vacia', 'ultima'),
  orden: oneOf('order of listed rows', 'id', 'fecha'),
  token_unico: oneOf('a token issued later ends the earlier ones', 'no', 'si'),
  en_vivo: createNumericSwitch('operations that appear after each answered listing of operations'),
  total: oneOf('`total` of the v1 list wrappers', 'numero', 'texto'),
  interbanking: oneOf('whether the bank-account feed is configured', 'si', 'no'),
  ids: oneOf('"historicos" multiplies returned ids by a factor', 'reales', 'historicos'),
  campos_extra: oneOf('adds fields that the description does not name', 'no', 'si'),
  numeros: oneOf('"numero" refuses text in the number fields of an upload with 400', 'texto', 'numero'),
  ver_ausente: oneOf('a reconciliation that is not there: 404, or `estado: false`', '404', 'estado'),
  contadores: oneOf('upload counters: of the batch, or of all so far', 'lote', 'acumulado'),
  existentes: oneOf('a coupon already exists by all its fields, or by its key', 'exacto', 'clave'),
  resultado_existentes: oneOf('whether the result lists the coupons that existed already', 'no', 'si'),
  resultado_wallet: oneOf('whether the result carries the wallet_* fields', 'no', 'si'),
  eco: oneOf('"normalizado" echoes without leading zeros, other decimals, trimmed, upper case', 'igual', 'normalizado'),
  demora_ms: createNumericSwitch('how long after the last batch the matching is complete'),
  demora_forma: oneOf('what a result shows until then', 'vacio', 'sin_conciliar', 'gradual'),
  lista_pendientes: oneOf('whether a PENDIENTE is listed', 'si', 'no'),
  resultado_pendiente: oneOf('the result of a PENDIENTE: its rows, none, or 400', 'si', 'vacio', 'error'),
} as const;

type SwitchTable = typeof SWITCHES;
export type SwitchKey = keyof SwitchTable;
export type Switches = {
  -readonly [K in SwitchKey]: SwitchTable[K]['valores'] extends readonly string[]
    ? SwitchTable[K]['valores'][number]
    : number;
};

const KEYS = Object.keys(SWITCHES) as readonly SwitchKey[];

/** A wrong `--rasgo`. The message is in Spanish, for people. */
export class InvalidSwitch extends Error {
  override readonly name = 'RasgoInvalido';
}

export function getDefaultSwitches(): Switches {
  const pairs = KEYS.map((key) => [key, SWITCHES[key].valores?.[0] ?? 0]);
  return Object.fromEntries(pairs) as Switches; // `SWITCHES` has one entry for each key of `Switches`
}

/** Sets one switch. Throws `InvalidSwitch` for an unknown key or value and then changes nothing. */
export function setSwitch(switches: Switches, key: string, value: string | number): void {
  const known = KEYS.find((candidate) => candidate === key);
  if (known === undefined) {
    throw new InvalidSwitch(
      `No existe el rasgo «${key}». No se inició nada. Elegí uno de: ${[...KEYS, 'falla', 'falla_semilla'].join(', ')}.`,
    );
  }
  const { valores } = SWITCHES[known];
  const text = String(value);
  if (valores === null) {
    if (!/^\d{1,9}$/.test(text)) {
      throw new InvalidSwitch(
        `El rasgo «${key}» lleva un número entero desde 0 y vino «${text}». No se inició nada. Escribilo como ${key}=0.`,
      );
    }
    Object.assign(switches, { [known]: Number(text) });
    return;
  }
  if (!valores.some((possible) => possible === text)) {
    throw new InvalidSwitch(
      `El rasgo «${key}» no admite «${text}». No se inició nada. Elegí uno de: ${valores.join(', ')}.`,
    );
  }
  Object.assign(switches, { [known]: text });
}

/** Reads `CLAVE=VALOR` texts (`--rasgo`). `falla` may repeat; of other keys the last counts. Throws `InvalidSwitch`, which names the allowed values. */
export function parseSwitches(texts: readonly string[]) {
  const switches = getDefaultSwitches();
  const failures: string[] = [];
  let failureSeed: number | null = null;
  for (const text of texts) {
    const equalsSign = text.indexOf('=');
    if (equalsSign < 1) {
      throw new InvalidSwitch(
        `«${text}» no es un rasgo. No se inició nada. Escribilo como CLAVE=VALOR, por ejemplo total=texto.`,
      );
    }
    const key = text.slice(0, equalsSign).trim();
    const value = text.slice(equalsSign + 1).trim();
    if (key === 'falla') failures.push(value);
    else if (key === 'falla_semilla') {
      if (!/^\d{1,9}$/.test(value)) {
        throw new InvalidSwitch(
          `La semilla de fallas es un número entero y vino «${value}». No se inició nada. Escribila como falla_semilla=7.`,
        );
      }
      failureSeed = Number(value);
    } else setSwitch(switches, key, value);
  }
  return {
    rasgos: switches,
    fallas: failures,
    fallaSemilla: failureSeed,
  };
}

/** The methods of the API, by the names that `falla=METODO:N:CLASE` and `listReceived` use. */
export const METHODS = [
  'token',
  'login',
  'refresco',
  'revocar',
  'calendario',
  'comercios',
  'operaciones',
  'movimientos',
  'liquidaciones',
  'liquidaciones-totales',
  'liquidaciones-conciliadas',
  'impuestos',
  'impuestos-totales',
  'rechazos',
  'listar',
  'subir',
  'ver',
  'resultado',
  'borrar',
] as const;
export type ServiceMethod = (typeof METHODS)[number];

/** The kinds of faults: whether the sandbox carries out the request, and what happens to its answer. */
export const KINDS = {
  'corte-antes': { isDone: false, answer: 'dropped' },
  'corte-despues': { isDone: true, answer: 'dropped' },
  '500': { isDone: false, answer: '500' },
  '500-despues': { isDone: true, answer: '500' },
  '502': { isDone: false, answer: '502' },
  '502-despues': { isDone: true, answer: '502' },
  truncada: { isDone: true, answer: 'cut half-way' },
  demorada: { isDone: true, answer: 'five seconds later' },
  colgada: { isDone: true, answer: 'never' },
  'colgada-antes': { isDone: false, answer: 'never' },
  '403': { isDone: false, answer: '403' },
} as const;
export type FailureKind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as readonly FailureKind[];
/** The faults that a drawn schedule uses. It leaves out 403, which a service never answers by chance. */
const DRAWN = NAMES.filter((kind) => kind !== '403');

/** Reads `METODO:N:CLASE`. METODO: one of `METHODS` or `*`. N: a number from 1, `N+` (and all later), `N-M` or `*`. Throws `InvalidSwitch`. */
export function parseFailure(text: string) {
  const [method = '', when = '', name = '', ...rest] = text.split(':');
  const known = method === '*' ? '*' : METHODS.find((m) => m === method);
  const kind = NAMES.find((c) => c === name);
  const range = when === '*' ? ['*', '1', '+'] : /^([1-9]\d{0,8})(\+|-[1-9]\d{0,8})?$/.exec(when);
  if (known === undefined || kind === undefined || range === null || rest.length > 0) {
    const motivo =
      known === undefined
        ? `el método es uno de: ${METHODS.join(', ')}, o *`
        : kind === undefined
          ? `la clase es una de: ${NAMES.join(', ')}`
          : 'el número es 3, 3+, 3-5 o *';
    throw new InvalidSwitch(
      `La falla «${text}» no se entiende: ${motivo}. No se inició nada. Escribila como subir:2:corte-despues.`,
    );
  }
  const from = Number(range[1]);
  const final = range[2];
  const to = final === undefined ? from : final === '+' ? Number.POSITIVE_INFINITY : Number(final.slice(1));
  return {
    metodo: known,
    /** The first and the last request of the method that fail, counted from 1. */
    desde: from,
    hasta: to,
    clase: kind,
  };
}

/** With `falla_semilla`, about this percentage of requests fails. */
const PERCENT = 12;

/** Decides which requests fail and how. Counts the requests of each method from 1. */
export function createFailures(texts: readonly string[], seed: number | null) {
  let failures = texts.map(parseFailure);
  let draw = seed;
  let counts = new Map<ServiceMethod, number>();
  return {
    nextFault(method: ServiceMethod): FailureKind | undefined {
      const n = (counts.get(method) ?? 0) + 1;
      counts.set(method, n);
      const written = failures.find((f) => (f.metodo === '*' || f.metodo === method) && n >= f.desde && n <= f.hasta);
      if (written !== undefined) return written.clase;
      if (draw === null) return undefined;
      const luck = mix(mix(draw, METHODS.indexOf(method)), n);
      return luck % 100 < PERCENT ? DRAWN[Math.floor(luck / 100) % DRAWN.length] : undefined;
    },
    inject(text: string): void {
      failures.push(parseFailure(text));
    },
    reset(): void {
      failures = [];
      draw = null;
      counts = new Map();
    },
  };
}
export type Failures = ReturnType<typeof createFailures>;
