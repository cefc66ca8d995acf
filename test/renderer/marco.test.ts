import { describe, expect, test } from 'vitest';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import type { HostEvent } from '#contract/host-events.ts';
import { Avisos } from '../../src-renderer/marco/avisos.svelte.ts';
import { Conexion } from '../../src-renderer/marco/conexion.svelte.ts';
import { Enrutador } from '../../src-renderer/marco/enrutador.svelte.ts';
import { Frescura } from '../../src-renderer/marco/frescura.svelte.ts';
import { Periodo } from '../../src-renderer/marco/periodo.svelte.ts';
import { PRESETS_DE_PERIODO, rangoDe } from '../../src-renderer/marco/rango-de-periodo.ts';
import { tituloDePagina } from '../../src-renderer/marco/secciones.ts';
import { Sesion } from '../../src-renderer/marco/sesion.svelte.ts';
import { Trabajos } from '../../src-renderer/marco/trabajos.svelte.ts';
import { overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { Tostadas } from '../../src-renderer/ui/tostadas.svelte.ts';
import { apiDe, CUENTA, falla } from './doble.ts';

describe('what the core says by itself', () => {
  test('a secret is asked for once, and until it is answered anywhere', async () => {
    const avisos = new Avisos(apiDe({}));
    const clave: HostEvent = { tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' };
    avisos.recibir(clave);
    avisos.recibir(clave); // the stream was connected again
    expect(avisos.preguntas).toEqual([{ id: '1', cuenta: 'mía', url: 'https://api.example' }]);
    avisos.recibir({ tipo: 'clave_cerrada', pregunta: '1' });
    expect(avisos.preguntas).toEqual([]);
  });

  test('a sentence is shown until it was read', () => {
    const avisos = new Avisos(apiDe({}));
    avisos.recibir({ tipo: 'aviso', texto: 'hola' });
    avisos.recibir({ tipo: 'aviso', texto: 'hola' });
    expect(avisos.textos).toEqual(['hola']);
    avisos.descartar('hola');
    expect(avisos.textos).toEqual([]);
  });
});

describe('what the core says of what is going on', () => {
  test('only the last of it is shown', () => {
    const avisos = new Avisos(apiDe({}));
    avisos.recibir({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'pide_esperar', segundos: 1 } });
    expect(avisos.pasajero).toBeUndefined(); // over before it is read
    avisos.recibir({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'no_responde', segundos: 10 } });
    avisos.recibir({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'pide_esperar', segundos: 20 } });
    expect([avisos.textos, avisos.pasajero]).toEqual([
      [],
      'El servicio pidió que esperemos 20 s. Seguimos intentando; no hace falta que hagas nada.',
    ]);
    // In the language of the screens, whatever the core's is.
    overwriteGetLocale(() => 'en');
    avisos.recibir({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'no_respondio', segundos: 30 } });
    overwriteGetLocale(() => 'es-AR');
    expect(avisos.pasajero).toBe('The service did not answer in 30 s.');
    avisos.olvidarPasajero();
    expect(avisos.pasajero).toBeUndefined();
  });

  test('goes on until every call was answered', async () => {
    const abierta = Promise.withResolvers<readonly (typeof CUENTA)[]>();
    const conexion = new Conexion();
    const api = conexion.observar(
      apiDe({ 'cuentas.listar': () => abierta.promise, 'cuentas.probar': () => falla('SIN_CONEXION') }),
    );
    const una = api.llamar('cuentas.listar', {});
    await expect(api.llamar('cuentas.probar', {})).rejects.toThrow();
    expect(conexion.enVuelo).toBe(true);
    abierta.resolve([CUENTA]);
    await una;
    expect(conexion.enVuelo).toBe(false);
  });
});

describe('the title of the page', () => {
  test('is that of the screen', () => {
    expect(tituloDePagina({ seccion: 'operaciones', filtro: {} })).toBe('Operaciones · Conciliador');
  });
  test('says which reconciliation is looked at', () => {
    expect(tituloDePagina({ seccion: 'conciliaciones', id: '48213' })).toBe('Conciliaciones 48213 · Conciliador');
  });
});

