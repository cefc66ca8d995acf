/** The sums of a filter, over as many rows as there are. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { puedeFaltar, summandsOf } from '#contract/datos-campos.ts';
import type { Metodo } from '#domain/vista.ts';
import { sumOf } from './summand.ts';
import type { Entrada } from './consulta.ts';
import type { openPartes } from './partes.ts';

export interface Totales {
  readonly total: number;
  readonly retiradas: number;
  readonly sumas: Readonly<Record<string, bigint>>;
  /** Rows that do not say an amount, by field; only those with any. */
  readonly faltan: Readonly<Record<string, number>>;
}

const contadas = z.record(z.string(), z.bigint());

export function openTotales(db: Database, partes: ReturnType<typeof openPartes>) {
  /** Some expressions over the rows, by their names. */
  function sumarDe(
    expresiones: Readonly<Record<string, string>>,
    metodo: Metodo,
    entrada: Entrada,
  ): Readonly<Record<string, bigint>> {
    const sumas: Record<string, bigint> = {};
    const columnas = Object.entries(expresiones).map(([nombre, expresion]) => `${expresion} AS ${nombre}`);
    for (const { sql, valores } of partes(columnas.join(', '), metodo, entrada)) {
      const leida = db
        .prepare(sql)
        .safeIntegers(true)
        .get(...valores);
      for (const [nombre, parte] of Object.entries(contadas.parse(leida)))
        sumas[nombre] = (sumas[nombre] ?? 0n) + parte;
    }
    return sumas;
  }

  return (metodo: Metodo, entrada: Entrada): Totales => {
    const summands = summandsOf(metodo);
    const opcionales = summands.flatMap(({ name, only }) =>
      only === undefined && puedeFaltar(metodo, name) ? [name] : [],
    );
    // Whether some are not said is one count more; how many, of each, is asked only then. A condition that no row meets costs less than
    // counting a column of all of them.
    const {
      filas_: total = 0n,
      retiradas_: retiradas = 0n,
      calladas_: calladas = 0n,
      ...sumas
    } = sumarDe(
      {
        filas_: 'count(*)',
        retiradas_: 'count(*) FILTER (WHERE retirada IS NOT NULL)',
        ...(opcionales.length === 0 ? {} : { calladas_: `count(*) FILTER (WHERE ${opcionales.join(' + ')} IS NULL)` }),
        ...Object.fromEntries(summands.map((summand) => [summand.name, sumOf(summand)])),
      },
      metodo,
      entrada,
    );
    const dicen =
      calladas === 0n
        ? {}
        : sumarDe(Object.fromEntries(opcionales.map((nombre) => [nombre, `count(${nombre})`])), metodo, entrada);
    const faltan = Object.entries(dicen).flatMap(([nombre, cuantas]) =>
      cuantas === total ? [] : [[nombre, Number(total - cuantas)] as const],
    );
    return {
      total: Number(total),
      retiradas: Number(retiradas),
      sumas: { ...Object.fromEntries(summands.map(({ name }) => [name, 0n])), ...sumas },
      faltan: Object.fromEntries(faltan),
    };
  };
}
