import { z } from 'zod';

/** What the methods of the updates take (docs/updates.md). */
export const UPDATES_INPUTS = {
  /** What is known, without asking anybody. */
  'actualizaciones.ver': z.strictObject({}),
  /** Asks the feed, and checks what it says. `sola`: nobody asked, so that nothing is done where that was turned off. */
  'actualizaciones.buscar': z.strictObject({ sola: z.boolean().optional() }),
  /** Brings what there is, or waits for who is bringing it. It goes on where it was cut. */
  'actualizaciones.bajar': z.strictObject({}),
  /** Closes the program, puts the new version in its place and opens it. Refused while something is being sent. */
  'actualizaciones.instalar': z.strictObject({}),
  /** What an administrator fixed on this PC. */
  'politica.ver': z.strictObject({}),
} as const;
