import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { createConciliaciones, type StoredConciliacion } from './conciliaciones.ts';
import type { SandboxContext } from './context.ts';
import { createData, type SandboxData } from './data.ts';
import { parseDisorder } from './disorder.ts';
import { createFailures } from './failures.ts';
import { createWriter } from './list-operaciones.ts';
import { InvalidSwitch, parseSwitches, setSwitch, type SwitchKey } from './switches.ts';
import { createReceived, createSandboxServer, type ReceivedRequest } from './server.ts';
import { createRoutes } from './routes.ts';
import { createTokens, type IssuedToken } from './tokens.ts';

export { createData } from './data.ts';
export { cuponOfOperacion, makeSampleCupones } from './sample.ts';
export { KINDS, METHODS } from './failures.ts';
export { parseSwitches, InvalidSwitch, SWITCHES, type Switches } from './switches.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  /** The seed of the data; 1 by default. */
  readonly semilla?: number;
  /** Sales in the 455 days that end today: 1 to 1,000,000, 5,000 by default. */
  readonly operaciones?: number;
  /** Switches: the texts of `--rasgo`, with `falla=…` and `falla_semilla=…` among them. */
  readonly rasgos?: readonly string[];
  /** Switches of the data: the texts of `--datos` (README). */
  readonly datos?: readonly string[];
  /** The port; 0, the default, takes a free one. */
  readonly puerto?: number;
  /** The last day of the data set; the clock's today by default. Tokens and reconciliations use the clock in any case. */
  readonly hoy?: CivilDate;
}

/** The true data of the sandbox, which tests compare with what a client understood. Ids here are the real ones. */
interface Truth {
  /** Operations as `GET /v1/operaciones` would write them now, in order of id. */
  operaciones(): readonly Readonly<Record<string, string | boolean | null>>[];
  conciliaciones(): readonly StoredConciliacion[];
  /** The access tokens that work now. */
  tokens(): readonly IssuedToken[];
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly usuario: string;
  readonly clave: string;
  readonly data: SandboxData;
  readonly truth: Truth;
  /** Requests in order of arrival. `filter`: a method and path ("POST /v2/conciliar-operaciones", without query) or a METODO ("subir"). */
  listReceived(filter?: string): readonly ReceivedRequest[];
  forgetReceived(): void;
  /** Adds `METODO:N:CLASE`; N counts the requests of the method since the start, or since `resetFailures`. */
  injectFailure(failure: string): void;
  /** Removes all faults; counting begins again. */
  resetFailures(): void;
  /** Changes a switch from the next request on. Throws `InvalidSwitch`. */
  changeSwitch(key: SwitchKey, value: string | number): void;
  /** Ends tokens before their time. */
  expireTokens(which?: { access?: boolean; refreshed?: boolean }): void;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

const OPERACIONES = 5000;
const MINIMUM = 1;
const MAXIMUM = 1_000_000;

/**
 * Serves the whole API on loopback over a data set that depends only on `semilla`, `operaciones` and `hoy`. Throws `InvalidSwitch` for a
 * switch or a fault that does not exist and for a number of operations out of range; throws the system's error when the port is taken.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, semilla = 1, operaciones = OPERACIONES, puerto = 0 } = options;
  const { rasgos: switches, fallas, fallaSemilla } = parseSwitches(options.rasgos ?? []);
  const failures = createFailures(fallas, fallaSemilla);
  if (!Number.isInteger(operaciones) || operaciones < MINIMUM || operaciones > MAXIMUM) {
    throw new InvalidSwitch(
      `Las operaciones van de ${String(MINIMUM)} a ${String(MAXIMUM)} y se pidieron ${String(operaciones)}. No se inició nada. Elegí un número en ese rango.`,
    );
  }
  const disorder = parseDisorder(options.datos ?? []);
  const data = createData({ semilla, operaciones, hoy: options.hoy ?? civilDateAt(clock.now()), disorder });
  const context: SandboxContext = { data, switches, clock };
  const credentials = {
    apiKey: `clave-${String(semilla)}`,
    apiSecret: `secreto-de-prueba-${String(semilla)}`,
    usuario: 'cajera@laespiga.example',
    clave: 'pan-y-facturas',
  };
  const tokens = createTokens({ credenciales: credentials, clock, rasgos: switches, semilla });
  const conciliaciones = createConciliaciones(context);
  const received = createReceived();
  const paths = createRoutes({ ...context, conciliaciones, tokens });
  const server = createSandboxServer({ paths, switches, failures, received, tokens, clock });
  const url = await server.listen(puerto);

  return {
    url,
    ...credentials,
    data,
    truth: {
      operaciones() {
        const write = createWriter({ data, switches: { ...switches, ids: 'reales' } });
        return Array.from({ length: data.ops.count }, (_, i) => JSON.parse(write(i)));
      },
      conciliaciones: conciliaciones.readAll,
      tokens: tokens.findLive,
    },
    listReceived: received.filter,
    forgetReceived: received.forget,
    injectFailure: failures.inject,
    resetFailures: failures.reset,
    changeSwitch: (key, value) => {
      setSwitch(switches, key, value);
    },
    expireTokens: tokens.expire,
    close: server.close,
  };
}
