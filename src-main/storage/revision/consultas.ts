import type { Database } from 'better-sqlite3';
import { formatPlain } from '#domain/money.ts';
import type { RevisionTotales } from '#contract/revision.ts';
import { z } from 'zod';
import { readUpload } from './equal-coupons.ts';
import type { SearchIndex } from './search-index.ts';
import { foldForSearch } from './search-text.ts';
import type { Cuentas, EnviadosEn, Filtro, IgualesPedidas } from './tipos.ts';

const CON_ERROR = 'ignorada = 0 AND omitida = 0 AND errores > 0';
const CON_AVISO = '(avisos > 0 OR duplica_a IS NOT NULL OR enviado IS NOT NULL)';
const CONDICION: Readonly<Record<Filtro, string>> = { todas: '1', error: CON_ERROR, aviso: CON_AVISO };

const numero = z.coerce.number();
const conteo = z.object({
  filas: numero,
  listas: numero,
  conError: numero,
  conAviso: numero,
  omitidas: numero,
  ignoradas: numero,
  lineasDeTotal: numero,
  alto: numero,
  bajo: numero,
});
const suma = z.object({ clave: z.string(), cupones: numero, alto: numero, bajo: numero });
const contadas = z.object({ conArreglo: numero, conValor: numero });
const enviado = z.object({ enviado: z.string(), omitidos: numero, cupones: numero, alto: numero, bajo: numero });
const fecha = z.object({ archivo: numero, campo: z.string(), filas: numero, id: numero });
/** Sums in two parts: one of a hundred thousand amounts can pass what SQLite adds. */
const EN_DOS = {
  alto: 'coalesce(sum(centavos / 1000000), 0)',
  bajo: 'coalesce(sum(centavos % 1000000), 0)',
};
const SUMAS = `count(*) AS cupones, ${EN_DOS.alto} AS alto, ${EN_DOS.bajo} AS bajo`;
/** The other rows with a problem, and which of them have it in the same way: with a fix of their own, or over the same text. */
const IGUALES = `FROM problema p JOIN fila f ON f.id = p.fila
  WHERE p.codigo = @codigo AND p.campo IS @campo AND f.omitida = 0 AND p.fila <> @menos`;
const SON = {
  arreglo: `json_type(p.detalle, '$.arreglo') = 'text'`,
  valor: `json_extract(p.detalle, '$.valor') IS @valor`,
};
const ENVIABLE = 'centavos IS NOT NULL AND omitida = 0';
const ENVIABLES = `FROM fila WHERE ${ENVIABLE}`;
const deEnviables = (suma: string): string => suma.replace(', 0)', ` FILTER (WHERE ${ENVIABLE}), 0)`);

