import { z } from 'zod';
import { AUXILIARIES } from '#domain/cupon.ts';
import {
  cuenta,
  date,
  id,
  lectura,
  month,
  name,
  place,
  porTanda,
  secret,
  sinPreguntar,
  wait,
} from './common-inputs.ts';
import { PAPERS } from './checks.ts';
import { CIERRE_INPUTS } from './cierre-inputs.ts';
import { SETTINGS_INPUTS } from './settings.ts';
import { DATA_INPUTS } from './data-inputs.ts';
import { CONCILIACIONES_INPUTS } from './conciliaciones-inputs.ts';
import { DECISIONS_INPUTS } from './decisions-inputs.ts';
import { EXPLANATIONS_INPUTS } from './explanations-inputs.ts';
import { REVISION_INPUTS } from './revision-inputs.ts';
import { METHODS } from '#domain/views/index.ts';

/** The input of each method, the same for every host. `app/dispatch` refuses anything else with `ENTRADA_INVALIDA`. */

export const INPUTS = {
  'cuentas.listar': z.strictObject({}),
  'cuentas.agregar': z.strictObject({
    nombre: name,
    url: place,
    credencial: z.discriminatedUnion('tipo', [
      z.strictObject({ tipo: z.literal('api'), apiKey: secret, secreto: secret }),
      z.strictObject({ tipo: z.literal('usuario'), usuario: secret, secreto: secret }),
    ]),
  }),
  'cuentas.quitar': z.strictObject({ nombre: name, si: z.boolean(), conDatos: z.boolean() }),
  /** `metodos`: also reads every method of the API once, one day of each list, and answers which failed. */
  'cuentas.probar': z.strictObject({ cuenta, metodos: z.boolean().optional() }),
  'cuentas.usar': z.strictObject({ nombre: name }),
  'archivos.validar': z.strictObject({ ...lectura, cuenta, cupones: z.boolean() }),
  'cargas.conciliar': z.strictObject({
    ...lectura,
    ...wait,
    cuenta,
    porTanda: porTanda.optional(),
    omitirErrores: z.boolean().optional(),
    marcador: z.enum(['auto', 'ninguno', ...AUXILIARIES]).optional(),
    repetir: z.boolean().optional(),
    decidir: id.optional(),
    guardarPlantilla: name.optional(),
    /** Whether the document has the notices of the files. */
    avisos: z.boolean().optional(),
  }),
  /** The sends of an upload of this PC: those made and those still to be made. */
  'cargas.tandas': z.strictObject({ cuenta, carga: id }),
  /** The values of an upload that differ from its files. `limite`: how many are listed; all when left out. */
  'cargas.corregidos': z.strictObject({ cuenta, carga: id, limite: z.number().int().min(0).optional() }),
  /** The files that were sent last from this PC. */
  'cargas.recientes': z.strictObject({ cuenta }),
  'cargas.retomar': z.strictObject({
    ...wait,
    cuenta,
    carga: id.optional(),
    /** The coupons of each batch from here on. */
    porTanda: porTanda.optional(),
    decidir: id.optional(),
    sinPreguntar,
    avisos: z.boolean().optional(),
  }),
  'datos.sincronizar': z.strictObject({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    metodos: z.array(z.enum(METHODS)).min(1).optional(),
  }),
  /** Reads again only what is due. Never asks for a secret. */
  'sincronizacion.refrescar': z.strictObject({ cuenta }),
  /** What is known of new versions, without asking anybody. */
  'actualizaciones.ver': z.strictObject({}),
  /** Asks which version is published. `sola`: the program asks by itself, so nothing is done where automatic updates are turned off. */
  'actualizaciones.buscar': z.strictObject({ sola: z.boolean().optional() }),
  /** Downloads the new version and verifies it, or waits for the download under way. */
  'actualizaciones.bajar': z.strictObject({}),
  /** Closes the program, puts the new version in its place and opens it. Refused while something is being sent. */
  'actualizaciones.instalar': z.strictObject({}),
  /** Starts the example service in this process and adds its account. */
  'ejemplo.iniciar': z.strictObject({}),
  'conciliaciones.listar': z.strictObject({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    sinPreguntar,
  }),
  'conciliaciones.ver': z.strictObject({ cuenta, id }),
  'conciliaciones.borrar': z.strictObject({ cuenta, id, si: z.boolean() }),
  ...DATA_INPUTS,
  ...CONCILIACIONES_INPUTS,
  ...DECISIONS_INPUTS,
  ...EXPLANATIONS_INPUTS,
  /** `hoy`: a day to look back from, instead of today. */
  'inicio.ver': z.strictObject({ cuenta, hoy: date.optional() }),
  /** How much waits for the person: what the rail counts. */
  'inicio.pendientes': z.strictObject({ cuenta }),
  /** The unmatched coupons of an age. `edad` is the first day of that age, as `inicio.pendientes` gives it; without it, every age. */
  'inicio.sin_conciliar': z.strictObject({ cuenta, edad: z.number().int().min(0).optional() }),
  /** The months from one to another, both included; at most 24. */
  'inicio.calendario': z.strictObject({ cuenta, desde: month, hasta: month }),
  /** Notes that the person has seen *Inicio*: from tomorrow on, news are counted from this moment. */
  'inicio.visto': z.strictObject({ cuenta }),
  /** Coupons against operations by day, store and card: those of a kept result, or of a period over all results. */
  'controles.caja': z.union([
    z.strictObject({ cuenta, conciliacion: id }),
    z.strictObject({ cuenta, desde: date, hasta: date }),
  ]),
  'controles.ver': z.strictObject({ cuenta, desde: date, hasta: date }),
  /** `cuit`: required where the account has several. */
  'papeles.exportar': z.strictObject({
    cuenta,
    papel: z.enum(PAPERS),
    desde: date,
    hasta: date,
    salida: place,
    cuit: id.optional(),
  }),
  ...CIERRE_INPUTS,
  ...REVISION_INPUTS,
  ...SETTINGS_INPUTS,
} as const;

export type Method = keyof typeof INPUTS;
/** What a host sends. */
export type MethodInput<M extends Method> = z.input<(typeof INPUTS)[M]>;
/** What the capability receives, checked. */
export type MethodParsed<M extends Method> = z.output<(typeof INPUTS)[M]>;
