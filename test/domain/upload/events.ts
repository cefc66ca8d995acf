import type { Sending, UploadEvent } from '#domain/upload/types.ts';

export const NOTHING_LEARNED = { lista: true, numeros: null, tamano: null } as const;

export const sendingWith = (more: Partial<Sending>): Sending => ({
  ...{ tipo: 'primero', generacion: 1, n: 1, desde: 1, hasta: 1, cupones: 1 },
  ...{ id: '0', hash: 'h', conNumeros: false, antes: null, ...more },
});
export const attemptEvent = (more: Partial<Sending> = {}): UploadEvent => ({
  kind: 'intento',
  envio: sendingWith(more),
});
export const appliedEvent = (id: string, proof: 'respuesta' | 'encabezado' = 'respuesta'): UploadEvent => ({
  ...{ kind: 'aplicado', id, prueba: proof, contadores: null, huerfanas: [] },
});
