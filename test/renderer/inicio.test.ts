import { describe, expect, test } from 'vitest';
import type { ControlesDocumento } from '#contract/controles.ts';
import type { InicioDocumento } from '#contract/inicio.ts';
import { ControlesState } from '../../src-renderer/features/controles/controles.svelte.ts';
import { InicioState } from '../../src-renderer/features/inicio/inicio.svelte.ts';
import { apiDe, falla } from './doble.ts';

const signal = new AbortController().signal;
const unInicio = (hayDatos: boolean): InicioDocumento => ({ hayDatos }) as unknown as InicioDocumento; // only this is looked at here

describe('the first page', () => {
  test('a visit with something to see is kept; an empty one is not', async () => {
    const con = apiDe({ 'inicio.ver': () => unInicio(true), 'inicio.visto': () => ({ hoy: '2026-11-21' }) });
    await new InicioState(con, 'mía').leer(signal);
    expect(con.pedidos.map(([metodo]) => metodo)).toEqual(['inicio.ver', 'inicio.visto']);
    const sin = apiDe({ 'inicio.ver': () => unInicio(false) });
    await new InicioState(sin, 'mía').leer(signal);
    expect(sin.pedidos.map(([metodo]) => metodo)).toEqual(['inicio.ver']);
  });

  test('a visit that cannot be kept, because another program writes, is no failure of the page', async () => {
    const api = apiDe({ 'inicio.ver': () => unInicio(true), 'inicio.visto': () => falla('EN_USO') });
    const estado = new InicioState(api, 'mía');
    await estado.leer(signal);
    expect(estado.falla).toBeUndefined();
    expect(estado.documento?.hayDatos).toBe(true);
  });

  test('what was read stays when it cannot be read again', async () => {
    let veces = 0;
    const api = apiDe({
      'inicio.ver': () => ((veces += 1) === 1 ? unInicio(true) : falla('DATOS_MAS_NUEVOS')),
      'inicio.visto': () => ({ hoy: '2026-11-21' }),
    });
    const estado = new InicioState(api, 'mía');
    await estado.leer(signal);
    await estado.leer(signal);
    expect(estado.falla?.code).toBe('DATOS_MAS_NUEVOS');
    expect(estado.documento?.hayDatos).toBe(true);
  });
});

describe('the checks', () => {
  const periodo = { desde: '2026-10-01', hasta: '2026-10-31' };
  const documento = {
    controles: [{ estado: 'difiere' }, { estado: 'coincide' }, { estado: 'sin_datos' }],
  } as unknown as ControlesDocumento; // only the states are looked at here

  test('are filtered by their state', async () => {
    const estado = new ControlesState(apiDe({ 'controles.ver': () => documento }), 'mía');
    await estado.leer(periodo, signal);
    expect(estado.mostrados).toHaveLength(3);
    estado.filtro = 'difiere';
    expect(estado.mostrados).toEqual([{ estado: 'difiere' }]);
  });

  test('a paper is asked for the period that is seen, under a name without folders', async () => {
    const api = apiDe({ 'papeles.exportar': () => falla('DISCO_LLENO') });
    const estado = new ControlesState(api, 'mía');
    await estado.exportar('impuestos', { ...periodo, salida: 'impuestos.xlsx' }, signal);
    expect(api.pedidos).toEqual([
      ['papeles.exportar', { cuenta: 'mía', papel: 'impuestos', ...periodo, salida: 'impuestos.xlsx' }],
    ]);
    expect(estado.falla?.code).toBe('DISCO_LLENO');
    expect(estado.escribiendo).toBeUndefined();
  });
});
