/** The filters in SQL are the same as in plain code (`passes`), over every field of every view that was synchronised. */
import { afterAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { KeyedRow } from '#contract/data.ts';
import { VISTA_FIELDS, OPERATORS } from '#contract/data-fields.ts';
import { VIEWS, type ServiceMethod } from '#domain/views/index.ts';
import { isAppError } from '#contract/errors.ts';
import { filtersOf } from '#app/browse/request.ts';
import { containsFolded, splitWords } from '#domain/fold-text.ts';
import { parseMoney, parseTypedImporte } from '#domain/money.ts';
import type { Field, Filter, Value } from '#storage/cache/index.ts';
import { someData } from './support.ts';

const VISTAS = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
] as const satisfies readonly ServiceMethod[];

/** The service is closed: every answer comes from the cache. */
const opened = await someData({ operaciones: 4000 });
afterAll(() => opened[Symbol.asyncDispose]());
await opened.world.synchronise({ desde: '2026-09-01', hasta: '2026-09-30', metodos: [...VISTAS] });
await opened.world.sandbox.close();

const rows = new Map<ServiceMethod, readonly KeyedRow[]>();
const askPage = async (vista: ServiceMethod, changes: object = {}): Promise<readonly KeyedRow[]> =>
  (await opened.data.pagina({ cuenta: undefined, vista, desdeFila: 0, filas: 1000, ...changes })).filas;
for (const vista of VISTAS) rows.set(vista, await askPage(vista));

function storedOf({ nombre, tipo }: Field, row: KeyedRow): Value {
  const value = row[nombre] ?? null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'number') return value;
  return tipo === 'importe' ? (parseMoney(String(value), 'sin-miles') ?? null) : String(value);
}

function passes(field: Field, { op = 'igual', valores }: Filter, row: KeyedRow): boolean {
  const value = storedOf(field, row);
  const isEmpty = value === null || (field.tipo === 'texto' && value === '');
  if (op === 'vacio' || op === 'no_vacio') return isEmpty === (op === 'vacio');
  // Compared with a day, a moment counts by its day.
  const isDay = field.tipo === 'fechaHora' && String(valores[0]).length === 10;
  const own = isDay && value !== null ? String(value).slice(0, 10) : value;
  if (op === 'igual' || op === 'distinto') return valores.includes(own) === (op === 'igual');
  if (own === null) return false;
  if (op === 'contiene') return valores.every((each) => containsFolded(String(own), String(each)));
  if (field.tipo !== 'texto')
    return valores.every((each) => each !== null && (op === 'mayor' ? own > each : own < each));
  const excess = /^\d+\.?\d*$/.test(String(own)) ? Number(own) - Number(valores[0]) : 0;
  return op === 'mayor' ? excess > 0 : excess < 0;
}

/** A value of some row, whole, cut or changed, as a person would write it. */
const requests = fc.record({
  vista: fc.constantFrom(...VISTAS),
  campo: fc.nat(),
  fila: fc.nat(),
  op: fc.constantFrom(...OPERATORS),
  outcome: fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 12 })),
  forma: fc.constantFrom('entero', 'parte', 'minusculas', 'vacio', 'dia'),
});

function valueOf(
  row: KeyedRow | undefined,
  field: string,
  { outcome: [from, length], forma: shape }: { outcome: [number, number]; forma: string },
): string {
  const text = String(row?.[field] ?? '');
  if (shape === 'parte') return text.slice(from, from + length);
  if (shape === 'minusculas') return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (shape === 'dia') return text.slice(0, 10);
  return shape === 'vacio' ? '' : text;
}

describe('a filter', () => {
  test('lets through the rows that it says, with every operator over every field', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(requests, async ({ vista, campo: which, fila: luck, op, ...shape }) => {
        const fields = VISTA_FIELDS[vista].filter(({ tipo }) => tipo !== 'json');
        const field = fields[which % fields.length] ?? expect.fail();
        const all = rows.get(vista) ?? [];
        const filter = { campo: field.nombre, op, valor: valueOf(all[luck % all.length], field.nombre, shape) };
        let stored;
        try {
          stored = filtersOf(fields, vista, [filter]);
        } catch (error) {
          // A value of the wrong kind is refused, by the page too.
          if (!isAppError(error, 'USO')) throw error;
          await expect(askPage(vista, { filtros: [filter] })).rejects.toMatchObject({ code: 'USO' });
          return;
        }
        tried += 1;
        const passing = all.filter((row) => stored.every((each) => passes(field, each, row)));
        expect(await askPage(vista, { filtros: [filter] })).toEqual(passing);
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
          const all = rows.get(vista) ?? [];
          const searched: readonly string[] = VIEWS[vista].searched.fields;
          const text = parts
            .map(([luck, which, from, length]) =>
              String(all[luck % all.length]?.[searched[which % searched.length] ?? ''] ?? '').slice(
                from,
                from + length,
              ),
            )
            .join(' ');
          const amounts = VISTA_FIELDS[vista].filter(({ tipo }) => tipo === 'importe');
          const hasWord = (word: string, row: KeyedRow): boolean => {
            const typed = parseTypedImporte(word);
            return typed === undefined
              ? searched.some((name) => containsFolded(String(row[name] ?? ''), word))
              : amounts.some((field) => [typed, -typed].includes(Number(storedOf(field, row))));
          };
          const found = all.filter((row) => splitWords(text).every((word) => hasWord(word, row)));
          expect(await askPage(vista, { texto: text })).toEqual(found);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of the same field twice is or, when it is of equality', async () => {
    const [a, b] = [...new Set((rows.get('operaciones') ?? []).map((row) => String(row['marca'])))];
    const filters = [a, b].map((value) => ({ campo: 'marca', valor: value ?? '' }));
    const distinct = filters.map((filter) => ({ ...filter, op: 'distinto' }));
    const total = rows.get('operaciones')?.length ?? 0;
    expect(
      (await askPage('operaciones', { filtros: filters })).length +
        (await askPage('operaciones', { filtros: distinct })).length,
    ).toBe(total);
  });
});
