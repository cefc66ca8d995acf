import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { SUMS, sumRow, toCuponSum } from '../cupon-sums.ts';
import { parseHeader } from './kept.ts';
import type { SummedReading, Results } from './types.ts';

const number = z.number();
const day = z.string().nullable();
const whole = z.object({ n: number, conciliacion: z.string(), leido: number, encabezado: z.string() });
const byGroup = sumRow.extend({ lectura: number, grupo: z.string(), desde: day, hasta: day });
const recordedRow = z.object({ conciliacion: z.string(), cuando: number });

/** Sums every kept reading at once, for lists that name and count each. */
export function openSums(db: Database): Pick<Results, 'listReadings' | 'readDeleted' | 'readMissing'> {
  const readings = db.prepare('SELECT n, conciliacion, leido, encabezado FROM lectura WHERE completa = 1');
  // Rows with errors and coupons that the service refused say nothing about the period: their date may be what is wrong.
  const groups = db.prepare(
    `SELECT lectura, grupo, ${SUMS}, min(nullif(dia, '')) AS desde, max(nullif(dia, '')) AS hasta FROM cupon
     WHERE grupo <> 'errores' GROUP BY lectura, grupo`,
  );
  const all = {
    borrada: db.prepare('SELECT conciliacion, cuando FROM borrada'),
    ausente: db.prepare('SELECT conciliacion, cuando FROM ausente'),
  };
  const whenOf = (table: keyof typeof all): ReadonlyMap<string, number> =>
    new Map(
      all[table].all().map((row) => {
        const one = recordedRow.parse(row);
        return [one.conciliacion, one.cuando];
      }),
    );

  return {
    readDeleted: () => whenOf('borrada'),
    readMissing: () => whenOf('ausente'),
    listReadings: () => {
      const sums = Map.groupBy(
        groups.all().map((row) => byGroup.parse(row)),
        ({ lectura }) => lectura,
      );
      return new Map(
        readings.all().flatMap((row): readonly (readonly [string, SummedReading])[] => {
          const { n, conciliacion, leido, encabezado } = whole.parse(row);
          const header = parseHeader(encabezado);
          if (header === undefined) return [];
          const theirs = sums.get(n) ?? [];
          const sumsOf = (group: string) => toCuponSum(theirs.find((each) => each.grupo === group));
          const [from] = theirs.flatMap((one) => one.desde ?? []).sort();
          const to = theirs
            .flatMap((one) => one.hasta ?? [])
            .sort()
            .at(-1);
          const summed = {
            lectura: n,
            encabezado: header.encabezado,
            leido,
            conciliados: sumsOf('conciliados'),
            sinConciliar: sumsOf('sin_conciliar'),
            dias: from === undefined || to === undefined ? null : { desde: from, hasta: to },
          };
          return [[conciliacion, summed]];
        }),
      );
    },
  };
}
