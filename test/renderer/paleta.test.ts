import { describe, expect, test } from 'vitest';
import type { Enrutador } from '../../src-renderer/marco/enrutador.svelte.ts';
import { entradaDeHallado } from '../../src-renderer/marco/entradas.ts';
import { Ordenes } from '../../src-renderer/marco/ordenes.svelte.ts';
import { PaletaState, type Entrada } from '../../src-renderer/marco/paleta.svelte.ts';
import { apiDe } from './doble.ts';

describe('the search', () => {
  const done: string[] = [];
  const entrada = (titulo: string): Entrada => ({
    id: titulo,
    grupo: 'pantallas',
    icono: 'search',
    titulo,
    hacer: () => done.push(titulo),
  });
  const hallado = (clave: string) => ({
    vista: 'operaciones' as const,
    clave,
    subtitulo: '',
    campo: 'comprobante',
    valor: clave,
    importe: null,
  });
  const paletaDe = (respuestas: Parameters<typeof apiDe>[0] = {}) =>
    new PaletaState({
      api: apiDe(respuestas),
      cuenta: 'mía',
      fijas: ['Conciliar', 'Liquidaciones', 'Plegar'].map(entrada),
      entradaDe: (uno) => entrada(uno.clave),
    });

  test('finds words without their accents, in any order', () => {
    const paleta = paletaDe();
    paleta.escribir('LIQUIDACIÓN');
    expect(paleta.entradas.map(({ id }) => id)).toEqual(['Liquidaciones']);
  });

  test('the arrows go round', () => {
    const paleta = paletaDe();
    paleta.mover(-1);
    expect(paleta.elegida?.id).toBe('Plegar');
    paleta.mover(1);
    expect(paleta.elegida?.id).toBe('Conciliar');
  });

  test('an answer that comes late does not take the place of a newer one', async () => {
    const first = Promise.withResolvers<ReturnType<typeof hallado>[]>();
    let calls = 0;
    const paleta = paletaDe({
      'datos.buscar': async ({ texto }) => ({
        texto,
        hallados: ++calls === 1 ? await first.promise : [hallado('0047827')],
        incompleto: false,
      }),
    });
    paleta.escribir('004');
    const slow = paleta.buscar();
    paleta.escribir('0047');
    await paleta.buscar();
    first.resolve([hallado('004')]);
    await slow;
    expect(paleta.hallados.map(({ clave }) => clave)).toEqual(['0047827']);
  });

  test('a coupon of ours opens the result that shows it, chosen; the list while none does', () => {
    const idas: unknown[] = [];
    const enrutador = { ir: (ruta: unknown) => void idas.push(ruta) } as unknown as Enrutador;
    for (const conciliacion of ['48213', null]) {
      const cupon = { conciliacion, archivo: 'caja.xlsx', fila: 12 };
      entradaDeHallado({ ...hallado('x'), vista: 'cupones', cupon }, enrutador).hacer();
    }
    expect(idas).toEqual([
      { seccion: 'conciliaciones', id: '48213', filtro: { cupon: { fila: 12, archivo: 'caja.xlsx' } } },
      { seccion: 'conciliaciones' },
    ]);
  });

  test('two letters are not looked for in the data', async () => {
    const paleta = paletaDe();
    paleta.escribir('47');
    await paleta.buscar();
    expect(paleta.nada).toBe(true);
  });

  test('a screen takes back what it offered', () => {
    const ordenes = new Ordenes();
    const soltar = ordenes.ofrecer({ id: 'exportar', texto: () => 'Exportar', hacer: () => undefined });
    expect(ordenes.propias).toHaveLength(1);
    soltar();
    expect(ordenes.propias).toEqual([]);
  });
});
