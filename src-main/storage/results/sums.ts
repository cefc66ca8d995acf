import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { importeDe, sum } from './queries.ts';
import { SUMS } from './schema.ts';
import { parseHeader } from './kept.ts';
import type { SummedReading, Results } from './types.ts';

const numero = z.number();
const dia = z.string().nullable();
const whole = z.object({ n: numero, conciliacion: z.string(), leido: numero, encabezado: z.string() });
const byGroup = sum.extend({ lectura: numero, grupo: z.string(), desde: dia, hasta: dia });
const recordedRow = z.object({ conciliacion: z.string(), cuando: numero });
const NONE = { cupones: 0, importe: '0.00' };

/** Sums every kept reading at once, for lists that name and count each. */
export function openSums(db: Database): Pick<Results, 'listReadings' | 'readDeleted' | 'readMissing'> {
  const readings = db.prepare('SELECT n, conciliacion, leido, encabezado FROM lectura WHERE completa = 1');
  // A row that was not sent says nothing about the period: its date may be what is wrong with it.
  const grupos = db.prepare(
    `SELECT lectura, grupo, ${SUMS}, min(nullif(dia, '')) AS desde, max(nullif(dia, '')) AS hasta FROM cupon
     WHERE grupo <> 'errores' GROUP BY lectura, grupo`,
  );
  const todas = {
    borrada: db.prepare('SELECT conciliacion, cuando FROM borrada'),
    ausente: db.prepare('SELECT conciliacion, cuando FROM ausente'),
  };
  const whenOf = (tabla: keyof typeof todas): ReadonlyMap<string, number> =>
    new Map(
      todas[tabla].all().map((row) => {
        const one = recordedRow.parse(row);
        return [one.conciliacion, one.cuando];
      }),
    );

  return {
    readDeleted: () => whenOf('borrada'),
    readMissing: () => whenOf('ausente'),
    listReadings: () => {
      const sums = Map.groupBy(
        grupos.all().map((row) => byGroup.parse(row)),
        ({ lectura }) => lectura,
      );
      return new Map(
        readings.all().flatMap((row): readonly (readonly [string, SummedReading])[] => {
          const { n, conciliacion, leido, encabezado } = whole.parse(row);
          const header = parseHeader(encabezado);
          if (header === undefined) return [];
          const theirs = sums.get(n) ?? [];
          const de = (grupo: string) => {
            const one = theirs.find((each) => each.grupo === grupo);
            return one === undefined ? NONE : { cupones: one.cupones, importe: importeDe(one) };
          };
          const [desde] = theirs.flatMap((one) => one.desde ?? []).sort();
          const hasta = theirs
            .flatMap((one) => one.hasta ?? [])
            .sort()
            .at(-1);
          const summed = {
            ...header,
            leido,
            conciliados: de('conciliados'),
            sinConciliar: de('sin_conciliar'),
            dias: desde === undefined || hasta === undefined ? null : { desde, hasta },
          };
          return [[conciliacion, summed]];
        }),
      );
    },
  };
}
