import { z } from 'zod';
import { AUXILIARIES } from '#domain/cupon.ts';
import { ACCOUNTS_INPUTS } from './accounts.ts';
import { CHECKS_INPUTS } from './checks.ts';
import { CIERRE_INPUTS } from './cierre.ts';
import { type AnswerOf, cuenta, id, lectura, name, porTanda, sinPreguntar, withInput, wait } from './common-inputs.ts';
import { CONCILIACIONES_INPUTS, type RecentFile, type UploadTandas } from './conciliaciones.ts';
import { DATA_INPUTS } from './data.ts';
import { DECISIONS_INPUTS } from './decisions.ts';
import type { UploadDocument, ValidationDocument } from './documents.ts';
import { EXPLANATIONS_INPUTS } from './explanations.ts';
import { HOME_INPUTS } from './home.ts';
import { REVISION_INPUTS, type CorrectedValues } from './revision.ts';
import { SETTINGS_INPUTS } from './settings.ts';
import { TRAIL_INPUTS } from './trail.ts';

/** Every method: the schema of its input and the type of its answer. `app/dispatch` refuses other inputs with `ENTRADA_INVALIDA`. */
export const INPUTS = {
  'archivos.validar': withInput({ ...lectura, cuenta, cupones: z.boolean() }).answers<readonly ValidationDocument[]>(),
  'cargas.conciliar': withInput({
    ...lectura,
    ...wait,
    cuenta,
    porTanda: porTanda.optional(),
    omitirErrores: z.boolean().optional(),
    marcador: z.enum(['auto', 'ninguno', ...AUXILIARIES]).optional(),
    repetir: z.boolean().optional(),
    decidir: id.optional(),
    guardarPlantilla: name.optional(),
    avisos: z.boolean().optional(),
  }).answers<UploadDocument>(),
  'cargas.tandas': withInput({ cuenta, carga: id }).answers<UploadTandas>(),
  /** The sent values of an upload that differ from its files. `limite`: the most to list; by default all. */
  'cargas.corregidos': withInput({
    cuenta,
    carga: id,
    limite: z.number().int().min(0).optional(),
  }).answers<CorrectedValues>(),
  'cargas.recientes': withInput({ cuenta }).answers<readonly RecentFile[]>(),
  'cargas.retomar': withInput({
    ...wait,
    cuenta,
    carga: id.optional(),
    /** The number of coupons in each tanda from now on. */
    porTanda: porTanda.optional(),
    decidir: id.optional(),
    sinPreguntar,
    avisos: z.boolean().optional(),
  }).answers<readonly UploadDocument[]>(),
  ...ACCOUNTS_INPUTS,
  ...DATA_INPUTS,
  ...TRAIL_INPUTS,
  ...HOME_INPUTS,
  ...CHECKS_INPUTS,
  ...CONCILIACIONES_INPUTS,
  ...DECISIONS_INPUTS,
  ...EXPLANATIONS_INPUTS,
  ...CIERRE_INPUTS,
  ...REVISION_INPUTS,
  ...SETTINGS_INPUTS,
} as const;

export type Method = keyof typeof INPUTS;
/** The input that a host sends. */
export type MethodInput<M extends Method> = z.input<(typeof INPUTS)[M]>;
/** The checked input that the capability gets. */
export type MethodParsed<M extends Method> = z.output<(typeof INPUTS)[M]>;
export type Outputs = { readonly [M in Method]: AnswerOf<(typeof INPUTS)[M]> };
