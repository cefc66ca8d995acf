import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { createConciliaciones } from './conciliaciones.ts';
import { type SandboxContext, DAY_SECONDS } from './parameters.ts';
import { createData } from './data.ts';
import { parseDisorder } from './disorder.ts';
import { createFailures, InvalidSwitch, parseSwitches, setSwitch, type SwitchKey } from './switches.ts';
import { writeOperacion } from './list-operaciones.ts';
import { createReceived, createSandboxServer } from './server.ts';
import { createTokens } from './tokens.ts';

export { createData } from './data.ts';
export { KINDS, METHODS } from './switches.ts';
export { parseSwitches, InvalidSwitch } from './switches.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly semilla?: number;
  /** Sales in the 455 days that end today: 1 to 1,000,000, 5,000 by default. */
  readonly operaciones?: number;
  /** Switches: the texts of `--rasgo`, including `falla=…` and `falla_semilla=…`. */
  readonly rasgos?: readonly string[];
  readonly datos?: readonly string[];
  readonly puerto?: number;
  /** The last day of the data set; by default, today by the clock. Tokens and reconciliations always use the clock. */
  readonly hoy?: CivilDate;
  /** The number of the first reconciliation; 5001 by default. */
  readonly primera?: number;
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

const OPERACIONES = 5000;
export const FIRST_ID = 5001;
const MINIMUM = 1;
const MAXIMUM = 1_000_000;

/** Serves the whole API on loopback. Its data depend on `semilla`, `operaciones`, `hoy`, `datos`; those of today also on the time. Throws `InvalidSwitch`. */
export async function createSandbox(options: SandboxOptions) {
  const { clock, semilla = 1, operaciones = OPERACIONES, puerto = 0, primera = FIRST_ID } = options;
  const { rasgos: switches, fallas, fallaSemilla } = parseSwitches(options.rasgos ?? []);
  const failures = createFailures(fallas, fallaSemilla);
  if (!Number.isInteger(operaciones) || operaciones < MINIMUM || operaciones > MAXIMUM) {
    throw new InvalidSwitch(
      `Las operaciones van de ${String(MINIMUM)} a ${String(MAXIMUM)} y se pidieron ${String(operaciones)}. No se inició nada. Elegí un número en ese rango.`,
    );
  }
  const disorder = parseDisorder(options.datos ?? []);
  const today = civilDateAt(clock.now());
  const hoy = options.hoy ?? today;
  const elapsed = Math.floor((clock.now() - Date.parse(`${today}T00:00:00-03:00`)) / 1000);
  const until = hoy === today ? elapsed : DAY_SECONDS;
  const data = createData({ semilla, operaciones, hoy, until, disorder });
  const context: SandboxContext = { data, switches, clock };
  const credentials = {
    apiKey: `clave-${String(semilla)}`,
    apiSecret: `secreto-de-prueba-${String(semilla)}`,
    usuario: 'cajera@laespiga.example',
    clave: 'pan-y-facturas',
  };
  const tokens = createTokens({ credenciales: credentials, clock, rasgos: switches, semilla });
  const conciliaciones = createConciliaciones(context, primera);
  const received = createReceived();
  const server = createSandboxServer({ ...context, conciliaciones, tokens, failures, received });
  const url = await server.listen(puerto);

  return {
    url,
    ...credentials,
    data,
    /** The data as it is, with the real ids, for tests that compare it with what a client understood. */
    truth: {
      /** The operations as `GET /v1/operaciones` would return them now: those of the start in order of id, then those that appeared later. */
      operaciones() {
        const now = { data, switches: { ...switches, ids: 'reales' as const } };
        return Array.from({ length: data.ops.count }, (_, i) => writeOperacion(i, now));
      },
      conciliaciones: conciliaciones.readAll,
      tokens: tokens.findLive,
    },
    /** The received requests in order of arrival. Filter them by method and path ("POST /v2/conciliar-operaciones", without query) or by METODO ("subir"). */
    listReceived: received.filter,
    forgetReceived: received.forget,
    /** Adds a fault `METODO:N:CLASE`: N counts that method's requests since the start or the last `resetFailures`. */
    injectFailure: failures.inject,
    resetFailures: failures.reset,
    changeSwitch: (key: SwitchKey, value: string | number): void => setSwitch(switches, key, value),
    expireTokens: tokens.expire,
    close: server.close,
  };
}
