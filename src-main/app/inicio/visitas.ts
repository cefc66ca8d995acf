/** What there was to see on the last days that the person looked: what news are counted from. */
import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

const dia = z.string().transform((text, context): CivilDate => {
  const date = parseIsoDate(text);
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});
const visita = z.object({
  dia,
  /** Chargebacks of the months that had been read whole, by month: how many, and centavos as text. */
  contracargos: z.record(z.string(), z.object({ cantidad: z.number().int(), importe: z.string() })),
  /** Matched coupons by upload. */
  conciliados: z.record(z.string(), z.number().int()),
});
const archivo = z.object({ version: z.literal(1), anterior: visita.nullable(), ultima: visita.nullable() });

export type Visita = z.output<typeof visita>;
type Archivo = z.output<typeof archivo>;

const NINGUNA: Archivo = { version: 1, anterior: null, ultima: null };

export interface Visitas {
  /** The last visit of an earlier day than `hoy`; undefined when there was none. */
  anterior(ruta: string, hoy: CivilDate): Promise<Visita | undefined>;
  /** Keeps what there is today; of a day only the last is kept. */
  guardar(ruta: string, visita: Visita): Promise<void>;
}

/** Kept in a file of the account; one that cannot be understood is set aside, and news begin again. */
export function crearVisitas(): Visitas {
  const leer = async (ruta: string): Promise<Archivo> => {
    const leido = await readJsonFile(ruta, (value) => archivo.parse(value));
    return leido.estado === 'leido' ? leido.valor : NINGUNA;
  };
  return {
    async anterior(ruta, hoy) {
      const { anterior, ultima } = await leer(ruta);
      if (ultima !== null && ultima.dia < hoy) return ultima;
      return anterior !== null && anterior.dia < hoy ? anterior : undefined;
    },
    async guardar(ruta, nueva) {
      const { anterior, ultima } = await leer(ruta);
      const previa = ultima !== null && ultima.dia < nueva.dia ? ultima : anterior;
      await writeJsonAtomic(ruta, { version: 1, anterior: previa, ultima: nueva } satisfies Archivo);
    },
  };
}
