import type {
  Control,
  ControlDocumento,
  ControlEstado,
  ControlFila,
  ControlMotivo,
  NamedBy,
} from '#contract/controles.ts';
import { m } from '../../paraglide/messages.js';
import { cantidad, fecha } from '../../ui/format.ts';
import { conMayuscula } from '../../ui/graficos/fechas.ts';
import type { NombreEstado } from '../../ui/estados.ts';

const NOMBRES: Readonly<Record<Control, () => string>> = {
  liquidaciones_totales: m.control_liquidaciones_totales,
  impuestos_totales: m.control_impuestos_totales,
  calendario_vendido: m.control_calendario_vendido,
  calendario_acreditado: m.control_calendario_acreditado,
  liquidacion_operaciones: m.control_liquidacion_operaciones,
  liquidacion_neto: m.control_liquidacion_neto,
  impuestos_partes: m.control_impuestos_partes,
};
const MOTIVOS: Readonly<Record<ControlMotivo, () => string>> = {
  sin_leer: m.control_motivo_sin_leer,
  parcial: m.control_motivo_parcial,
  inestable: m.control_motivo_inestable,
  otro_dia: m.control_motivo_otro_dia,
  no_contratado: m.control_motivo_no_contratado,
  rechazado: m.control_motivo_rechazado,
  apartadas: m.control_motivo_apartadas,
  sin_informar: m.control_motivo_sin_informar,
  sin_fecha_de_pago: m.control_motivo_sin_fecha_de_pago,
  sin_operaciones: m.control_motivo_sin_operaciones,
};
const ESTADOS: Readonly<Record<ControlEstado, readonly [NombreEstado, () => string]>> = {
  coincide: ['conciliado', m.control_coincide],
  difiere: ['error', m.control_difiere],
  sin_datos: ['sin-datos', () => conMayuscula(m.sin_datos())],
};

export const nombreDe = (control: Control): string => NOMBRES[control]();
/** Why there is no answer; without the bank nobody says the day that a settlement was credited. */
export const motivoDe = ({ control, motivo }: ControlDocumento): string =>
  motivo === null
    ? ''
    : motivo === 'no_contratado' && control === 'calendario_acreditado'
      ? m.control_motivo_sin_banco()
      : MOTIVOS[motivo]();

const RECORDS: Readonly<Record<NamedBy['vista'], () => string>> = {
  impuestos: m.seccion_impuestos,
  liquidaciones: m.seccion_liquidaciones,
  'liquidaciones-conciliadas': m.datos_solapa_conciliadas,
  operaciones: m.seccion_operaciones,
  movimientos: m.seccion_movimientos,
};
/** What is the matter with a row, besides its amounts; empty where nothing is. */
export function describeRow({ retirada, enDuda, nombradaPor }: ControlFila): string {
  if (retirada === true) return m.controles_retirada();
  if (enDuda === true) return m.controles_en_duda();
  if (nombradaPor === undefined) return '';
  const donde = nombradaPor.map(({ vista, filas }) => `${RECORDS[vista]()}${filas > 1 ? ` (${cantidad(filas)})` : ''}`);
  return `${m.controles_falta()} · ${m.controles_figura_en({ donde: donde.join(', ') })}`;
}

/**
 * The days that are compared where they are not those of the month that the person asked for: more, because the service adds up whole months, or
 * fewer; empty where they are.
 */
export function describeDays(
  { periodo, desde, hasta }: ControlDocumento,
  asked: { readonly desde: string; readonly hasta: string },
): string {
  if (desde < asked.desde || hasta > asked.hasta) return m.controles_mes_entero();
  const whole = desde === `${periodo}-01` && hasta >= ultimoDia(periodo);
  return whole ? '' : m.controles_dias({ desde: fecha(desde).slice(0, 5), hasta: fecha(hasta).slice(0, 5) });
}

/** The last day of `YYYY-MM`. */
const ultimoDia = (mes: string): string =>
  new Date(Date.UTC(Number(mes.slice(0, 4)), Number(mes.slice(5)), 0)).toISOString().slice(0, 10);
export const estadoDe = (estado: ControlEstado): { readonly estado: NombreEstado; readonly palabra: string } => {
  const [nombre, palabra] = ESTADOS[estado];
  return { estado: nombre, palabra: palabra() };
};

/** What tells a check from the others. */
export const claveDe = ({ control, campo, periodo, tarjeta }: ControlDocumento): string =>
  [control, periodo, tarjeta ?? '', campo].join('/');
