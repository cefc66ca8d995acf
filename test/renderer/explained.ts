import type { StatedDecision } from '#contract/decisions.ts';
import type { StatedCandidato, StatedCause, ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';

/** An operation whose amount differs by 13 centavos. */
export const CANDIDATO: StatedCandidato = {
  operacion: {
    id: '5519903',
    fecha_venta: '2026-10-06 19:22:00',
    importe: '17580.00',
    comprobante: '166657',
    lote: '0732',
    autorizacion: null,
  },
  puntaje: 0.999,
  diferencias: [{ campo: 'importe', cupon: '17580.13', operacion: '17580.00' }],
  iguales: 1,
  tomadas: 0,
};
export const aExplainedCupon = (n: number, changes: Partial<ExplainedCupon> = {}): ExplainedCupon => ({
  conciliacion: '7',
  n,
  seq: n,
  archivo: 'caja.xlsx',
  fila: n + 1,
  cupon: { importe: '17580.13', fecha_venta: '2026-10-06', comprobante: '00166657', autorizacion: '991', lote: '0732' },
  motivo: 'IMPORTE_DISTINTO',
  estado: changes.decision?.pendiente === false ? 'resuelto' : 'por_hacer',
  nombre: changes.motivo === 'SIN_OPERACION' ? 'Sin operación' : 'Importe',
  certeza: 'muy_probable',
  texto: 'La tarjeta informó $ 17.580,00; vos cargaste $ 17.580,13.',
  hacer: 'Corregilo.',
  candidatos: [CANDIDATO],
  campos: ['importe'],
  causa: null,
  otro: null,
  decision: null,
  ...changes,
});
/** A coupon without a likely operation; below, an operation that is hardly likely. */
export const WITHOUT_OPERACION = aExplainedCupon(2, { motivo: 'SIN_OPERACION', certeza: 'ninguna', candidatos: [] });
export const WEAK: StatedCandidato = { ...CANDIDATO, puntaje: 0.2 };
export const answer = (cupones: readonly ExplainedCupon[], total = cupones.length): ExplanationsDocument => ({
  id: '7',
  causas: [],
  cupones,
  total,
  resumen: [
    { motivo: 'IMPORTE_DISTINTO', nombre: 'Importe', cupones: 1, importe: '1.00' },
    { motivo: 'SIN_OPERACION', nombre: 'Sin operación', cupones: 1, importe: '1.00' },
  ],
  sinBajar: null,
  podados: 0,
  cobertura: { completa: true, sincronizado: null, desde: null, hasta: null, gaps: [] } as never,
});

export const aCause = (value: string): StatedCause => ({
  codigo: 'ESTABLECIMIENTO_AJENO',
  motivo: 'COMERCIO_AJENO',
  texto: `11 de 11 tienen el establecimiento ${value}.`,
  hacer: 'Envialos con la cuenta que corresponde.',
  cupones: 11,
  importe: '148230.00',
  atributo: 'establecimiento',
  valor: value,
  conAtributo: 11,
  conciliadosConAtributo: 0,
  sinAtributo: 1214,
  mismoMotivoSinAtributo: 0,
  sinConciliar: 11,
  veces: 90,
});

export const aDecision = (changes: Partial<StatedDecision>): StatedDecision => ({
  texto: 'Explicado: ya está',
  resuelto: true,
  pendiente: false,
  vinculo: null,
  rechazadas: [],
  explicado: null,
  ajuste: null,
  notas: [],
  reclamo: null,
  mirar: null,
  reemplazo: null,
  contradicciones: [],
  ...changes,
});

/** The decision of each coupon of a link: `n` is the number of the link. */
export const aLink = (n: number, difference: string, operaciones: readonly string[] = ['1']): StatedDecision =>
  aDecision({
    texto: `Vinculado con ${operaciones.join(', ')}`,
    vinculo: {
      ...{ n, quien: 'ana', cuando: '2026-11-21 10:00', operaciones, cupones: [], diferencia: difference },
      ...{ tolerancia: '0.00', nota: null },
    },
  });
export const aCandidatoOf = (importe: string): StatedCandidato => ({
  ...CANDIDATO,
  operacion: { ...CANDIDATO.operacion, importe },
});
