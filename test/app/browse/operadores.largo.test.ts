/** The filters in SQL are the same as in plain code (`app/browse/predicado.ts`), over every field of every view that was synchronised. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { FilaConClave } from '#contract/datos.ts';
import { CAMPOS_BUSCADOS, CAMPOS_DE_VISTA } from '#contract/datos-campos.ts';
import { OPERADORES } from '#contract/datos.ts';
import { isAppError } from '#contract/errors.ts';
import { filtrosDe } from '#app/browse/pedido.ts';
import { cumple, cumpleTexto } from '#app/browse/predicado.ts';
import type { Metodo } from '#domain/vista.ts';
import { nunca, unosDatos, type DatosDePrueba } from './apoyo.ts';

const VISTAS = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
] as const satisfies readonly Metodo[];

let prueba: DatosDePrueba;
const filas = new Map<Metodo, readonly FilaConClave[]>();
const pagina = async (vista: Metodo, cambios: object = {}): Promise<readonly FilaConClave[]> =>
  (await prueba.datos.pagina({ cuenta: undefined, vista, desdeFila: 0, filas: 1000, ...cambios }, nunca)).filas;

beforeAll(async () => {
  prueba = await unosDatos({ operaciones: 4000 });
  await prueba.mundo.sincronizar({ desde: '2026-09-01', hasta: '2026-09-30', metodos: [...VISTAS] });
  await prueba.mundo.sandbox.close();
  for (const vista of VISTAS) filas.set(vista, await pagina(vista));
});
afterAll(async () => {
  await prueba[Symbol.asyncDispose]();
});

/** A value that some row has, whole, cut or changed; as a person would write it. */
const pedidos = fc.record({
  vista: fc.constantFrom(...VISTAS),
  campo: fc.nat(),
  fila: fc.nat(),
  op: fc.constantFrom(...OPERADORES),
  corte: fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 12 })),
  forma: fc.constantFrom('entero', 'parte', 'minusculas', 'vacio', 'dia'),
});

function valorDe(
  fila: FilaConClave | undefined,
  campo: string,
  { corte: [desde, largo], forma }: { corte: [number, number]; forma: string },
): string {
  const texto = String(fila?.[campo] ?? '');
  if (forma === 'parte') return texto.slice(desde, desde + largo);
  if (forma === 'minusculas') return texto.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (forma === 'dia') return texto.slice(0, 10);
  return forma === 'vacio' ? '' : texto;
}

describe('a filter', () => {
  test('lets through the rows that it says, with every operator over every field', async () => {
    let probados = 0;
    await fc.assert(
      fc.asyncProperty(pedidos, async ({ vista, campo: cual, fila: suerte, op, ...forma }) => {
        const campos = CAMPOS_DE_VISTA[vista].filter(({ tipo }) => tipo !== 'json');
        const campo = campos[cual % campos.length]?.nombre ?? 'id';
        const todas = filas.get(vista) ?? [];
        const filtro = { campo, op, valor: valorDe(todas[suerte % todas.length], campo, forma) };
        let guardados;
        try {
          guardados = filtrosDe(campos, vista, [filtro]);
        } catch (error) {
          // What does not suit the kind of field is refused, by the page too.
          if (!isAppError(error, 'USO')) throw error;
          await expect(pagina(vista, { filtros: [filtro] })).rejects.toMatchObject({ code: 'USO' });
          return;
        }
        probados += 1;
        const pasan = todas.filter((fila) => guardados.every((cada) => cumple(campos, cada, fila)));
        expect(await pagina(vista, { filtros: [filtro] })).toEqual(pasan);
      }),
      { numRuns: 300 },
    );
    expect(probados).toBeGreaterThan(50);
  });

  test('of typed words lets through the rows that have them all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...VISTAS),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(5), fc.integer({ min: 1, max: 9 })), {
          minLength: 1,
          maxLength: 2,
        }),
        async (vista, partes) => {
          const todas = filas.get(vista) ?? [];
          const buscados = CAMPOS_BUSCADOS[vista];
          const texto = partes
            .map(([suerte, cual, desde, largo]) =>
              String(todas[suerte % todas.length]?.[buscados[cual % buscados.length] ?? ''] ?? '').slice(
                desde,
                desde + largo,
              ),
            )
            .join(' ');
          const campos = CAMPOS_DE_VISTA[vista];
          expect(await pagina(vista, { texto })).toEqual(
            todas.filter((fila) => cumpleTexto({ campos, buscados }, texto, fila)),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of the same field twice is or, when it is of equality', async () => {
    const [a, b] = [...new Set((filas.get('operaciones') ?? []).map((fila) => String(fila['marca'])))];
    const filtros = [a, b].map((valor) => ({ campo: 'marca', valor: valor ?? '' }));
    const distintos = filtros.map((filtro) => ({ ...filtro, op: 'distinto' }));
    const total = filas.get('operaciones')?.length ?? 0;
    expect(
      (await pagina('operaciones', { filtros })).length + (await pagina('operaciones', { filtros: distintos })).length,
    ).toBe(total);
  });
});
