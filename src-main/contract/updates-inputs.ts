import { z } from 'zod';

/** The inputs of the methods of the updates (docs/updates.md). */
export const UPDATES_INPUTS = {
  /** What is known of new versions, without asking the feed. */
  'actualizaciones.ver': z.strictObject({}),
  /** Asks the feed and checks its answer. `sola`: the program asks by itself, so nothing is done where automatic updates are turned off. */
  'actualizaciones.buscar': z.strictObject({ sola: z.boolean().optional() }),
  /** Downloads the new version, or waits for the download under way. A download that was cut goes on where it stopped. */
  'actualizaciones.bajar': z.strictObject({}),
  /** Closes the program, puts the new version in its place and opens it. Refused while something is being sent. */
  'actualizaciones.instalar': z.strictObject({}),
  /** What an administrator fixed on this PC. */
  'politica.ver': z.strictObject({}),
} as const;
