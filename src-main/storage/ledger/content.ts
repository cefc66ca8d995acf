import { z } from 'zod';

/** What a ledger holds: uploads, events with the decisions, and when the last event was written (ms; null: none). */
export const contentForm = z.object({
  cargas: z.number(),
  eventos: z.number(),
  hasta: z.number().nullable(),
});
export type LedgerContent = z.infer<typeof contentForm>;
