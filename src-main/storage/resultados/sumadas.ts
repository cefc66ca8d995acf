import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { importeDe, suma } from './consultas.ts';
import { SUMAS } from './esquema.ts';
import { parseHeader } from './kept.ts';
import type { LecturaSumada, Resultados } from './tipos.ts';

const numero = z.number();
const dia = z.string().nullable();
const entera = z.object({ n: numero, conciliacion: z.string(), leido: numero, encabezado: z.string() });
const porGrupo = suma.extend({ lectura: numero, grupo: z.string(), desde: dia, hasta: dia });
const anotada = z.object({ conciliacion: z.string(), cuando: numero });
const NINGUNO = { cupones: 0, importe: '0.00' };

/** Every kept reading at once, added up: for lists, which name and count each. */
export function abrirSumadas(db: Database): Pick<Resultados, 'leidas' | 'borradas' | 'ausentes'> {
  const lecturas = db.prepare('SELECT n, conciliacion, leido, encabezado FROM lectura WHERE completa = 1');
  // A row that was not sent says nothing of the period: its date may be what is wrong with it.
  const grupos = db.prepare(
    `SELECT lectura, grupo, ${SUMAS}, min(nullif(dia, '')) AS desde, max(nullif(dia, '')) AS hasta FROM cupon
     WHERE grupo <> 'errores' GROUP BY lectura, grupo`,
  );
  const todas = {
    borrada: db.prepare('SELECT conciliacion, cuando FROM borrada'),
    ausente: db.prepare('SELECT conciliacion, cuando FROM ausente'),
  };
  const cuando = (tabla: keyof typeof todas): ReadonlyMap<string, number> =>
    new Map(
      todas[tabla].all().map((row) => {
        const una = anotada.parse(row);
        return [una.conciliacion, una.cuando];
      }),
    );

  return {
    borradas: () => cuando('borrada'),
    ausentes: () => cuando('ausente'),
    leidas: () => {
      const sumas = Map.groupBy(
        grupos.all().map((row) => porGrupo.parse(row)),
        ({ lectura }) => lectura,
      );
      return new Map(
        lecturas.all().flatMap((row): readonly (readonly [string, LecturaSumada])[] => {
          const { n, conciliacion, leido, encabezado } = entera.parse(row);
          const header = parseHeader(encabezado);
          if (header === undefined) return [];
          const suyas = sumas.get(n) ?? [];
          const de = (grupo: string) => {
            const una = suyas.find((cada) => cada.grupo === grupo);
            return una === undefined ? NINGUNO : { cupones: una.cupones, importe: importeDe(una) };
          };
          const [desde] = suyas.flatMap((una) => una.desde ?? []).sort();
          const hasta = suyas
            .flatMap((una) => una.hasta ?? [])
            .sort()
            .at(-1);
          const sumada = {
            ...header,
            leido,
            conciliados: de('conciliados'),
            sinConciliar: de('sin_conciliar'),
            dias: desde === undefined || hasta === undefined ? null : { desde, hasta },
          };
          return [[conciliacion, sumada]];
        }),
      );
    },
  };
}
