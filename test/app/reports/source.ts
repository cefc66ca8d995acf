import type { ReportCupon } from '#domain/report.ts';
import type { ReportSource } from '#app/reports/source.ts';
import { writeReport, type WriteReportOptions } from '#app/reports/write-report.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import type { SheetRead } from '../../workbook/write/read-back.ts';

export const aReportCupon = (part: Partial<ReportCupon> = {}): ReportCupon => ({
  archivo: 'cupones.xlsx',
  fila: 4,
  cupon: {
    fecha_venta: '2026-11-01',
    tarjeta_desc: 'Visa Crédito',
    establecimiento: '0012345',
    comprobante: '000123',
    tarjeta_nro: '0417',
    importe: '1500.50',
  },
  disposicion: 'conciliado',
  modo: 'AUTOMATICO',
  nroLiquidacion: '00098',
  fechaLiq: civilDay('2026-11-10'),
  ...part,
});

/** A source over these rows; its other parts are plausible and may be replaced by `part`. */
export function aSource(cupones: readonly ReportCupon[], part: Partial<ReportSource> = {}): ReportSource {
  return {
    cuenta: 'Zapatería & Cía',
    archivos: ['cupones.xlsx'],
    carga: '01JCARGA',
    conciliacion: aConciliacion({
      id: '123',
      fecha: civilDay('2026-11-20'),
      origenDesde: civilDay('2026-11-01'),
      origenHasta: civilDay('2026-11-15'),
      total: cupones.length,
      nuevos: cupones.length,
    }),
    leido: '2026-11-21 10:32:05',
    hoy: civilDay('2026-11-21'),
    completo: true,
    cupones: (which) => cupones.filter(({ disposicion }) => which.includes(disposicion)),
    readErrors: () => [],
    readNotices: () => [],
    ...part,
  };
}

export const writeTo = (source: ReportSource, salida: WriteReportOptions['salida'], maxRows?: number) =>
  writeReport(source, {
    ...{ signal: new AbortController().signal, creado: 0, salida },
    ...(maxRows === undefined ? {} : { maxRows }),
  });

/** The rows under a title, with the total if there is one. */
export function tableOf(summary: SheetRead, title: string): unknown[][] {
  const from = summary.filas.findIndex(([cell]) => cell === title) + 2;
  const to = summary.filas.findIndex(([cell], n) => n >= from && (cell === undefined || cell === null));
  return summary.filas.slice(from, to < 0 ? undefined : to).map((row) => [...row]);
}
