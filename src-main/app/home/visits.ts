/** What the first page showed on the last days that the person looked; news are counted from there. */
import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

const dia = z.string().transform((text, context): CivilDate => {
  const date = parseIsoDate(text);
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});
const visit = z.object({
  dia,
  /** Chargebacks of the months that had been read whole, by month: their number, and centavos as text. */
  contracargos: z.record(z.string(), z.object({ cantidad: z.number().int(), importe: z.string() })),
  /** Matched coupons by upload. */
  conciliados: z.record(z.string(), z.number().int()),
});
const archivo = z.object({ version: z.literal(1), anterior: visit.nullable(), ultima: visit.nullable() });

export type Visit = z.output<typeof visit>;
type VisitsFile = z.output<typeof archivo>;

const NONE: VisitsFile = { version: 1, anterior: null, ultima: null };

export interface Visits {
  /** The last visit of an earlier day than `hoy`; undefined when there was none. */
  anterior(ruta: string, hoy: CivilDate): Promise<Visit | undefined>;
  /** Keeps what is shown today; only the last visit of a day is kept. */
  save(ruta: string, visit: Visit): Promise<void>;
}

/** Visits are kept in a file of the account. A file that cannot be understood is set aside, and news begin again. */
export function createVisits(): Visits {
  const leer = async (ruta: string): Promise<VisitsFile> => {
    const leido = await readJsonFile(ruta, (value) => archivo.parse(value));
    return leido.estado === 'leido' ? leido.valor : NONE;
  };
  return {
    async anterior(ruta, hoy) {
      const { anterior, ultima } = await leer(ruta);
      if (ultima !== null && ultima.dia < hoy) return ultima;
      return anterior !== null && anterior.dia < hoy ? anterior : undefined;
    },
    async save(ruta, fresh) {
      const { anterior, ultima } = await leer(ruta);
      const earlier = ultima !== null && ultima.dia < fresh.dia ? ultima : anterior;
      await writeJsonAtomic(ruta, { version: 1, anterior: earlier, ultima: fresh } satisfies VisitsFile);
    },
  };
}
