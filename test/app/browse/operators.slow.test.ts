/** The filters in SQL are the same as in plain code (`app/browse/predicate.ts`), over every field of every view that was synchronised. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { KeyedRow } from '#contract/data.ts';
import { CAMPOS_DE_VISTA } from '#contract/data-fields.ts';
import { VIEWS } from '#domain/views/index.ts';
import { OPERATORS } from '#contract/data.ts';
import { isAppError } from '#contract/errors.ts';
import { filtersOf } from '#app/browse/request.ts';
import { matches, matchesText } from '#app/browse/predicate.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { nunca, someData, type TestData } from './support.ts';

const VISTAS = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
] as const satisfies readonly ServiceMethod[];

let prueba: TestData;
const filas = new Map<ServiceMethod, readonly KeyedRow[]>();
const askPage = async (vista: ServiceMethod, changes: object = {}): Promise<readonly KeyedRow[]> =>
  (await prueba.data.readPage({ cuenta: undefined, vista, desdeFila: 0, filas: 1000, ...changes }, nunca)).filas;

beforeAll(async () => {
  prueba = await someData({ operaciones: 4000 });
  await prueba.world.synchronise({ desde: '2026-09-01', hasta: '2026-09-30', metodos: [...VISTAS] });
  await prueba.world.sandbox.close();
  for (const vista of VISTAS) filas.set(vista, await askPage(vista));
});
afterAll(async () => {
  await prueba[Symbol.asyncDispose]();
});

/** A value that some row has, whole, cut or changed; as a person would write it. */
const pedidos = fc.record({
  vista: fc.constantFrom(...VISTAS),
  campo: fc.nat(),
  fila: fc.nat(),
  op: fc.constantFrom(...OPERATORS),
  outcome: fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 12 })),
  forma: fc.constantFrom('entero', 'parte', 'minusculas', 'vacio', 'dia'),
});

function valorDe(
  fila: KeyedRow | undefined,
  campo: string,
  { outcome: [desde, largo], forma: shape }: { outcome: [number, number]; forma: string },
): string {
  const texto = String(fila?.[campo] ?? '');
  if (shape === 'parte') return texto.slice(desde, desde + largo);
  if (shape === 'minusculas') return texto.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (shape === 'dia') return texto.slice(0, 10);
  return shape === 'vacio' ? '' : texto;
}

describe('a filter', () => {
  test('lets through the rows that it says, with every operator over every field', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(pedidos, async ({ vista, campo: which, fila: luck, op, ...shape }) => {
        const campos = CAMPOS_DE_VISTA[vista].filter(({ tipo }) => tipo !== 'json');
        const campo = campos[which % campos.length]?.nombre ?? 'id';
        const todas = filas.get(vista) ?? [];
        const filtro = { campo, op, valor: valorDe(todas[luck % todas.length], campo, shape) };
        let stored;
        try {
          stored = filtersOf(campos, vista, [filtro]);
        } catch (error) {
          // What does not suit the kind of field is refused, by the page too.
          if (!isAppError(error, 'USO')) throw error;
          await expect(askPage(vista, { filtros: [filtro] })).rejects.toMatchObject({ code: 'USO' });
          return;
        }
        tried += 1;
        const passing = todas.filter((fila) => stored.every((each) => matches(campos, each, fila)));
        expect(await askPage(vista, { filtros: [filtro] })).toEqual(passing);
      }),
      { numRuns: 300 },
    );
    expect(tried).toBeGreaterThan(50);
  });

  test('of typed words lets through the rows that have them all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...VISTAS),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(5), fc.integer({ min: 1, max: 9 })), {
          minLength: 1,
          maxLength: 2,
        }),
        async (vista, parts) => {
          const todas = filas.get(vista) ?? [];
          const searched: readonly string[] = VIEWS[vista].searched.fields;
          const texto = parts
            .map(([luck, which, desde, largo]) =>
              String(todas[luck % todas.length]?.[searched[which % searched.length] ?? ''] ?? '').slice(
                desde,
                desde + largo,
              ),
            )
            .join(' ');
          const campos = CAMPOS_DE_VISTA[vista];
          expect(await askPage(vista, { texto })).toEqual(
            todas.filter((fila) => matchesText({ campos, searched }, texto, fila)),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of the same field twice is or, when it is of equality', async () => {
    const [a, b] = [...new Set((filas.get('operaciones') ?? []).map((fila) => String(fila['marca'])))];
    const filtros = [a, b].map((valor) => ({ campo: 'marca', valor: valor ?? '' }));
    const distinct = filtros.map((filtro) => ({ ...filtro, op: 'distinto' }));
    const total = filas.get('operaciones')?.length ?? 0;
    expect(
      (await askPage('operaciones', { filtros })).length + (await askPage('operaciones', { filtros: distinct })).length,
    ).toBe(total);
  });
});
