import { z } from 'zod';
import { cuenta, id, month, place, typedUpTo } from './common-inputs.ts';

const which = { cuenta, periodo: month, cuit: id.optional() };
/** Files of withholdings that the person downloaded: *Mis Retenciones*, and the Convenio Multilateral's. */
const files = { retenciones: place.optional(), convenio: place.optional() };

export const CIERRE_INPUTS = {
  /** How a month stands, computed anew; of a closed one, as it was closed. `salida`: the folder where a closed month's or a clean one's workbook goes. */
  'cierre.ver': z.strictObject({ ...which, ...files, salida: place.optional() }),
  /** Closes a month for good, with a reason for all that is open. */
  'cierre.cerrar': z.strictObject({ ...which, ...files, motivo: typedUpTo(), salida: place.optional() }),
  /** Opens the last closed month again; both versions stay. */
  'cierre.reabrir': z.strictObject({ ...which, motivo: typedUpTo() }),
  'cierre.contribuyentes': z.strictObject({ cuenta }),
  /** Keeps answers: stores or establishments and their CUIT, texts and their jurisdiction, account codes, agents of withholdings. */
  'cierre.responder': z.strictObject({
    cuenta,
    /** `de`: a store or an establishment. */
    cuits: z.array(z.strictObject({ de: id, cuit: id })).optional(),
    jurisdicciones: z.array(z.strictObject({ texto: id, jurisdiccion: id })).optional(),
    agentes: z.array(z.strictObject({ agente: id, procesador: id })).optional(),
    /** A file of lines CLAVE;CÓDIGO. */
    plan: place.optional(),
  }),
} as const;
