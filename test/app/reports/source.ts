import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { ReportCupon, ReportSource } from '#domain/report.ts';

export function date(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`No such day: ${text}`);
  return date;
}

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
  fechaLiq: date('2026-11-10'),
  ...part,
});

/** A source over rows held in the test; everything else is a plausible report. */
export function aSource(cupones: readonly ReportCupon[], part: Partial<ReportSource> = {}): ReportSource {
  return {
    cuenta: 'Zapatería & Cía',
    archivos: ['cupones.xlsx'],
    carga: '01JCARGA',
    conciliacion: {
      id: '123',
      fecha: date('2026-11-20'),
      origenDesde: date('2026-11-01'),
      origenHasta: date('2026-11-15'),
      total: cupones.length,
      nuevos: cupones.length,
      existentes: 0,
      error: 0,
      conciliados: 0,
      sinConciliar: 0,
      estado: 'IMPORTADO',
    },
    leido: '2026-11-21 10:32:05',
    hoy: date('2026-11-21'),
    completo: true,
    cupones: (which) => cupones.filter(({ disposicion }) => which.includes(disposicion)),
    readErrors: () => [],
    readNotices: () => [],
    ...part,
  };
}
