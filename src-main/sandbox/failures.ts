import { mix } from './random.ts';
import { InvalidSwitch } from './switches.ts';

/** One name per method of the API, as `falla=METODO:N:CLASE` and `listReceived` take it. */
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

/** The kinds of failures: whether the request is carried out, and what comes of its answer. */
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
/** The failures that a working service may have at any moment. A 403 is not among them, because a service refuses for good. */
const DRAWN = NAMES.filter((kind) => kind !== '403');

export interface Failure {
  readonly metodo: ServiceMethod | '*';
  /** First and last request of the method, counted from 1, that fails. */
  readonly desde: number;
  readonly hasta: number;
  readonly clase: FailureKind;
}

/**
 * Reads `METODO:N:CLASE`: METODO is one of `METHODS` or `*`; N is a number from 1, `N+` (that one and all later), `N-M` or `*`.
 * Throws `InvalidSwitch` with a message for people.
 */
export function parseFailure(text: string): Failure {
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
  return { metodo: known, desde: from, hasta: to, clase: kind };
}

/** How many of a hundred requests a drawn schedule spoils. */
const PERCENT = 12;

/** Decides which request fails and how. Counts requests per method, from 1. */
export function createFailures(texts: readonly string[], seed: number | null) {
  let failures = texts.map(parseFailure);
  let draw = seed;
  let counts = new Map<ServiceMethod, number>();
  return {
    /** Counts a request and says whether it fails. */
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
    /** Removes all faults; counting starts again at 1. */
    reset(): void {
      failures = [];
      draw = null;
      counts = new Map();
    },
  };
}
export type Failures = ReturnType<typeof createFailures>;
