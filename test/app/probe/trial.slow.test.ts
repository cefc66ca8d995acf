/** The second part: two coupons, uploaded, watched and deleted. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Progress } from '#contract/progress.ts';
import { aService, createTestClock, noSignal } from '../../service/fixtures.ts';
import { withTrial } from './with-trial.ts';

test.for([
  ['vacio', { demora_ms: 'si', demora_forma: 'vacio' }],
  ['sin_conciliar', { demora_ms: null, demora_forma: null }],
  ['gradual', { demora_ms: 'si' }],
] as const)('a matching that takes its time, %s', ([form, told]) =>
  withTrial(['demora_ms=4000', `demora_forma=${form}`], async ({ trial }) => {
    const { puntos, carga } = await trial();
    const seen = Object.fromEntries(puntos.map(({ rasgo, visto: seen }) => [rasgo, seen]));
    expect(seen).toMatchObject(told);
    expect(carga?.estado).toBe('borrada');
  }),
);

test('an account of a user and a password is met the same, and says which send is on its way', () =>
  withTrial(
    [],
    async ({ sandbox, trial }) => {
      const told: Progress[] = [];
      const report = await trial(noSignal, undefined, { onProgress: (progress) => told.push(progress) });
      expect(report).toMatchObject({ entrada: 'usuario', carga: { estado: 'borrada' } });
      expect(report).not.toHaveProperty('codigo');
      expect(report.metodos.filter(({ resultado: result }) => result !== 'descripto')).toEqual([]);
      expect(sandbox.truth.conciliaciones()).toEqual([]);
      const sends = told
        .filter(({ fase }) => fase === 'envio')
        .map(({ hecho, total, tandas }) => [hecho, total, tandas]);
      expect(sends).toContainEqual([1, 2, 1]);
      // What is read before is no spreadsheet.
      expect(new Set(told.map(({ fase }) => fase))).toContain('prueba');
      expect(told.map(({ fase }) => fase)).not.toContain('lectura');
      // Once both are there, its result is waited for.
      expect(told.map(({ fase }) => fase)).toContain('espera');
    },
    'usuario',
  ));

test.for(['api', 'usuario'] as const)(
  'the file of a trial holds no secret, name, amount nor number either (%s)',
  (kind) =>
    withTrial(
      ['campos_extra=si'],
      async ({ sandbox, ledger, trial }) => {
        const folder = mkdtempSync(path.join(tmpdir(), 'trial-file-'));
        try {
          const report = path.join(folder, 'informe.json');
          const { carga } = await trial(noSignal, undefined, { informe: report });
          const text = readFileSync(report, 'utf8');
          const { apiKey, apiSecret, usuario, clave, url } = sandbox;
          for (const secret of [apiKey, apiSecret, usuario, clave, url, 'La Espiga'])
            expect(text).not.toContain(secret);
          const numbers = new Set(text.match(/\d+/g));
          const sent = ledger
            .readTexts(carga?.carga ?? '', 1, 2, [])
            .flatMap((each) => Object.values(JSON.parse(each)));
          const values = [...sent, ...sandbox.truth.operaciones().flatMap((each) => Object.values(each))].filter(
            (value): value is string =>
              typeof value === 'string' && value.length > 5 && !/^\d{4}-\d{2}-\d{2}( |$)/.test(value),
          );
          expect(values.length).toBeGreaterThan(5000);
          const isThere = (value: string): boolean => (/\D/.test(value) ? text.includes(value) : numbers.has(value));
          expect([...new Set(values)].filter(isThere)).toEqual([]);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
      kind,
    ),
);

test('coupons that could not be deleted are deleted by the next trial, which sends no others', () =>
  withTrial([], async ({ sandbox, trial }) => {
    for (const nth of [1, 2, 3]) sandbox.injectFailure(`borrar:${String(nth)}:corte-antes`);
    const first = await trial();
    expect(first).toMatchObject({ codigo: 'SERVICIO_FALLA', carga: { estado: 'sin_borrar' } });
    expect(first.conciliacion).toBe(String(sandbox.truth.conciliaciones()[0]?.id));
    const second = await trial();
    expect(second.carga).toMatchObject({ carga: first.carga?.carga, estado: 'borrada', retomada: true });
    expect(sandbox.listReceived('subir')).toHaveLength(2);
    expect(sandbox.truth.conciliaciones()).toEqual([]);
  }));

test('a deletion that the service did not do is asked for again', () =>
  withTrial([], async ({ sandbox, trial }) => {
    for (const nth of [1, 2]) sandbox.injectFailure(`borrar:${String(nth)}:corte-antes`);
    expect(await trial()).toMatchObject({ carga: { estado: 'borrada', retomada: false } });
    expect(sandbox.truth.conciliaciones()).toEqual([]);
  }));

test('a trial that was cut is gone on with also where the service gave it the number of a deleted one', () =>
  withTrial(['ids_reusados=si'], async ({ sandbox, clock, trial }) => {
    await trial();
    clock.advance(1);
    const stop = new AbortController();
    const cut = await trial(stop.signal, (events) => {
      if (events.some(({ kind }) => kind === 'aplicado')) stop.abort();
    });
    expect(cut.carga).toMatchObject({ estado: 'sin_terminar' });
    expect(await trial()).toMatchObject({ carga: { carga: cut.carga?.carga, estado: 'borrada', retomada: true } });
    expect(sandbox.truth.conciliaciones()).toEqual([]);
  }));

test('a trial that was cut is gone on with by the next one', () =>
  withTrial([], async ({ sandbox, ledger, trial }) => {
    const stop = new AbortController();
    // Between the two sends: the first is known to have arrived, the second has not left.
    const first = await trial(stop.signal, (events) => {
      if (events.some(({ kind }) => kind === 'aplicado')) stop.abort();
    });
    expect(first).toMatchObject({ codigo: 'CANCELADO', carga: { estado: 'sin_terminar', retomada: false } });
    expect(sandbox.listReceived('subir')).toHaveLength(1);
    const second = await trial();
    expect(second.carga).toMatchObject({ carga: first.carga?.carga, estado: 'borrada', retomada: true });
    expect(sandbox.listReceived('subir')).toHaveLength(2);
    expect(sandbox.truth.conciliaciones()).toEqual([]);
    expect(ledger.uploads('1')).toHaveLength(1);
  }));

test('an id that was given to another since is not deleted', () =>
  withTrial(['ids_reusados=si'], async ({ sandbox, trial }) => {
    for (const nth of [1, 2, 3]) sandbox.injectFailure(`borrar:${String(nth)}:corte-antes`);
    const { conciliacion: id = '' } = await trial();
    const { apiKey, apiSecret } = sandbox;
    const { conciliaciones } = aService(sandbox.url, {
      clock: createTestClock(),
      credentials: { tipo: 'api', apiKey, apiSecret },
    });
    await conciliaciones.remove(id, noSignal);
    const other = { fecha_venta: '2026-10-01', comprobante: '1', tarjeta_nro: '1234', importe: '1.00' };
    const body = JSON.stringify({ id: '0', datos: [other], subir_mas: 'false' });
    expect(await conciliaciones.send(new TextEncoder().encode(body), noSignal)).toMatchObject({ id });
    const report = await trial();
    expect(report.carga).toMatchObject({ estado: 'sin_borrar', retomada: true });
    // Nobody is told to delete what is somebody else's.
    expect(report.mensaje).toContain('no muestra los cupones de la prueba');
    expect(report.mensaje).not.toContain('borrar');
    expect(sandbox.truth.conciliaciones()).toHaveLength(1);
  }));

test('without a way in nothing is uploaded', () =>
  withTrial(['redirige=si'], async ({ sandbox, ledger, trial }) => {
    expect(await trial()).toMatchObject({ codigo: 'REDIRECCION' });
    expect(sandbox.listReceived('subir')).toEqual([]);
    expect(ledger.uploads('1')).toEqual([]);
  }));
