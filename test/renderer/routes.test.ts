import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import { Router } from '../../src-renderer/shared/router.svelte.ts';
import { writeRoute, readRoute, placeOf } from '../../src-renderer/shared/routes.ts';

test('a route that is written is read back', () => {
  forAll(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
    const path = { seccion: 'conciliaciones', id } as const;
    expect(readRoute(writeRoute(path))).toEqual(path);
  });
  for (const path of [
    { seccion: 'conciliar' },
    { seccion: 'conciliar', resultado: 'a/b 50%' },
    { seccion: 'conciliar', paso: 'previa' },
    { seccion: 'conciliaciones' },
    { seccion: 'conciliaciones', sinConciliar: 8 },
    { seccion: 'conciliaciones', sinConciliar: 'todas' },
    { seccion: 'conciliaciones', sinConciliar: 'todas', mes: '2026-10' },
    { seccion: 'ajustes', parte: 'apariencia' },
    { seccion: 'sin-conciliar' },
    { seccion: 'sin-cupon' },
    { seccion: 'sin-cupon', texto: '16/11/2026' },
    { seccion: 'caja' },
  ] as const) {
    expect(readRoute(writeRoute(path))).toEqual(path);
  }
});

test('an address that says nothing known is the first page', () => {
  for (const hash of ['', '#', '#/', '#/nada', '#contenido']) expect(readRoute(hash)).toEqual({ seccion: 'inicio' });
});

test('a step of the wizard that nobody knows is none', () => {
  expect(readRoute('#/conciliar?paso=nada')).toEqual({ seccion: 'conciliar' });
});

test('a number that cannot be decoded is taken as it is', () => {
  expect(readRoute('#/conciliaciones/%E0%A4%A')).toEqual({ seccion: 'conciliaciones', id: '%E0%A4%A' });
});

const word = fc.string({ minLength: 1, unit: 'grapheme' });
const filter = fc.record(
  {
    vista: word,
    desde: fc.constant('2026-11-01'),
    hasta: fc.constant('2026-11-21'),
    filtros: fc.array(
      fc.record(
        {
          campo: fc.constantFrom('tarjeta', 'importe'),
          op: fc.constantFrom('distinto', 'mayor', 'vacio'),
          valor: fc.string({ unit: 'grapheme' }),
        },
        { requiredKeys: ['campo', 'valor'] },
      ),
      { minLength: 1 },
    ),
    texto: word,
    orden: fc.record({ campo: fc.constant('importe'), desc: fc.boolean() }),
    fila: word,
    siempre: fc.constant(true),
    retiradas: fc.constant(true),
  },
  { requiredKeys: [] },
);

test('what a data screen shows is read back from its address', () => {
  forAll(filter, fc.option(word, { nil: undefined }), (filtered, id) => {
    const path = { seccion: 'liquidaciones', ...(id === undefined ? {} : { id }), filtro: filtered } as const;
    expect(readRoute(writeRoute(path))).toEqual(path);
  });
});

const civil = fc.constant('2026-11-01');
const resultFilter = fc.record(
  {
    grupo: fc.constantFrom('conciliados', 'sin_conciliar', 'no_informados', 'errores'),
    ventaDesde: civil,
    tarjeta: fc.string({ unit: 'grapheme' }),
    comercio: fc.string({ unit: 'grapheme' }),
    ventaHasta: civil,
    nuevos: fc.constant(true),
    texto: word,
    cupon: fc.record({ fila: fc.integer({ min: 1, max: 999_999 }), archivo: word }, { requiredKeys: ['fila'] }),
  },
  { requiredKeys: [] },
);

test('what is shown of a result is read back from its address', () => {
  forAll(resultFilter, word, (filtered, id) => {
    const reading = readRoute(writeRoute({ seccion: 'conciliaciones', id, filtro: filtered }));
    const filter = Object.keys(filtered).length === 0 ? {} : { filtro: filtered };
    expect(reading).toEqual({ seccion: 'conciliaciones', id, ...filter });
  });
  expect(readRoute('#/conciliaciones/7?grupo=otro&ventaDesde=2026-02-31&fila=0&nuevos=no')).toEqual({
    seccion: 'conciliaciones',
    id: '7',
  });
  expect(placeOf(readRoute('#/conciliaciones/7?grupo=errores'))).toBe('#/conciliaciones/7');
});

