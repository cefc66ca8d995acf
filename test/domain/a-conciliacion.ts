import type { Conciliacion } from '#domain/conciliacion.ts';

export const aConciliacion = (changes: Partial<Conciliacion> = {}): Conciliacion => ({
  id: '7',
  fecha: null,
  origenDesde: null,
  origenHasta: null,
  total: 1,
  nuevos: 1,
  existentes: 0,
  error: 0,
  conciliados: 0,
  sinConciliar: 0,
  estado: 'IMPORTADO',
  ...changes,
});
