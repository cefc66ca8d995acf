import { expect, test } from 'vitest';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { observar, plegar, siguiente, type Envio, type Evento, type Maquina } from '#domain/upload/index.ts';
import { parseIsoDate } from '#domain/civil-date.ts';

const hoy = parseIsoDate('2026-11-03') ?? expect.unreachable('a date');
const ajustes = { tardanzaMs: 120_000, porTanda: 2, esperaMs: 300_000, estableMs: 0 };
const aprendido = { lista: true, filas: true, numeros: null, tamano: null };
const CONGELADA: Evento = {
  kind: 'congelada',
  total: 6,
  marcador: { campo: 'auxiliar_5', nonce: 'abc' },
  numeros: 'texto',
};
const base = (...ids: string[]): Evento => ({ kind: 'base', ids, desde: hoy });
const envio = (mas: Partial<Envio>): Envio => ({
  tipo: 'primero',
  generacion: 1,
  n: 1,
  desde: 1,
  hasta: 1,
  cupones: 1,
  id: '0',
  hash: 'h',
  conNumeros: false,
  antes: null,
  ...mas,
});
const intento = (mas: Partial<Envio> = {}): Evento => ({ kind: 'intento', envio: envio(mas) });
const aplicado = (id: string): Evento => ({
  kind: 'aplicado',
  id,
  prueba: 'respuesta',
  contadores: null,
  huerfanas: [],
});
const tras = (...eventos: Evento[]): Maquina => plegar([CONGELADA, ...eventos], { ajustes, aprendido, mono: 0 });
const conciliacion = (id: string, total: number, estado = 'PENDIENTE'): Conciliacion => ({
  id,
  fecha: null,
  origenDesde: null,
  origenHasta: null,
  total,
  nuevos: total,
  existentes: 0,
  error: 0,
  conciliados: 0,
  sinConciliar: 0,
  estado,
});
const lista = (completa: boolean, ...conciliaciones: Conciliacion[]) =>
  ({ tipo: 'lista', lista: { conciliaciones, completa }, desde: hoy }) as const;
const duenio = (id: string, de: 'marca' | 'igual' | 'otras') =>
  ({ tipo: 'pertenencia', porId: { [id]: { existe: true, marca: 0, igual: 0, otras: 0, [de]: 1 } } }) as const;
const SIN_CONTADORES = { recibidos: null, total: null, nuevos: null, existentes: null, error: null };

test('a refused first send is judged by a whole list, also where a partial one shows somebody else (I5)', () => {
  const m = tras(base(), intento(), { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: '' });
  const vista = observar(m, lista(false, conciliacion('9', 1)), 0).maquina;
  const otra = observar(vista, duenio('9', 'otras'), 0);
  expect(otra.eventos).toEqual([]);
  expect(siguiente(otra.maquina, 0)).toMatchObject({ tipo: 'listar' });
  const entera = observar(otra.maquina, lista(true, conciliacion('9', 1)), 0).maquina;
  expect(observar(entera, duenio('9', 'otras'), 0).eventos).toMatchObject([{ kind: 'no_aplicado', prueba: 'rechazo' }]);
});

test('an answer that names an id of the baseline makes its rows be looked at: the id may have been given again', () => {
  const m = tras(base('9'), intento());
  const respuesta = { kind: 'respuesta', estado: true, id: '9', contadores: SIN_CONTADORES } as const;
  const perdida = observar(m, { tipo: 'respuesta', respuesta }, 0);
  expect(perdida.eventos).toMatchObject([{ kind: 'perdida', id: '9' }]);
  const vista = observar(perdida.maquina, lista(true, conciliacion('9', 1)), 0).maquina;
  expect(siguiente(vista, 0)).toMatchObject({ tipo: 'pertenencia', ids: ['9'] });
  expect(observar(vista, duenio('9', 'marca'), 0).eventos).toMatchObject([{ kind: 'aplicado', id: '9' }]);
});

test('a baseline waits while what we deleted is still listed, but not for ever', () => {
  const m = tras(
    base(),
    intento(),
    aplicado('7'),
    { kind: 'reinicio', motivo: 'a_pedido' },
    { kind: 'borrada', id: '7', prueba: 'respuesta' },
  );
  const vista = lista(true, conciliacion('7', 1));
  const espera = observar(m, vista, 0);
  expect(espera.eventos).toEqual([]);
  expect(siguiente(espera.maquina, 0)).toMatchObject({ tipo: 'esperar' });
  expect(observar(espera.maquina, lista(true), 2_000).eventos).toMatchObject([{ kind: 'base', ids: [] }]);
  expect(observar(espera.maquina, vista, 40_000).eventos).toMatchObject([{ kind: 'base', ids: ['7'] }]);
});