test('a filter does not make another page of it', () => {
  const path = readRoute('#/operaciones?f.tarjeta=Visa&desde=2026-11-01');
  expect(placeOf(path)).toBe('#/operaciones');
  expect(placeOf(readRoute('#/liquidaciones/7?orden=importe'))).toBe('#/liquidaciones/7');
});

test('a filter without a field is none, and a day that is not one is for the list to tell', () => {
  expect(readRoute('#/operaciones?desde=ayer&f.=3&orden=')).toEqual({
    seccion: 'operaciones',
    filtro: { desde: 'ayer' },
  });
});

describe('the address', () => {
  function exampleFrame(hash: string) {
    const listeners = new Map<string, () => void>();
    const timers = new Map<number, () => void>();
    const written: string[] = [];
    const address = {
      location: { hash },
      history: {
        replaceState: (_data: null, _unused: string, url: string) => {
          written.push(url);
          address.location.hash = url;
        },
      },
      addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
      setTimeout: (work: () => void) => {
        timers.set(written.length + timers.size, work);
        return written.length + timers.size - 1;
      },
      clearTimeout: (which: number) => void timers.delete(which),
    };
    return {
      direccion: address,
      written,
      router: new Router(address, new AbortController().signal),
      happen: (type: string) => void listeners.get(type)?.(),
      passTheTime: () => {
        for (const work of timers.values()) work();
      },
    };
  }
  const searchRoute = (text: string) => ({ seccion: 'operaciones', filtro: { texto: text } }) as const;

  test('is followed by the route', () => {
    const { direccion, router, happen } = exampleFrame('#/ajustes/cuentas');
    expect(router.route).toEqual({ seccion: 'ajustes', parte: 'cuentas' });
    router.goTo({ seccion: 'conciliaciones', id: '7' });
    expect(direccion.location.hash).toBe('#/conciliaciones/7');
    happen('hashchange');
    expect(router.route).toEqual({ seccion: 'conciliaciones', id: '7' });
  });

  test('is where the person goes at once, before the browser tells of it', () => {
    const { router, happen } = exampleFrame('#/operaciones');
    router.goTo({ seccion: 'rechazos', filtro: {} });
    expect(router.route).toEqual({ seccion: 'rechazos', filtro: {} });
    router.replace({ seccion: 'rechazos', filtro: { texto: '31' } });
    happen('hashchange'); // the event of the earlier step: the text typed since stays
    expect(router.route).toEqual({ seccion: 'rechazos', filtro: { texto: '31' } });
  });

  test('that is asked for again changes nothing', () => {
    const { router } = exampleFrame('#/operaciones?texto=31');
    const { route } = router;
    router.goTo(searchRoute('31'));
    expect(router.route).toBe(route);
  });

  test('says what was typed once the person stops, not letter by letter', () => {
    const { written, router, passTheTime } = exampleFrame('#/operaciones');
    for (const text of ['0', '00', '003', '0031']) router.replace(searchRoute(text));
    expect(router.route).toEqual(searchRoute('0031'));
    expect(written).toEqual([]);
    passTheTime();
    expect(written).toEqual(['#/operaciones?texto=0031']);
  });

  test.each(['click', 'pagehide'])('says it before the person goes elsewhere (%s)', (type) => {
    const { written, router, happen } = exampleFrame('#/operaciones');
    router.replace(searchRoute('0031'));
    happen(type);
    expect(written).toEqual(['#/operaciones?texto=0031']);
  });

  test('keeps as the step to go back to what was typed before another page', () => {
    const { direccion, written, router } = exampleFrame('#/operaciones');
    router.replace(searchRoute('0031'));
    router.goTo({ seccion: 'rechazos', filtro: {} });
    expect(written).toEqual(['#/operaciones?texto=0031']);
    expect(direccion.location.hash).toBe('#/rechazos');
  });

  test('that changed by itself is not written over with what was typed before', () => {
    const { direccion, written, router, happen, passTheTime } = exampleFrame('#/operaciones');
    router.replace(searchRoute('0031'));
    direccion.location.hash = '#/rechazos';
    happen('hashchange');
    passTheTime();
    expect(written).toEqual([]);
    expect(router.route).toEqual({ seccion: 'rechazos', filtro: {} });
  });
});