describe('the connection', () => {
  test('is lost when a call says so, and back when one reaches the service', async () => {
    let hay = false;
    const conexion = new Conexion();
    const api = conexion.observar(
      apiDe({
        'cuentas.listar': () => [CUENTA],
        'cuentas.probar': () => (hay ? { nombre: 'mía', comercios: [] } : falla('TIEMPO_AGOTADO')),
      }),
    );
    await expect(api.llamar('cuentas.probar', {})).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
    expect(conexion.servicio).toBe(false);
    await api.llamar('cuentas.listar', {}); // of this PC: it proves nothing
    expect(conexion.servicio).toBe(false);
    hay = true;
    await api.llamar('cuentas.probar', {});
    expect(conexion.servicio).toBe(true);
  });

  test('is lost when an update reached nothing, and kept results say nothing of it', async () => {
    let codigo: 'SIN_CONEXION' | 'SERVICIO_FALLA' = 'SIN_CONEXION';
    const conexion = new Conexion();
    const api = conexion.observar(
      apiDe({
        'datos.sincronizar': () =>
          ({
            metodos: [{ pedidos: 3 }],
            fallas: [{ metodo: 'operaciones', ventana: null, codigo, mensaje: '' }],
          }) as unknown as SincronizacionDocumento, // only these are looked at here
        'conciliaciones.guardada': () => null,
      }),
    );
    await api.llamar('datos.sincronizar', {});
    await api.llamar('conciliaciones.guardada', { id: '7' });
    expect(conexion.servicio).toBe(false);
    codigo = 'SERVICIO_FALLA';
    await api.llamar('datos.sincronizar', {});
    expect(conexion.servicio).toBe(true);
  });
});

describe('the address', () => {
  function deEjemplo(hash: string) {
    const oyentes = new Map<string, () => void>();
    const relojes = new Map<number, () => void>();
    const escritas: string[] = [];
    const direccion = {
      location: { hash },
      history: {
        replaceState: (_data: null, _unused: string, url: string) => {
          escritas.push(url);
          direccion.location.hash = url;
        },
      },
      addEventListener: (tipo: string, oyente: () => void) => {
        oyentes.set(tipo, oyente);
      },
      setTimeout: (hacer: () => void) => {
        relojes.set(escritas.length + relojes.size, hacer);
        return escritas.length + relojes.size - 1;
      },
      clearTimeout: (cual: number) => {
        relojes.delete(cual);
      },
    };
    return {
      direccion,
      escritas,
      enrutador: new Enrutador(direccion, new AbortController().signal),
      suceder: (tipo: string) => {
        oyentes.get(tipo)?.();
      },
      pasarElRato: () => {
        for (const hacer of relojes.values()) hacer();
      },
    };
  }
  const buscando = (texto: string) => ({ seccion: 'operaciones', filtro: { texto } }) as const;

  test('is followed by the route', () => {
    const { direccion, enrutador, suceder } = deEjemplo('#/ajustes/cuentas');
    expect(enrutador.ruta).toEqual({ seccion: 'ajustes', parte: 'cuentas' });
    enrutador.ir({ seccion: 'conciliaciones', id: '7' });
    expect(direccion.location.hash).toBe('#/conciliaciones/7');
    suceder('hashchange');
    expect(enrutador.ruta).toEqual({ seccion: 'conciliaciones', id: '7' });
  });

  test('says what was typed once the person stops, not letter by letter', () => {
    const { escritas, enrutador, pasarElRato } = deEjemplo('#/operaciones');
    for (const texto of ['0', '00', '003', '0031']) enrutador.reemplazar(buscando(texto));
    expect(enrutador.ruta).toEqual(buscando('0031'));
    expect(escritas).toEqual([]);
    pasarElRato();
    expect(escritas).toEqual(['#/operaciones?texto=0031']);
  });

  test.each(['click', 'pagehide'])('says it before the person goes elsewhere (%s)', (tipo) => {
    const { escritas, enrutador, suceder } = deEjemplo('#/operaciones');
    enrutador.reemplazar(buscando('0031'));
    suceder(tipo);
    expect(escritas).toEqual(['#/operaciones?texto=0031']);
  });

  test('keeps as the step to go back to what was typed before another page', () => {
    const { direccion, escritas, enrutador } = deEjemplo('#/operaciones');
    enrutador.reemplazar(buscando('0031'));
    enrutador.ir({ seccion: 'rechazos', filtro: {} });
    expect(escritas).toEqual(['#/operaciones?texto=0031']);
    expect(direccion.location.hash).toBe('#/rechazos');
  });

  test('that changed by itself is not written over with what was typed before', () => {
    const { direccion, escritas, enrutador, suceder, pasarElRato } = deEjemplo('#/operaciones');
    enrutador.reemplazar(buscando('0031'));
    direccion.location.hash = '#/rechazos';
    suceder('hashchange');
    pasarElRato();
    expect(escritas).toEqual([]);
    expect(enrutador.ruta).toEqual({ seccion: 'rechazos', filtro: {} });
  });
});

