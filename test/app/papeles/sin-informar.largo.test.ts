/** Amounts that the service does not report: shown as unknown, left out of the sums, and said wherever they are summed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBrowse } from '#app/browse/index.ts';
import { createDatos } from '#app/browse/datos.ts';
import { formatPesos } from '#domain/money.ts';
import type { FilaServicio } from '#storage/cache/index.ts';
import { dia, unaLiquidacion } from '../../storage/cache/apoyo.ts';
import { readLibro } from '../../workbook/write/libro-leido.ts';
import { unasMiradas, type Miradas } from './mundo.ts';

const PERIODO = { desde: dia('2026-08-01'), hasta: dia('2026-08-31') };
const AGOSTO = { ...PERIODO, campo: 'fecha', estado: 'completa', contratado: true } as const;
const contexto = { signal: new AbortController().signal, onProgress: () => undefined };
const neta = (acreditado: number | null): FilaServicio => ({
  fecha: '2026-08-08',
  facturado_credito: 1000,
  total_facturado: 1000,
  descontado_arancel: 60,
  total_descontado: 60,
  total_acreditado: acreditado,
});

/** August: one settlement that says everything, one that does not say what it credits nor a part of what it deducts. */
async function agosto(): Promise<Miradas> {
  const miradas = await unasMiradas();
  const { caches, cuenta, mundo } = miradas;
  await caches.usar(cuenta, (cache) => {
    const leido = mundo.clock.now();
    cache.escribir({
      metodo: 'liquidaciones',
      ...AGOSTO,
      leido,
      filas: [
        unaLiquidacion('1', neta(940)),
        unaLiquidacion('2', { ...neta(null), descontado_otro: null, total_descontado: 100 }),
      ],
    });
    const { total_acreditado: _, ...resto } = unaLiquidacion('x', {}).fila;
    const totales = Object.keys(resto).filter((campo) => /^(facturado|descontado|total)_/.test(campo));
    const suma = Object.fromEntries(
      totales.map((campo) => [campo.replace('facturado_', 'fac_').replace('descontado_', 'des_'), 0]),
    );
    cache.escribir({
      metodo: 'liquidaciones-totales',
      ...AGOSTO,
      campo: 'desde',
      leido,
      filas: [
        {
          id: '2026-08-01/T',
          fila: {
            ...suma,
            ...{ fac_credito: 2000, total_facturado: 2000, des_arancel: 120, total_descontado: 160 },
            ...{ total_acreditado: 1840, tarjeta: 'T', desde: '2026-08-01', hasta: '2026-08-31', extra: null },
          },
        },
      ],
    });
    return Promise.resolve();
  });
  return miradas;
}

test('the tie-outs do not compare what is not said, nor pass it over', async () => {
  await using miradas = await agosto();
  const { controles } = await miradas.controles.ver({ cuenta: undefined, ...PERIODO });
  const de = (control: string) =>
    controles.filter((cada) => cada.control === control).map(({ campo, estado, motivo }) => [campo, motivo ?? estado]);
  expect(de('liquidaciones_totales').sort()).toEqual([
    ['total_acreditado', 'sin_informar'],
    ['total_descontado', 'coincide'],
    ['total_facturado', 'coincide'],
  ]);
  // 60 of 100: what is missing may be the part that is not said.
  expect(de('liquidacion_neto').sort()).toEqual([
    ['total_acreditado', 'sin_informar'],
    ['total_descontado', 'sin_informar'],
  ]);
});

test('the paper leaves them empty, and says of what its sums are not', async () => {
  await using miradas = await agosto();
  const carpeta = await mkdtemp(path.join(tmpdir(), 'sin-informar-'));
  const salida = path.join(carpeta, 'libro.xlsx');
  await miradas.papeles.exportar({ cuenta: undefined, papel: 'liquidaciones', ...PERIODO, salida }, contexto);
  const hojas = new Map((await readLibro(salida)).map(({ nombre, filas }) => [nombre, filas]));
  const textos = (nombre: string): string => JSON.stringify(hojas.get(nombre));
  const dicho = 'Sin informar por el servicio, y fuera de las sumas (cuántas filas): Descontado otro (1), Total acreditado (1)'; // prettier-ignore
  for (const nombre of ['Resumen por mes', 'Detalle', 'Controles']) expect(textos(nombre)).toContain(dicho);
  // A sheet speaks of its own amounts.
  expect(textos('Por provincia')).toContain('fuera de las sumas (cuántas filas): Total acreditado (1)');
  for (const nombre of ['Por provincia', 'Por tarjeta']) expect(textos(nombre)).not.toContain('Descontado otro');
  expect(textos('Resumen por mes')).toContain('Completo · Con importes sin informar');
  expect(textos('Controles')).toContain('El servicio no informa algún importe');
  await rm(carpeta, { recursive: true });
});

test('a view gives null, sums the others, and tells how many', async () => {
  await using miradas = await agosto();
  const { caches, cuenta, mundo } = miradas;
  const libros = { existente: () => Promise.resolve(undefined) };
  const comun = { cuentas: { elegir: () => Promise.resolve(cuenta) }, caches, libros, clock: mundo.clock };
  const pedido = { cuenta: undefined, vista: 'liquidaciones', ...PERIODO } as const;
  const browse = createBrowse(comun);
  const datos = createDatos({ ...comun, resultados: libros });
  const sinInformar = { total_acreditado: 1, descontado_otro: 1 };
  const { filas, totales, ...resto } = await browse.consultar({ ...pedido, totales: true });
  expect(filas.map((fila) => fila['total_acreditado'])).toEqual(['9.40', null]);
  expect(totales).toMatchObject({ total_acreditado: '9.40', total_facturado: '20.00' });
  expect(resto.sinInformar).toEqual(sinInformar);
  expect(await datos.totales(pedido, contexto.signal)).toMatchObject({ total: 2, sinInformar });

  const carpeta = await mkdtemp(path.join(tmpdir(), 'sin-informar-'));
  for (const limite of [0, 2]) {
    const salida = path.join(carpeta, `l${String(limite)}.csv`);
    const escrito = await browse.exportar(
      { ...pedido, columnas: ['id', 'total_acreditado'], limite, salida },
      contexto,
    );
    const lineas = (await readFile(salida, 'utf8')).split('\r\n');
    expect(lineas.slice(1, 3)).toEqual(['1;9,40', '2;']);
    const leeme = await readFile(escrito.leeme ?? '', 'utf8');
    expect(leeme).toMatch(/ fuera de las sumas \(cuántas filas\): Total acreditado \(1\)\r\n/);
    expect(leeme).toContain(`Total acreditado: ${formatPesos(940n)}`);
  }
  await rm(carpeta, { recursive: true });
});