/** What is asked of all rows at once. */
export function openConsultas(db: Database, search: SearchIndex) {
  const contar = db.prepare(`SELECT count(*) AS filas,
    coalesce(sum(ignorada = 0 AND omitida = 0 AND errores = 0), 0) AS listas, coalesce(sum(${CON_ERROR}), 0) AS conError,
    coalesce(sum(${CON_AVISO}), 0) AS conAviso, coalesce(sum(ignorada = 0 AND omitida > 0), 0) AS omitidas,
    coalesce(sum(ignorada), 0) AS ignoradas,
    (SELECT count(DISTINCT fila) FROM problema WHERE codigo = 'FILA_DE_TOTALES') AS lineasDeTotal, ${deEnviables(EN_DOS.alto)} AS alto, ${deEnviables(EN_DOS.bajo)} AS bajo
    FROM fila`);
  const grupo = (clave: string, donde = ''): (() => z.infer<typeof suma>[]) => {
    const statement = db.prepare(
      `SELECT ${clave} AS clave, ${SUMAS} ${ENVIABLES} ${donde} GROUP BY 1 ORDER BY 1 LIMIT 10000`,
    );
    return () => statement.all().map((row) => suma.parse(row));
  };
  const porDia = grupo('fecha');
  const porTarjeta = grupo('tarjeta');
  const porCierre = grupo("fecha || ' · ' || terminal || ' · ' || lote", "AND lote <> ''");
  const todo = db.prepare(`SELECT '' AS clave, ${SUMAS} ${ENVIABLES}`);
  const importe = ({ alto, bajo }: Pick<z.infer<typeof suma>, 'alto' | 'bajo'>): string =>
    formatPlain(BigInt(alto) * 1_000_000n + BigInt(bajo));
  const conProblema = db
    .prepare(
      `SELECT p.fila FROM problema p JOIN fila f ON f.id = p.fila
       WHERE p.codigo = ? AND p.campo IS ? AND f.omitida = 0 ORDER BY p.fila`,
    )
    .pluck();
  const iguales = {
    arreglo: db.prepare(`SELECT DISTINCT p.fila ${IGUALES} AND ${SON.arreglo} ORDER BY p.fila`).pluck(),
    valor: db.prepare(`SELECT DISTINCT p.fila ${IGUALES} AND ${SON.valor} ORDER BY p.fila`).pluck(),
  };
  const cuantas = db.prepare(
    `SELECT count(DISTINCT p.fila) FILTER (WHERE ${SON.arreglo}) AS conArreglo,
       count(DISTINCT p.fila) FILTER (WHERE ${SON.valor}) AS conValor ${IGUALES}`,
  );
  const fechas = db.prepare(
    `SELECT p.fila / 16777216 AS archivo, p.campo AS campo, count(*) AS filas, min(p.fila) AS id FROM problema p JOIN fila f ON f.id = p.fila
     WHERE p.codigo = 'FECHA_AMBIGUA' AND p.campo IS NOT NULL AND f.omitida = 0 GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const enviados = db.prepare(
    `SELECT enviado, sum(omitida > 0) AS omitidos, ${SUMAS} FROM fila
     WHERE enviado IS NOT NULL AND centavos IS NOT NULL GROUP BY enviado ORDER BY cupones DESC, enviado DESC`,
  );
  const deEnviados = db
    .prepare<[], number>('SELECT id FROM fila WHERE enviado IS NOT NULL AND centavos IS NOT NULL ORDER BY id')
    .pluck();
  const senalados = db.prepare('SELECT DISTINCT campo FROM problema WHERE campo IS NOT NULL').pluck();
  return {
    /** Fields with an error or a notice in some row. */
    camposConProblema: (): readonly string[] => z.array(z.string()).parse(senalados.all()),
    ids: (filtro: Filtro, texto: string): readonly number[] => {
      const words = foldForSearch(texto)
        .split(/\s+/)
        .filter((word) => word !== '');
      const where = [CONDICION[filtro], ...words.map(() => 'instr(b.texto, ?) > 0')].join(' AND ');
      const from = words.length === 0 ? 'fila f' : 'fila f JOIN busqueda b ON b.id = f.id';
      if (words.length > 0) search.complete();
      return db
        .prepare<string[], number>(`SELECT f.id FROM ${from} WHERE ${where} ORDER BY f.id`)
        .pluck()
        .all(...words);
    },
    cuentas: (): Cuentas => {
      const { alto, bajo, ...cuentas } = conteo.parse(contar.get());
      return { ...cuentas, importe: importe({ alto, bajo }) };
    },
    conProblema: (codigo: string, campo: string | null): readonly number[] =>
      z.array(numero).parse(conProblema.all(codigo, campo)),
    iguales: (pedido: IgualesPedidas, por: keyof typeof SON): readonly number[] =>
      z.array(numero).parse(iguales[por].all(pedido)),
    contarIguales: (pedido: IgualesPedidas) => contadas.parse(cuantas.get(pedido)),
    fechasAmbiguas: () => fechas.all().map((row) => fecha.parse(row)),
    enviados: (): readonly EnviadosEn[] =>
      enviados.all().map((row) => {
        const { enviado: en, cupones, omitidos, alto, bajo } = enviado.parse(row);
        return { ...readUpload(en), cupones, omitidos, importe: importe({ alto, bajo }) };
      }),
    idsEnviados: (): readonly number[] => deEnviados.all(),
    totales: (): RevisionTotales => {
      const all = suma.parse(todo.get());
      const list = (groups: readonly z.infer<typeof suma>[]) =>
        groups.map((one) => ({ clave: one.clave, cupones: one.cupones, importe: importe(one) }));
      return {
        cupones: all.cupones,
        importe: importe(all),
        porDia: list(porDia()),
        porTarjeta: list(porTarjeta()),
        porCierre: list(porCierre()),
      };
    },
  };
}
