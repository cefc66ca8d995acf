import { describe, expect, test } from 'vitest';
import type { HostEvent } from '#contract/host-events.ts';
import { Notices } from '../../src-renderer/frame/notices.svelte.ts';
import { overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { makeApi, failWith } from './double.ts';

describe('what the core says by itself', () => {
  test('a secret is asked for once, and until it is answered anywhere', async () => {
    const notices = new Notices(makeApi({}));
    const key: HostEvent = { tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' };
    notices.receive(key);
    notices.receive(key); // repeated after the stream was connected again
    expect(notices.questions).toEqual([{ id: '1', cuenta: 'mía', url: 'https://api.example' }]);
    notices.receive({ tipo: 'clave_cerrada', pregunta: '1' });
    expect(notices.questions).toEqual([]);
  });

  test('a question stays until its secret was taken', async () => {
    let isBroken = true;
    const given: unknown[] = [];
    const notices = new Notices({
      ...makeApi({}),
      answerSecret: async (...answer) => {
        if (isBroken) failWith('INTERNO');
        given.push(answer);
      },
    });
    notices.receive({ tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' });
    await notices.answer('1', 'secreto');
    expect([notices.questions.length, notices.failure?.code, notices.answering]).toEqual([1, 'INTERNO', undefined]);
    isBroken = false;
    await notices.answer('1', 'secreto');
    expect([notices.questions, notices.failure, given]).toEqual([[], undefined, [['1', 'secreto']]]);
  });

  test('a question that the person puts off closes, even if the core does not hear it', async () => {
    const notices = new Notices({ ...makeApi({}), answerSecret: async () => failWith('INTERNO') });
    notices.receive({ tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' });
    await notices.putOff('1');
    expect([notices.questions, notices.failure]).toEqual([[], undefined]);
  });

  test('a sentence is shown until it was read', () => {
    const notices = new Notices(makeApi({}));
    notices.receive({ tipo: 'aviso', texto: 'hola' });
    notices.receive({ tipo: 'aviso', texto: 'hola' });
    expect(notices.texts).toEqual(['hola']);
    notices.discard('hola');
    expect(notices.texts).toEqual([]);
  });
});

describe('what the core says of what is going on', () => {
  test('only the last of it is shown', () => {
    const notices = new Notices(makeApi({}));
    notices.receive({
      tipo: 'aviso',
      texto: 'x',
      pasajero: { codigo: 'pide_esperar', segundos: 1, limite: 30, cuenta: 'mía' },
    });
    expect(notices.passing).toBeUndefined(); // a short wait is not announced
    notices.receive({
      tipo: 'aviso',
      texto: 'x',
      pasajero: { codigo: 'no_responde', segundos: 10, limite: 30, cuenta: 'mía' },
    });
    notices.receive({
      tipo: 'aviso',
      texto: 'x',
      pasajero: { codigo: 'pide_esperar', segundos: 20, limite: 30, cuenta: 'mía' },
    });
    expect([notices.texts, notices.passing]).toEqual([
      [],
      'El servicio pidió que esperemos 20 s. Seguimos intentando; no hace falta que hagas nada.',
    ]);
    // The notice is in the language of the screens, not in the core's.
    overwriteGetLocale(() => 'en');
    notices.receive({
      tipo: 'aviso',
      texto: 'x',
      pasajero: { codigo: 'no_respondio', segundos: 30, limite: 30, cuenta: 'mía' },
    });
    overwriteGetLocale(() => 'es-AR');
    expect(notices.passing).toBe('The service did not answer in 30 s.');
    notices.forgetPassing();
    expect(notices.passing).toBeUndefined();
  });

  test('short waits that the service asks for one after another are said once they come to seconds', () => {
    const notices = new Notices(makeApi({}));
    const wait = (): void => {
      notices.receive({
        tipo: 'aviso',
        texto: 'x',
        pasajero: { codigo: 'pide_esperar', segundos: 2, limite: 30, cuenta: 'mía' },
      });
    };
    const SLOW = 'El servicio pide que esperemos entre un pedido y otro. Seguimos; no hace falta que hagas nada.';
    const said = [1, 2, 3, 4].map(() => {
      wait();
      return notices.passing;
    });
    expect(said).toEqual([undefined, undefined, SLOW, SLOW]);
    notices.forgetPassing();
    wait();
    expect(notices.passing).toBeUndefined(); // waits of earlier work do not count
  });
});
