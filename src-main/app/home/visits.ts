/** What the first page showed on the last days that the person looked; news are counted from there. */
import { z } from 'zod';
import type { CivilDate } from '#domain/civil-date.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { civilDate } from '#storage/fields.ts';

const visit = z.object({
  dia: civilDate,
  /** Chargebacks of the months that had been read whole, by month: their number, and centavos as text. */
  contracargos: z.record(z.string(), z.object({ cantidad: z.number().int(), importe: z.string() })),
  /** Matched coupons by upload. */
  conciliados: z.record(z.string(), z.number().int()),
});
const file = z.object({ version: z.literal(1), anterior: visit.nullable(), ultima: visit.nullable() });

export type Visit = z.output<typeof visit>;
type VisitsFile = z.output<typeof file>;

const NONE: VisitsFile = { version: 1, anterior: null, ultima: null };

/** A file that cannot be understood is set aside, and news begin again. */
async function readVisits(path: string): Promise<VisitsFile> {
  const reading = await readJsonFile(path, (value) => file.parse(value));
  return reading.estado === 'leido' ? reading.valor : NONE;
}

/** The last visit of an earlier day than `today`; undefined when there was none. */
export async function findPreviousVisit(path: string, today: CivilDate): Promise<Visit | undefined> {
  const { anterior, ultima } = await readVisits(path);
  return [ultima, anterior].find((one) => one !== null && one.dia < today) ?? undefined;
}

/** Keeps what is shown today; only the last visit of a day is kept. */
export async function saveVisit(path: string, fresh: Visit): Promise<void> {
  const { anterior, ultima } = await readVisits(path);
  const earlier = ultima !== null && ultima.dia < fresh.dia ? ultima : anterior;
  await writeJsonAtomic(path, { version: 1, anterior: earlier, ultima: fresh } satisfies VisitsFile);
}
