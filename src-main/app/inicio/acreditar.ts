/** What was credited and what will be, day by day. */
import type { Abrir, InicioAcreditacion, InicioDocumento } from '#contract/inicio.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { PorAcreditar } from '#storage/cache/index.ts';
import { diasEntre, type Importes } from './dias.ts';

/** Days of the line before and after today. */
const ANTES = 12;
const DESPUES = 16;
const PROXIMAS = 3;

interface Pedido {
  readonly hoy: CivilDate;
  readonly leidos: ReadonlyMap<string, Importes>;
  /** Undefined while operations by payment date were never read. */
  readonly pendientes: readonly PorAcreditar[] | undefined;
  /** The account has a bank feed. */
  readonly banco: boolean;
}

export const inicioDeLinea = (hoy: CivilDate): CivilDate => addDays(hoy, -ANTES);

const porPago = (desde: string, hasta?: string): Abrir => ({
  vista: 'operaciones',
  campoFecha: 'fecha_pago',
  desde,
  ...(hasta === undefined ? {} : { hasta }),
});

/** What was credited: the bank's movements that pay something, where there is a feed; else what was to be paid. */
export const abrirAcreditado = (desde: string, hasta: string, banco: boolean): Abrir =>
  banco
    ? { vista: 'movimientos', desde, hasta, filtros: [{ campo: 'conciliado', valor: 'true' }] }
    : porPago(desde, hasta);

const pendiente = (dia: PorAcreditar): InicioAcreditacion => ({
  fecha: dia.fecha,
  clase: 'por_acreditar',
  importe: formatPlain(dia.liquidado + dia.estimado),
  liquidaciones: dia.liquidaciones,
  estimado: dia.estimado !== 0n,
  abrir: porPago(dia.fecha, dia.fecha),
});

const sinNada = { liquidaciones: 0, estimado: false } as const;

export function acreditaciones({
  hoy,
  leidos,
  pendientes,
  banco,
}: Pedido): Pick<InicioDocumento, 'linea' | 'proximas' | 'porAcreditar'> {
  const porFecha = new Map((pendientes ?? []).map((dia) => [dia.fecha, dia]));
  const linea = [...diasEntre(inicioDeLinea(hoy), addDays(hoy, DESPUES))].map((fecha): InicioAcreditacion => {
    if (fecha <= hoy) {
      const dia = leidos.get(fecha);
      const acreditado = dia?.acreditado ?? null;
      const importe = acreditado === null ? null : formatPlain(acreditado);
      const abrir = abrirAcreditado(fecha, fecha, banco);
      return { fecha, clase: importe === null ? 'sin_leer' : 'acreditado', importe, ...sinNada, abrir };
    }
    const dia = porFecha.get(fecha);
    if (dia !== undefined) return pendiente(dia);
    const leida = pendientes !== undefined;
    const abrir = porPago(fecha, fecha);
    return { fecha, clase: leida ? 'por_acreditar' : 'sin_leer', importe: leida ? '0.00' : null, ...sinNada, abrir };
  });
  const proximas = (pendientes ?? []).filter(({ liquidado, estimado }) => liquidado + estimado !== 0n);
  const suma = proximas.reduce((total, { liquidado, estimado }) => total + liquidado + estimado, 0n);
  return {
    linea,
    proximas: proximas.slice(0, PROXIMAS).map(pendiente),
    porAcreditar: {
      importe: pendientes === undefined ? null : formatPlain(suma),
      liquidaciones: proximas.reduce((n, { liquidaciones }) => n + liquidaciones, 0),
      operaciones: proximas.reduce((n, { operaciones }) => n + operaciones, 0),
      desde: proximas[0]?.fecha ?? null,
      estimado: proximas.some(({ estimado }) => estimado !== 0n),
      abrir: porPago(addDays(hoy, 1)),
    },
  };
}
