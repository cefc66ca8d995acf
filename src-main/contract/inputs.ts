import { z } from 'zod';
import { AUXILIARIES } from '#domain/cupon.ts';
import { cuenta, wait, date, lectura, porTanda, sinPreguntar, text } from './common-inputs.ts';
import { SETTINGS_INPUTS } from './settings-inputs.ts';
import { DATA_INPUTS } from './data-inputs.ts';
import { CONCILIACIONES_INPUTS } from './conciliaciones-inputs.ts';
import { DECISIONS_INPUTS } from './decisions-inputs.ts';
import { EXPLANATIONS_INPUTS } from './explanations-inputs.ts';
import { HOME_INPUTS } from './home-inputs.ts';
import { SECOND_COPY_INPUTS } from './second-copy-inputs.ts';
import { REVISION_INPUTS } from './revision-inputs.ts';
import { METHODS } from '#domain/vista.ts';

/** The input of each method, the same for every host. `app/dispatch` refuses anything else with `ENTRADA_INVALIDA`. */

export const INPUTS = {
  'cuentas.listar': z.strictObject({}),
  'cuentas.agregar': z.strictObject({
    nombre: text,
    url: text,
    credencial: z.discriminatedUnion('tipo', [
      z.strictObject({ tipo: z.literal('api'), apiKey: text, secreto: text }),
      z.strictObject({ tipo: z.literal('usuario'), usuario: text, secreto: text }),
    ]),
  }),
  'cuentas.quitar': z.strictObject({ nombre: text, si: z.boolean(), conDatos: z.boolean() }),
  'cuentas.probar': z.strictObject({ cuenta }),
  /**
   * Does what `cuentas.probar_servicio` does; then uploads two invented coupons in two requests, waits for their result and deletes them. Goes on
   * with an earlier trial that was cut.
   */
  'cuentas.probar_con_carga': z.strictObject({ cuenta, informe: text.optional(), si: z.boolean() }),
  /** Reads each method once and says how the service answers; writes nothing on the service. */
  'cuentas.probar_servicio': z.strictObject({
    cuenta,
    /** Where the report is written, as JSON; never over another file. */
    informe: text.optional(),
  }),
  'cuentas.usar': z.strictObject({ nombre: text }),
  'archivos.validar': z.strictObject({ ...lectura, cuenta, cupones: z.boolean() }),
  'cargas.conciliar': z.strictObject({
    ...lectura,
    ...wait,
    cuenta,
    porTanda: porTanda.optional(),
    omitirErrores: z.boolean().optional(),
    marcador: z.enum(['auto', 'ninguno', ...AUXILIARIES]).optional(),
    repetir: z.boolean().optional(),
    decidir: text.optional(),
    guardarPlantilla: text.optional(),
  }),
  /** The sends of an upload of this PC: those made and those still to be made. */
  'cargas.tandas': z.strictObject({ cuenta, carga: text }),
  /** The files that were sent last from this PC. */
  'cargas.recientes': z.strictObject({ cuenta }),
  'cargas.retomar': z.strictObject({
    ...wait,
    cuenta,
    carga: text.optional(),
    decidir: text.optional(),
    sinPreguntar,
  }),
  'datos.sincronizar': z.strictObject({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    metodos: z.array(z.enum(METHODS)).min(1).optional(),
  }),
  /** Reads again only what is due. Asks nobody for a secret. */
  'sincronizacion.refrescar': z.strictObject({ cuenta: z.string().min(1).optional() }),
  /** What is known of new versions, without asking the feed. */
  'actualizaciones.ver': z.strictObject({}),
  /** Asks the feed and checks its answer. `sola`: the program asks by itself, so nothing is done where automatic updates are turned off. */
  'actualizaciones.buscar': z.strictObject({ sola: z.boolean().optional() }),
  /** Downloads the new version, or waits for the download under way. A download that was cut goes on where it stopped. */
  'actualizaciones.bajar': z.strictObject({}),
  /** Closes the program, puts the new version in its place and opens it. Refused while something is being sent. */
  'actualizaciones.instalar': z.strictObject({}),
  /** What an administrator fixed on this PC. */
  'politica.ver': z.strictObject({}),
  /** Starts the example service in this process and adds its account. */
  'ejemplo.iniciar': z.strictObject({}),
  'conciliaciones.listar': z.strictObject({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    sinPreguntar,
  }),
  'conciliaciones.ver': z.strictObject({ cuenta, id: text }),
  'conciliaciones.borrar': z.strictObject({ cuenta, id: text, si: z.boolean() }),
  ...DATA_INPUTS,
  ...CONCILIACIONES_INPUTS,
  ...DECISIONS_INPUTS,
  ...EXPLANATIONS_INPUTS,
  ...HOME_INPUTS,
  ...REVISION_INPUTS,
  ...SETTINGS_INPUTS,
  ...SECOND_COPY_INPUTS,
} as const;

export type Method = keyof typeof INPUTS;
/** What a host sends. */
export type MethodInput<M extends Method> = z.input<(typeof INPUTS)[M]>;
/** What the capability receives, checked. */
export type MethodParsed<M extends Method> = z.output<(typeof INPUTS)[M]>;
