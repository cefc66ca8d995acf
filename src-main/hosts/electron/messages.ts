import { z } from 'zod';
import { ANSWER, CALL, CANCEL } from '../page/running-calls.ts';
import { MAX_PIECE } from './bridge.ts';

/** Every message of the channel (contract/bridge.ts), and those that the preload adds for files and events. */
export const REQUEST = z.discriminatedUnion('tipo', [
  CALL.extend({ tipo: z.literal('llamar') }),
  CANCEL.extend({ tipo: z.literal('cancelar') }),
  ANSWER.extend({ tipo: z.literal('contestar') }),
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
