import { REFUSALS } from '#domain/texts/refusals.ts';
import { QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { BUSY_REASONS, REASONS } from '#domain/texts/failures.ts';
import { isOfNetwork, needsSignIn, getErrorWords, describeFailure } from '../../src-renderer/ui/errors.ts';
import { m } from '../../src-renderer/paraglide/messages.js';
import type { UpdatesDocument, UpdateStatus } from '#contract/settings.ts';
import { UpdatesState } from '../../src-renderer/features/settings/updates.svelte.ts';
import { makeApi } from './double.ts';

import en from '../../src-renderer/messages/en.json' with { type: 'json' };
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };

describe('the words of the screens', () => {
  test('every error code says what happened and what to do', () => {
    for (const code of ERROR_CODES) {
      const { que, rest } = getErrorWords(code);
      expect(que, code).toMatch(/\.$/);
      expect(rest.length, code).toBeGreaterThan(10);
    }
  });

  test('a file that is not the corrected one is no file without permissions', () => {
    const failure = { code: 'ARCHIVO_ILEGIBLE', detail: { motivo: 'no_es_de_errores' } } as const;
    expect(describeFailure(failure).que).toBe('Este archivo no es el de los errores de esta revisión.');
  });

  test('a workbook without decisions is named as that, with the columns that it lacks', () => {
    const { que } = describeFailure({ code: 'ENTRADA_INVALIDA', detail: { motivo: 'no_es_de_decisiones' } });
    const { decision, motivo, cupon } = QUEUE_COLUMNS;
    expect(que).toBe(`La planilla no tiene las columnas «${decision}», «${motivo}» y «${cupon}».`);
  });

  test('a backup of an account that sent nothing is not one that got lost', () => {
    const failure = { code: 'COPIA_INEXISTENTE', detail: { motivo: 'nada_enviado' } } as const;
    expect(describeFailure(failure).que).toBe(REFUSALS.nothingSentYet.es[0]);
  });

  test('a secret that is refused speaks of no field, since most screens have none: it leads to where it is given again', () => {
    const failure = { code: 'CREDENCIALES_RECHAZADAS' } as const;
    expect(describeFailure(failure).rest).toMatch(/datos guardados se pueden consultar\. Volvé a entrar/);
    expect(needsSignIn(failure)).toBe(true);
  });

  test.each([
    'certificado_desconocido',
    'certificado_vencido',
    'certificado_ajeno',
    'proxy_con_clave',
    'proxy_no_deja',
    'proxy_desconocido',
  ])('a service that could not be reached by %s says so, and not that there is no connection', (motivo) => {
    const failure = { code: 'SIN_CONEXION', detail: { motivo } } as const;
    const { que, rest } = describeFailure(failure);
    expect(que).not.toBe(getErrorWords('SIN_CONEXION').que);
    expect(rest).toMatch(/^No se mandó nada\. /);
    expect(isOfNetwork(failure)).toBe(false);
  });

  test('a folder that cannot be written to is named', () => {
    const { que, rest } = describeFailure({ code: 'CARPETA_SIN_PERMISO', detail: { carpeta: '/datos' } });
    expect(que).toBe('No se puede escribir en la carpeta «/datos».');
    expect(rest).toBe(getErrorWords('CARPETA_SIN_PERMISO').rest);
  });

  test('one that only did not answer is said in the bar, once for every screen', () => {
    expect(isOfNetwork({ code: 'SIN_CONEXION', detail: { motivo: 'proxy' } })).toBe(true);
    expect(isOfNetwork({ code: 'SIN_CONEXION' })).toBe(true);
  });

  test('no failure of the screens speaks of commands, nor shouts, nor begs', () => {
    for (const [key, text] of Object.entries(es)) {
      expect(JSON.stringify(text), key).not.toMatch(/--|«cuenta |«conciliaciones |[¡!]|por favor|Ups/i);
    }
  });

  test('both languages have the same texts', () => {
    expect(Object.keys(en)).toEqual(Object.keys(es));
  });
});

test.each(['trabajo_en_marcha', 'cambio_de_lugar'] as const)(
  'what this program does itself is not said to be another one: %s',
  (motivo) => {
    const [what, rest] = BUSY_REASONS[motivo].es;
    expect(describeFailure({ code: 'EN_USO', detail: { motivo } })).toEqual({ que: what, rest });
    expect(describeFailure({ code: 'EN_USO', detail: { motivo: 'certificado_ajeno' } })).toEqual(
      getErrorWords('EN_USO'),
    );
  },
);
test('where another PC ends our tokens it is said, and nobody is sent to sign in again', () => {
  const failure = { code: 'TOKEN_RECHAZADO', detail: { motivo: 'otra_pc' } } as const;
  expect(describeFailure(failure)).toEqual({ que: REASONS.otra_pc.es[0], rest: REASONS.otra_pc.es[1] });
  expect(needsSignIn(failure)).toBe(false);
  expect(needsSignIn({ code: 'TOKEN_RECHAZADO' })).toBe(true);
});

test('a round number of millions is counted as any other', () => {
  // Spanish has a plural form of its own for millions ("un millón de…"), which no message distinguishes.
  expect(m.datos_n_operaciones({ n: 1_000_000, texto: '1.000.000' })).toBe('1.000.000 operaciones');
});

test.each([
  ['es-AR', es],
  ['en', en],
])('every plural of %s has a form for whatever number comes', (_, messages) => {
  const incomplete = Object.entries(messages).filter(
    ([, message]) =>
      Array.isArray(message) && !message.every(({ match }) => Object.keys(match).some((form) => form.endsWith('=*'))),
  );
  expect(incomplete.map(([name]) => name)).toEqual([]);
});

const doc = (now: UpdateStatus): UpdatesDocument => ({
  version: '1.4.0',
  hay: null,
  seInstala: true,
  direccion: 'https://programas.example/',
  buscada: null,
  ahora: now,
});
const ready = doc({ estado: 'lista', version: '1.5.0' });

test('looking only says what there is; installing downloads it first', async () => {
  const api = makeApi({
    'actualizaciones.buscar': () => doc({ estado: 'hay', version: '1.5.0' }),
    'actualizaciones.bajar': () => ready,
    'actualizaciones.instalar': () => ready,
  });
  const state = new UpdatesState(api);
  const calls = (): readonly string[] => api.pedidos.map(([method]) => method.replace('actualizaciones.', ''));
  await state.look();
  expect([state.offered, state.doing, calls()]).toEqual(['1.5.0', undefined, ['buscar']]);
  await state.install();
  expect([calls(), state.doing]).toEqual([['buscar', 'bajar', 'instalar'], 'install']);
});
