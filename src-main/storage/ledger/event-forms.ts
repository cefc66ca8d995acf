import { AUXILIARIES } from '#domain/cupon.ts';
import type { UploadEvent } from '#domain/upload/types.ts';
import { z } from 'zod';
import { civilDate, conciliacionField } from '../fields.ts';

const text = z.string();
const number = z.number();
const texts = z.array(text);
const maybe = z.boolean().nullable();
const numbers = z.enum(['texto', 'numero']);
const motivo = z.enum(['no_explica', 'desaparecida', 'cierre_rechazado', 'numeros', 'duplicada', 'a_pedido']);

const countShape = z.strictObject({ total: number, nuevos: number, existentes: number, error: number });
const counters = z.strictObject({
  recibidos: number.nullable(),
  total: number.nullable(),
  nuevos: number.nullable(),
  existentes: number.nullable(),
  error: number.nullable(),
});
const sending = z.strictObject({
  tipo: z.enum(['unico', 'primero', 'tanda', 'cierre']),
  generacion: number,
  n: number,
  desde: number,
  hasta: number,
  cupones: number,
  id: text,
  hash: text,
  conNumeros: z.boolean(),
  antes: countShape.nullable(),
});
const diagnosis = z.discriminatedUnion('que', [
  z.strictObject({ que: z.literal('repetir') }),
  z.strictObject({ que: z.literal('token') }),
  z.strictObject({ que: z.literal('espera'), ms: number }),
  z.strictObject({ que: z.literal('tamano'), tamano: number }),
  z.strictObject({ que: z.literal('numeros') }),
  z.strictObject({ que: z.literal('cupon'), seq: number, detalle: text }),
  z.strictObject({
    que: z.literal('detener'),
    codigo: z.enum([
      'TOKEN_RECHAZADO',
      'DEMASIADOS_PEDIDOS',
      'CARGA_INTERRUMPIDA',
      'LECTURA_INESTABLE',
      'ESPERA_AGOTADA',
    ]),
  }),
]);
const decision = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('primero_incierto'), candidatas: texts }),
  z.strictObject({ tipo: z.literal('cierre_crecido'), id: text }),
  z.strictObject({ tipo: z.literal('reinicios_agotados'), id: text, motivo }),
  z.strictObject({ tipo: z.literal('propiedad_incierta'), id: text, huerfana: z.boolean() }),
  z.strictObject({ tipo: z.literal('no_borrable'), id: text }),
  z.strictObject({ tipo: z.literal('duplicacion'), id: text, sobran: number }),
  z.strictObject({ tipo: z.literal('desaparecida'), id: text }),
  z.strictObject({ tipo: z.literal('rechazo_sistematico'), detalle: text }),
  z.strictObject({ tipo: z.literal('cupon_fallido'), seq: number }),
  z.strictObject({ tipo: z.literal('huerfana_incierta'), ids: texts }),
  z.strictObject({ tipo: z.literal('recuperada'), ids: texts, propias: z.boolean() }),
]);
const reading = z.strictObject({
  encabezado: conciliacionField,
  quieto: z.boolean(),
  filas: number,
  faltan: number,
  sobran: number,
  cuarentena: number,
  huella: text,
});

type EventOf<K extends UploadEvent['kind']> = Extract<UploadEvent, { kind: K }>;

/**
 * How each kind of event is written: its forms by version, the first being version 1. A form that some ledger may have is never edited: another
 * field, or another word in a list, is a further version. Older forms are turned into the newest as they are read. A program that does not know a
 * version refuses the ledger instead of folding half of it.
 */
export const EVENT_FORMS: { readonly [K in UploadEvent['kind']]: readonly z.ZodType<EventOf<K>>[] } = {
  congelada: [
    z.strictObject({
      kind: z.literal('congelada'),
      total: number,
      marcador: z.strictObject({ campo: z.enum(AUXILIARIES), nonce: text }).nullable(),
      numeros: numbers,
      porTanda: number.exactOptional(),
    }),
  ],
  reanudada: [z.strictObject({ kind: z.literal('reanudada'), porTanda: number.exactOptional() })],
  base: [z.strictObject({ kind: z.literal('base'), ids: texts, desde: civilDate })],
  intento: [z.strictObject({ kind: z.literal('intento'), envio: sending })],
  perdida: [
    z.strictObject({
      kind: z.literal('perdida'),
      motivo: text,
      status: number.exactOptional(),
    }),
  ],
  rechazo: [
    z.strictObject({ kind: z.literal('rechazo'), status: number, retryAfterMs: number.nullable(), detalle: text }),
  ],
  aplicado: [
    z.strictObject({
      kind: z.literal('aplicado'),
      id: text,
      prueba: z.enum(['respuesta', 'marcador', 'encabezado', 'persona']),
      contadores: counters.nullable(),
      huerfanas: texts,
    }),
  ],
  no_aplicado: [
    z.strictObject({
      kind: z.literal('no_aplicado'),
      prueba: z.enum(['rechazo', 'plazo', 'persona']),
      diagnostico: diagnosis,
    }),
  ],
  aprendido: [z.strictObject({ kind: z.literal('aprendido'), lista: maybe })],
  reinicio: [z.strictObject({ kind: z.literal('reinicio'), motivo })],
  huerfanas: [z.strictObject({ kind: z.literal('huerfanas'), ids: texts })],
  intento_borrar: [z.strictObject({ kind: z.literal('intento_borrar'), id: text })],
  borrado_perdido: [z.strictObject({ kind: z.literal('borrado_perdido'), id: text })],
  borrada: [
    z.strictObject({ kind: z.literal('borrada'), id: text, prueba: z.enum(['respuesta', 'ausente', 'ajena']) }),
  ],
  decision_pedida: [z.strictObject({ kind: z.literal('decision_pedida'), decision })],
  decidida: [z.strictObject({ kind: z.literal('decidida'), clave: text })],
  leida: [z.strictObject({ kind: z.literal('leida'), lectura: reading, leido: text })],
  filas_esperadas: [z.strictObject({ kind: z.literal('filas_esperadas'), ms: number })],
  sin_probar: [z.strictObject({ kind: z.literal('sin_probar'), ids: texts })],
  auditoria_pendiente: [z.strictObject({ kind: z.literal('auditoria_pendiente') })],
  terminada: [z.strictObject({ kind: z.literal('terminada') })],
  abandonada: [z.strictObject({ kind: z.literal('abandonada') })],
};