test('a baseline that no send followed is read again after a restart of the program', () => {
  expect(siguiente(tras(base(), { kind: 'reanudada' }), 0)).toMatchObject({ tipo: 'listar' });
});

test('a close without an answer that left more and stayed open is a question, by whichever count it grew', () => {
  const antes = { total: 5, nuevos: 5, existentes: 0, error: 0 };
  const cierre = envio({ tipo: 'cierre', id: '7', desde: 6, hasta: 6, antes });
  const m = tras(base(), intento(), aplicado('7'), { kind: 'intento', envio: cierre }, { kind: 'perdida', motivo: '' });
  const crecida = { tipo: 'encabezado', encabezado: { ...conciliacion('7', 5), nuevos: 7 } } as const;
  expect(observar(m, crecida, 10_000).eventos).toEqual([]);
  expect(observar(m, crecida, 130_000).eventos).toMatchObject([{ decision: { tipo: 'cierre_crecido' } }]);
});

const CONFIRMADA: readonly Evento[] = [
  base(),
  intento(),
  aplicado('7'),
  { kind: 'reinicio', motivo: 'no_explica' },
  { kind: 'decision_pedida', decision: { tipo: 'propiedad_incierta', id: '7', huerfana: false } },
  { kind: 'decidida', clave: 'borrar:7' },
];

test('what a person said is theirs is not deleted if it shows the rows of somebody else by then (I6)', () => {
  const m = tras(...CONFIRMADA);
  expect(siguiente(m, 0)).toEqual({ tipo: 'ver', id: '7' });
  const vista = observar(m, { tipo: 'encabezado', encabezado: conciliacion('7', 3) }, 0).maquina;
  expect(observar(vista, duenio('7', 'otras'), 0).eventos).toMatchObject([{ kind: 'borrada', prueba: 'ajena' }]);
});

test('what a person said is theirs is deleted once, durable before', () => {
  const vista = observar(tras(...CONFIRMADA), { tipo: 'encabezado', encabezado: conciliacion('7', 3) }, 0).maquina;
  const paso = observar(vista, duenio('7', 'igual'), 0);
  expect(paso.eventos).toEqual([{ kind: 'intento_borrar', id: '7' }]);
  expect(siguiente(paso.maquina, 0)).toEqual({ tipo: 'borrar', id: '7' });
});

test('an orphan that is answered as deleted and stays is deleted three times, and then asked about', () => {
  const borrada: Evento = { kind: 'borrada', id: '7', prueba: 'respuesta' };
  const cerrar = intento({ tipo: 'unico' });
  const huerfana: Evento = { kind: 'huerfanas', ids: ['7'] };
  const vista = (eventos: readonly Evento[], mono: number) => {
    const m = tras(base(), cerrar, aplicado('8'), ...eventos);
    const verificada = { ...m, fase: { ...m.fase, paso: 'candidatas', candidatas: ['7'] } } as Maquina;
    return observar(verificada, duenio('7', 'marca'), mono);
  };
  expect(vista([], 0).eventos).toEqual([huerfana]);
  expect(vista([huerfana, borrada], 0).eventos).toEqual([]);
  expect(vista([huerfana, borrada], 40_000).eventos).toEqual([huerfana]);
  const tres = [huerfana, borrada, huerfana, borrada, huerfana, borrada];
  expect(vista(tres, 40_000).eventos).toMatchObject([{ decision: { tipo: 'huerfana_incierta', ids: ['7'] } }]);
});

test.for([
  [413, { que: 'cupon', seq: 1, detalle: 'x' }],
  [400, { que: 'numeros' }],
] as const)(
  'one coupon refused with %i: the way numbers are written is tried only where it may be why',
  ([status, diagnostico]) => {
    const rechazo: Evento = { kind: 'rechazo', status, retryAfterMs: null, detalle: 'x' };
    const renovado: Evento = { kind: 'no_aplicado', prueba: 'rechazo', diagnostico: { que: 'token' } };
    const uno = intento({ conNumeros: true });
    const m = tras(base(), uno, rechazo, renovado, base(), uno, rechazo);
    expect(observar(m, lista(true), 0).eventos).toMatchObject([{ kind: 'no_aplicado', diagnostico }]);
  },
);

test.for([413, 419, 401, 400])('one coupon refused with %i is sent again before it is made anything of', (status) => {
  const m = tras(base(), intento(), { kind: 'rechazo', status, retryAfterMs: null, detalle: 'x' });
  expect(observar(m, lista(true), 0).eventos).toMatchObject([
    { kind: 'no_aplicado', prueba: 'rechazo', diagnostico: { que: 'token' } },
  ]);
});
