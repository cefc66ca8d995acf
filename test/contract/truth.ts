/** What the sandbox holds, written in the client's terms by code of its own: nothing of service/ is used to compute it. */
import { toDayNumber, type CivilDate, type DateWindow } from '#domain/civil-date.ts';
import { COMERCIOS } from '#sandbox/catalogue.ts';
import type { Switches, Sandbox } from '#sandbox/index.ts';
import { centavos } from '../sandbox/support.ts';

/** Ids come multiplied in the historical format. */
const idOf = (id: number, switches: Switches): string => String(switches.ids === 'historicos' ? id * 73 : id);

const contains = ({ desde, hasta }: DateWindow, day: number): boolean =>
  day >= toDayNumber(desde) && day <= toDayNumber(hasta);

type Wire = Readonly<Record<string, string | boolean | null>>;
const text = (row: Wire, field: string): string => {
  const value = row[field];
  return typeof value === 'string' ? value : '';
};
const link = (value: string, switches: Switches): string | null =>
  value === '' || value === '0' ? null : idOf(Number(value), switches);

export function truthOf(sandbox: Sandbox, switches: Switches) {
  const { data } = sandbox;
  const settlements = (window: DateWindow) =>
    data.liquidaciones.filter((l) => contains(window, switches.fecha_filtro === 'pago' ? l.pago : l.fecha));
  const iso = (day: number): CivilDate => data.fechas.iso(day);
  return {
    operaciones: (window: DateWindow) =>
      sandbox.truth
        .operaciones()
        .filter((row) => contains(window, toDayNumber(text(row, 'fecha_venta').slice(0, 10) as CivilDate)))
        .map((row) => ({
          id: idOf(Number(row['id']), switches),
          fecha: text(row, 'fecha_venta').slice(0, 10),
          hora: text(row, 'fecha_venta').slice(11) || null,
          importe: centavos(text(row, 'importe')),
          arancel: centavos(text(row, 'arancel')),
          comprobante: row['comprobante'],
          lote: row['lote'],
          comercio: text(row, 'comercio').normalize('NFC'),
          fecha_pago: row['fecha_pago'],
          liquidaciones_id: link(text(row, 'liquidaciones_id'), switches),
          acreditada: row['acreditada'],
        })),
    liquidaciones: (window: DateWindow) =>
      settlements(window).map((l) => ({
        id: idOf(l.id, switches),
        numero: l.numero,
        fecha: iso(l.fecha),
        recovered: l.recovered === null ? null : iso(l.recovered),
        total_facturado: l.invoiced.total,
        descontado_cuota: l.discounted.instalment,
        total_acreditado: l.acreditado,
        acreditada: switches.interbanking === 'no' ? null : data.isPaid(l),
      })),
    reconciled: (window: DateWindow) =>
      settlements(window)
        .filter((l) => l.operaciones > 0)
        .map((l) => ({
          id: idOf(l.id, switches),
          operaciones: l.operaciones,
          cashback: l.cashback,
          total_acreditado: l.acreditado,
        })),
    impuestos: (window: DateWindow) =>
      settlements(window).map((l) => ({
        id: idOf(l.id, switches),
        fecha: iso(l.fecha),
        imp_iva_21: l.impuestos.iva21,
        retencion_iibb: l.impuestos.retIibb,
        percepcion_iva: l.impuestos.perIva,
      })),
    movimientos: (window: DateWindow) =>
      (switches.interbanking === 'no' ? [] : data.movimientos)
        .filter((m) => contains(window, m.fecha))
        .map((m) => ({
          id: idOf(m.id, switches),
          fecha: iso(m.fecha),
          informacion: m.informacion,
          importe: m.importe,
          liquidaciones_id: m.liquidacion < 0 ? null : idOf(data.liquidaciones[m.liquidacion]?.id ?? 0, switches),
          conciliado: m.liquidacion >= 0 || m.operacion >= 0,
        })),
    rechazos: (window: DateWindow) =>
      data.rechazos
        .filter((r) => contains(window, switches.fecha_filtro === 'pago' ? r.transfer : r.fecha))
        .map((r) => ({
          id: idOf(r.id, switches),
          fecha: iso(r.fecha),
          descripcion: r.descripcion,
          estado: r.estado,
          importe: r.importe,
        })),
    calendario: (days: readonly number[]) =>
      days.map((day) => ({
        fecha: iso(day),
        vendido: COMERCIOS.reduce((sum, _, c) => sum + data.soldOn(day, c), 0),
        acreditado: COMERCIOS.reduce((sum, _, c) => sum + data.creditedOn(day, c), 0),
      })),
    comercios: () => COMERCIOS.map((c) => ({ id: idOf(c.id, switches), nombre: c.nombre })),
  };
}
