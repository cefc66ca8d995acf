import { getFieldLabel } from '#contract/data-labels.ts';
import type { QuarantinedRow } from '#contract/data.ts';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';

type Problem = NonNullable<QuarantinedRow['problemas']>[number];

/** How a value was expected. Complete by its type: a new form does not compile without words. */
const SHAPES: Record<Problem['forma'], () => string> = {
  booleano: m.forma_booleano,
  booleano_escrito: m.forma_booleano_escrito,
  booleano_o_nulo: m.forma_booleano_o_nulo,
  codigo: m.forma_codigo,
  cuenta: m.forma_cuenta,
  cuenta_o_nada: m.forma_cuenta_o_nada,
  fecha_dmy: m.forma_fecha_dmy,
  fecha_hora: m.forma_fecha_hora,
  fecha_hora_o_nada: m.forma_fecha_hora_o_nada,
  fecha_iso: m.forma_fecha_iso,
  fecha_iso_o_nada: m.forma_fecha_iso_o_nada,
  fecha_suelta_o_nada: m.forma_fecha_suelta_o_nada,
  identificador: m.forma_identificador,
  importe_con_miles: m.forma_importe_con_miles,
  importe_con_miles_o_nulo: m.forma_importe_con_miles_o_nulo,
  importe_sin_miles: m.forma_importe_sin_miles,
  importe_sin_miles_o_nada: m.forma_importe_sin_miles_o_nada,
  texto: m.forma_texto,
  texto_o_numero: m.forma_texto_o_numero,
  vinculo: m.forma_vinculo,
};

const fieldOf = (camino: string): string =>
  camino
    .split('.')
    .map((parte) => getFieldLabel(parte, getLocale() === 'en' ? 'en' : 'es'))
    .join(' ');

/** What is wrong with a row that was set aside, in the language of the screens; the core's own words where it is not of fields. */
export const describeProblems = (motivo: string, problemas: readonly Problem[] | undefined): string =>
  problemas
    ?.map(({ campo, forma: shape }) => m.forma_de_campo({ campo: fieldOf(campo), forma: SHAPES[shape]() }))
    .join('; ') ?? motivo;
