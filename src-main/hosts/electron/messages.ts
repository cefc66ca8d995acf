import { z } from 'zod';

/** The one channel of the page, and the one of the events that it listens to. The preload has the same names. */
export const CANAL = 'conciliador';
export const EVENTS_CHANNEL = 'conciliador:evento';

/** Of a file that is given, in one message: a bigger one comes in several. The preload has the same number. */
export const MAX_PIECE = 8 * 1024 * 1024;

const id = z.string().min(1).max(64);

/** Everything that the channel takes (contract/bridge.ts), and what the preload adds for files and events. */
export const REQUEST = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('llamar'), llamada: id, metodo: z.string().max(64), entrada: z.unknown() }),
  z.strictObject({ tipo: z.literal('cancelar'), llamada: id }),
  z.strictObject({ tipo: z.literal('contestar'), pregunta: id, clave: z.string().max(4096).nullable() }),
  z.strictObject({ tipo: z.literal('abrir'), archivo: z.string().max(300) }),
  z.strictObject({ tipo: z.literal('suscribir') }),
  /**
   * A file that the person dropped, picked or pasted, by its bytes and never by its path: only what they gave can be read by the page, which a path would
   * not show. `sigue`: what the piece before was answered; null for the first. `fin`: there are no more.
   */
  z.strictObject({
    tipo: z.literal('recibir'),
    nombre: z.string().max(1000),
    sigue: z.string().max(300).nullable(),
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= MAX_PIECE),
    fin: z.boolean(),
  }),
]);
export type PageRequest = z.infer<typeof REQUEST>;
