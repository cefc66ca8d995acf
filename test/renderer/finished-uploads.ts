import type { StoppedUpload, FinishedUpload } from '#contract/documents.ts';

export const FINISHED: FinishedUpload = {
  id: '48213',
  carga: 'C1',
  estado: 'IMPORTADO',
  filas: 3,
  enviados: 3,
  tandas: 3,
  nuevos: 3,
  existen: 0,
  error: 0,
  conciliados: 2,
  sinConciliar: 1,
  noInformados: 0,
  completo: true,
  informe: 'archivo:1/conciliacion.xlsx',
  importeConciliado: '20.00',
  importeSinConciliar: '10.00',
};

export const stopped = (parts: Partial<StoppedUpload>): StoppedUpload => ({
  carga: 'C1',
  estado: 'ENVIANDO',
  codigo: 'CANCELADO',
  mensaje: '',
  enviados: 1,
  pendientes: 2,
  ...parts,
});
