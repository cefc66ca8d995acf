import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { crearConciliaciones, type ConciliacionGuardada } from './conciliaciones.ts';
import type { Contexto } from './contexto.ts';
import { crearDatos, type Datos } from './datos.ts';
import { crearFallas } from './fallas.ts';
import { crearEscritor } from './listar-operaciones.ts';
import {
  parseRasgos,
  RasgoInvalido,
  ponerRasgo,
  rasgosPorDefecto,
  type RasgoClave,
  type Rasgos,
  type RasgosLeidos,
} from './rasgos.ts';
import { crearRecibidos, type Recibido } from './recibidos.ts';
import { crearRutas } from './rutas.ts';
import { crearServidor } from './servidor.ts';
import { crearTokens, type TokenVivo } from './tokens.ts';

export { crearDatos } from './datos.ts';
export { cuponDeOperacion, cuponesDeEjemplo } from './ejemplo.ts';
export { CLASES, METODOS } from './fallas.ts';
export { parseRasgos, RasgoInvalido, RASGOS, type Rasgos } from './rasgos.ts';

export interface SandboxOpciones {
  readonly clock: Clock;
  /** Chooses the data; 1 by default. */
  readonly semilla?: number;
  /** Sales in the 455 days that end today: 1 to 1,000,000, 5,000 by default. */
  readonly operaciones?: number;
  /** Switches: the texts of `--rasgo` (with `falla=…` and `falla_semilla=…` among them), or the values. */
  readonly rasgos?: Partial<Rasgos> | readonly string[];
  /** 0, the default, takes a free one. */
  readonly puerto?: number;
  /** Last day of the data set, apart from the clock's: tokens and reconciliations go on with the clock. The clock's today by default. */
  readonly hoy?: CivilDate;
  /** `METODO:N:CLASE`, besides those among `rasgos`. */
  readonly fallas?: readonly string[];
}

/** What the sandbox really holds, for tests to compare with what a client understood. Ids here are the real ones. */
interface Verdad {
  readonly datos: Datos;
  /** Operations as `GET /v1/operaciones` would write them now, in order of id. */
  operaciones(): readonly Readonly<Record<string, string | boolean | null>>[];
  conciliaciones(): readonly ConciliacionGuardada[];
  /** Access tokens that work now. */
  tokens(): readonly TokenVivo[];
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly usuario: string;
  readonly clave: string;
  readonly datos: Datos;
  readonly verdad: Verdad;
  /** Requests in order of arrival; `filtro` is "POST /v2/conciliar-operaciones" (path without query) or a METODO ("subir"). */
  recibidos(filtro?: string): readonly Recibido[];
  olvidarRecibidos(): void;
  /** Adds `METODO:N:CLASE`; N counts the requests of the method since the start, or since `reiniciarFallas`. */
  inyectarFalla(falla: string): void;
  /** No more faults, and counting begins again. */
  reiniciarFallas(): void;
  /** Changes a switch from the next request on. Throws `RasgoInvalido`. */
  cambiarRasgo(clave: RasgoClave, valor: string | number): void;
  /** Ends tokens before their time. */
  vencerTokens(cuales?: { acceso?: boolean; refresco?: boolean }): void;
  /** Stops listening and drops what is open. */
  close(): Promise<void>;
}

const OPERACIONES = 5000;
const MINIMO = 1;
const MAXIMO = 1_000_000;
const esLista = (rasgos: Partial<Rasgos> | readonly string[]): rasgos is readonly string[] => Array.isArray(rasgos);

function leerRasgos(rasgos: Partial<Rasgos> | readonly string[]): RasgosLeidos {
  if (esLista(rasgos)) return parseRasgos(rasgos);
  const leidos = rasgosPorDefecto();
  for (const [clave, valor] of Object.entries(rasgos)) ponerRasgo(leidos, clave, valor);
  return { rasgos: leidos, fallas: [], fallaSemilla: null };
}

/**
 * Serves the whole API on loopback over a data set that depends only on `semilla`, `operaciones` and today. Throws `RasgoInvalido` for a
 * switch or a fault that does not exist or for a number of operations out of range, and the system's error when the port is taken.
 */
export async function createSandbox(opciones: SandboxOpciones): Promise<Sandbox> {
  const { clock, semilla = 1, operaciones = OPERACIONES, puerto = 0 } = opciones;
  const { rasgos, fallas: fallasDeRasgos, fallaSemilla } = leerRasgos(opciones.rasgos ?? {});
  const fallas = crearFallas([...fallasDeRasgos, ...(opciones.fallas ?? [])], fallaSemilla);
  if (!Number.isInteger(operaciones) || operaciones < MINIMO || operaciones > MAXIMO) {
    throw new RasgoInvalido(
      `Las operaciones van de ${String(MINIMO)} a ${String(MAXIMO)} y se pidieron ${String(operaciones)}. No se inició nada. Elegí un número en ese rango.`,
    );
  }
  const datos = crearDatos({ semilla, operaciones, hoy: opciones.hoy ?? civilDateAt(clock.now()) });
  const contexto: Contexto = { datos, rasgos, clock, vueltas: 0, busquedas: new Map() };
  const credenciales = {
    apiKey: `clave-${String(semilla)}`,
    apiSecret: `secreto-de-prueba-${String(semilla)}`,
    usuario: 'cajera@laespiga.example',
    clave: 'pan-y-facturas',
  };
  const tokens = crearTokens({ credenciales, clock, rasgos, semilla });
  const conciliaciones = crearConciliaciones(contexto);
  const recibidos = crearRecibidos();
  const rutas = crearRutas(contexto, conciliaciones, tokens);
  const servidor = crearServidor({ rutas, rasgos, fallas, recibidos, tokens, clock });
  const url = await servidor.escuchar(puerto);

  return {
    url,
    ...credenciales,
    datos,
    verdad: {
      datos,
      operaciones() {
        const escribir = crearEscritor({ datos, rasgos: { ...rasgos, ids: 'reales' } });
        return Array.from({ length: datos.ops.cantidad }, (_, i) => JSON.parse(escribir(i)));
      },
      conciliaciones: () => conciliaciones.todas(),
      tokens: () => tokens.vivos(),
    },
    recibidos: (filtro) => recibidos.filtrar(filtro),
    olvidarRecibidos: () => {
      recibidos.olvidar();
    },
    inyectarFalla: (falla) => {
      fallas.inyectar(falla);
    },
    reiniciarFallas: () => {
      fallas.reiniciar();
    },
    cambiarRasgo: (clave, valor) => {
      ponerRasgo(rasgos, clave, valor);
    },
    vencerTokens: (cuales = { acceso: true }) => {
      tokens.vencer(cuales);
    },
    close: () => servidor.cerrar(),
  };
}