describe('what can be undone', () => {
  test('is undone once, and only the newest', () => {
    const undone: string[] = [];
    const tostadas = new Tostadas();
    tostadas.mostrar('una', () => undone.push('una'));
    const primera = tostadas.actual?.id ?? 0;
    tostadas.mostrar('dos', () => undone.push('dos'));
    tostadas.cerrar(primera); // its timer ends: the newer one stays
    expect(tostadas.deshacer()).toBe(true);
    expect(tostadas.deshacer()).toBe(false);
    expect(undone).toEqual(['dos']);
  });
});

describe('the period', () => {
  const memoria = (): Pick<Storage, 'getItem' | 'setItem'> => {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  };
  const hoy = (): string => '2026-03-21';

  test('begins with the calendar month, up to today', () => {
    const periodo = new Periodo(memoria(), hoy);
    expect([periodo.desde, periodo.hasta, periodo.preset]).toEqual(['2026-03-01', '2026-03-21', 'mes']);
    expect(PRESETS_DE_PERIODO.slice(0, 3)).toEqual(['mes', 'mes_pasado', 'mes_antepasado']);
  });

  test('a month of before ends on its last day', () => {
    expect(rangoDe('mes_antepasado', '2024-04-30')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' });
    expect(rangoDe('mes_pasado', '2024-03-01')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' });
    expect(rangoDe('mes_pasado', '2026-01-15')).toEqual({ desde: '2025-12-01', hasta: '2025-12-31' });
  });

  test('stays while the tab lives', () => {
    const storage = memoria();
    new Periodo(storage, hoy).elegir({ desde: '2026-01-01', hasta: '2026-01-31' });
    expect(new Periodo(storage, hoy).desde).toBe('2026-01-01');
  });

  test('two dates the wrong way round change nothing', () => {
    const periodo = new Periodo(memoria(), hoy);
    expect(periodo.elegir({ desde: '2026-03-02', hasta: '2026-03-01' })).toBe(false);
    expect(periodo.hasta).toBe('2026-03-21');
  });
});

describe('since when the data is', () => {
  const ESTADO = { cuenta: 'mía', sincronizado: null, vistas: [], cuarentena: 0 };
  const SINCRONIZADO = { metodos: [], fallas: [] };

  async function armar(sincronizar: (signal: AbortSignal | undefined) => Promise<typeof SINCRONIZADO>) {
    const api = apiDe({
      'cuentas.listar': () => [CUENTA],
      'datos.estado': () => ESTADO,
      'datos.sincronizar': (_entrada, { signal, onAvance }) => {
        onAvance?.({ fase: 'sincronizacion', hecho: 1, total: 4 });
        return sincronizar(signal);
      },
    });
    const sesion = new Sesion(api);
    await sesion.leer();
    const trabajos = new Trabajos();
    return { trabajos, frescura: new Frescura({ api, sesion, trabajos }, () => 'Actualizando') };
  }

  test('bringing it up to date is work that the top bar shows, then reads it again', async () => {
    const open = Promise.withResolvers<typeof SINCRONIZADO>();
    const { frescura, trabajos } = await armar(() => open.promise);
    const done = frescura.actualizar();
    expect(trabajos.activos[0]?.porciento).toBe(25);
    await frescura.actualizar(); // a second one does not begin
    open.resolve(SINCRONIZADO);
    await done;
    expect(trabajos.activos).toEqual([]);
    expect(frescura.vuelta).toBe(1);
    expect(frescura.sincronizado).toBeNull();
  });

  test('stopping it is no failure', async () => {
    const { frescura, trabajos } = await armar((signal) => {
      trabajos.activos[0]?.detener();
      return signal?.aborted === true ? falla('CANCELADO') : Promise.resolve(SINCRONIZADO);
    });
    await frescura.actualizar();
    expect(frescura.falla).toBeUndefined();
  });

  test('behind an upload it is brought for the account that is shown, and for no other', async () => {
    const { frescura } = await armar(() => Promise.resolve(SINCRONIZADO));
    await frescura.updateBehind('otra');
    expect(frescura.ultima).toBeUndefined();
    await frescura.updateBehind('mía');
    expect(frescura.ultima).toBeDefined();
  });

  test('what the service refuses is told', async () => {
    const { frescura } = await armar(() => falla('SIN_CONEXION'));
    await frescura.actualizar();
    expect([frescura.falla?.code, frescura.noActualizo]).toEqual(['SIN_CONEXION', true]);
  });
});
