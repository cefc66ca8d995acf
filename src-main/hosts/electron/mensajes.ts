import { z } from 'zod';

/** The one channel of the page, and the one of the events that it listens to. The preload has the same names. */
export const CANAL = 'conciliador';
export const CANAL_EVENTOS = 'conciliador:evento';

/** A pasted file that has no path: more than this is not pasted by hand. */
const MAX_PEGADO = 64 * 1024 * 1024;

const id = z.string().min(1).max(64);

/** Everything that the channel takes (contract/bridge.ts), and what the preload adds for files and events. */
export const PEDIDO = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('llamar'), llamada: id, metodo: z.string().max(64), entrada: z.unknown() }),
  z.strictObject({ tipo: z.literal('cancelar'), llamada: id }),
  z.strictObject({ tipo: z.literal('contestar'), pregunta: id, clave: z.string().max(4096).nullable() }),
  z.strictObject({ tipo: z.literal('abrir'), archivo: z.string().max(300) }),
  z.strictObject({ tipo: z.literal('suscribir') }),
  /** A file that the person dropped or picked, by its path. */
  z.strictObject({ tipo: z.literal('recibir'), ruta: z.string().min(1).max(4096) }),
  /** A file that is nowhere: it was pasted. */
  z.strictObject({
    tipo: z.literal('pegar'),
    nombre: z.string().max(1000),
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= MAX_PEGADO),
  }),
]);
export type Pedido = z.infer<typeof PEDIDO>;
