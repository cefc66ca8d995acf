import { mezclar } from './azar.ts';
import { RasgoInvalido } from './rasgos.ts';

/** One name per method of the API, as `falla=METODO:N:CLASE` and `recibidos()` take it. */
export const METODOS = [
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
export type Metodo = (typeof METODOS)[number];

export const CLASES = {
  'corte-antes': 'the connection is dropped, nothing was done',
  'corte-despues': 'what was asked is done, the connection is dropped without an answer',
  '500': 'answered 500, nothing was done',
  '500-despues': 'what was asked is done, the answer is 500',
  '502': 'answered 502 with HTML, nothing was done',
  '502-despues': 'what was asked is done, the answer is 502 with HTML',
  truncada: 'what was asked is done, the answer is cut half-way',
  demorada: 'what was asked is done, the answer comes five seconds of the clock later',
  colgada: 'what was asked is done, no answer ever comes',
  'colgada-antes': 'nothing is done, no answer ever comes',
  '403': 'answered 403 whatever the token, nothing was done',
} as const;
export type FallaClase = keyof typeof CLASES;
const NOMBRES = Object.keys(CLASES) as readonly FallaClase[];
/** What a service that is there may do at any moment: a 403 it does for good. */
const SORTEADAS = NOMBRES.filter((clase) => clase !== '403');

export interface Falla {
  readonly metodo: Metodo | '*';
  /** First and last request of the method, counted from 1, that fails. */
  readonly desde: number;
  readonly hasta: number;
  readonly clase: FallaClase;
}

/**
 * Reads `METODO:N:CLASE`: METODO one of METODOS or `*`; N a number from 1, `N+` (that one and all later), `N-M` or `*`.
 * Throws `RasgoInvalido` in words.
 */
export function parseFalla(texto: string): Falla {
  const [metodo = '', cuando = '', nombre = '', ...resto] = texto.split(':');
  const conocido = metodo === '*' ? '*' : METODOS.find((m) => m === metodo);
  const clase = NOMBRES.find((c) => c === nombre);
  const rango = cuando === '*' ? ['*', '1', '+'] : /^([1-9]\d{0,8})(\+|-[1-9]\d{0,8})?$/.exec(cuando);
  if (conocido === undefined || clase === undefined || rango === null || resto.length > 0) {
    const motivo =
      conocido === undefined
        ? `el método es uno de: ${METODOS.join(', ')}, o *`
        : clase === undefined
          ? `la clase es una de: ${NOMBRES.join(', ')}`
          : 'el número es 3, 3+, 3-5 o *';
    throw new RasgoInvalido(
      `La falla «${texto}» no se entiende: ${motivo}. No se inició nada. Escribila como subir:2:corte-despues.`,
    );
  }
  const desde = Number(rango[1]);
  const final = rango[2];
  const hasta = final === undefined ? desde : final === '+' ? Number.POSITIVE_INFINITY : Number(final.slice(1));
  return { metodo: conocido, desde, hasta, clase };
}

/** Of every hundred requests, how many a drawn schedule spoils. */
const POR_CIEN = 12;

/** Decides which request fails and how. Counts requests per method, from 1. */
export function crearFallas(textos: readonly string[], semilla: number | null) {
  let fallas = textos.map(parseFalla);
  let sorteo = semilla;
  let cuentas = new Map<Metodo, number>();
  return {
    /** Counts a request and says whether it fails. */
    proxima(metodo: Metodo): FallaClase | undefined {
      const n = (cuentas.get(metodo) ?? 0) + 1;
      cuentas.set(metodo, n);
      const escrita = fallas.find((f) => (f.metodo === '*' || f.metodo === metodo) && n >= f.desde && n <= f.hasta);
      if (escrita !== undefined) return escrita.clase;
      if (sorteo === null) return undefined;
      const suerte = mezclar(mezclar(sorteo, METODOS.indexOf(metodo)), n);
      return suerte % 100 < POR_CIEN ? SORTEADAS[Math.floor(suerte / 100) % SORTEADAS.length] : undefined;
    },
    inyectar(texto: string): void {
      fallas.push(parseFalla(texto));
    },
    /** No more faults; counting starts again at 1. */
    reiniciar(): void {
      fallas = [];
      sorteo = null;
      cuentas = new Map();
    },
  };
}
export type Fallas = ReturnType<typeof crearFallas>;
