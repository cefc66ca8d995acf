import type { Control, ControlDocumento, ControlEstado, ControlMotivo } from '#contract/controles.ts';
import { m } from '../../paraglide/messages.js';
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
  sin_informar: m.control_motivo_sin_informar,
};
const ESTADOS: Readonly<Record<ControlEstado, readonly [NombreEstado, () => string]>> = {
  coincide: ['conciliado', m.control_coincide],
  difiere: ['error', m.control_difiere],
  sin_datos: ['sin-datos', () => conMayuscula(m.sin_datos())],
};

export const nombreDe = (control: Control): string => NOMBRES[control]();
export const motivoDe = (motivo: ControlMotivo): string => MOTIVOS[motivo]();
export const estadoDe = (estado: ControlEstado): { readonly estado: NombreEstado; readonly palabra: string } => {
  const [nombre, palabra] = ESTADOS[estado];
  return { estado: nombre, palabra: palabra() };
};

/** What tells a check from the others. */
export const claveDe = ({ control, campo, periodo, tarjeta }: ControlDocumento): string =>
  [control, periodo, tarjeta ?? '', campo].join('/');
