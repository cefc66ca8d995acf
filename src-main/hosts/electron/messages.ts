import { z } from 'zod';
import { MAX_PIECE } from './bridge.ts';

const id = z.string().min(1).max(64);

/** Every message of the channel (contract/bridge.ts), and those that the preload adds for files and events. */
export const REQUEST = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('llamar'), llamada: id, metodo: z.string().max(64), entrada: z.unknown() }),
  z.strictObject({ tipo: z.literal('cancelar'), llamada: id }),
  z.strictObject({ tipo: z.literal('contestar'), pregunta: id, clave: z.string().max(4096).nullable() }),
  z.strictObject({ tipo: z.literal('abrir'), archivo: z.string().max(300) }),
  z.strictObject({ tipo: z.literal('suscribir') }),
  /**
   * A file that the person dropped, picked or pasted: its bytes, never its path, so that the page can only read files that the person gave.
   * `sigue`: the handle that the piece before got; null for the first piece. `fin`: this is the last piece.
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
