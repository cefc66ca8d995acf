import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { fromDayNumber } from '#domain/civil-date.ts';
import { createRedactor } from '#service/transport/answer.ts';
import { API, noSignal, clientOf, USER, type Received, type Reply } from './fixtures.ts';

const day = fromDayNumber(20_000);
const SECRETS = ['llave-de-prueba', 'secreto-de-prueba', 'clave-de-prueba', 'token-1', 'token-2', 'refresco-1'];
const ENCODED = [Buffer.from(`${API.apiKey}:${API.apiSecret}`).toString('base64')];

/** An error body that repeats the request, as an error page may. */
const echo = (request: Received): string =>
  JSON.stringify({ error: request.headers, cuerpo: request.text, tarjeta: '4509 9535 6623 3704' });

function holds(value: unknown): readonly string[] {
  const text = inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null });
  return [...SECRETS, ...ENCODED, '4509 9535 6623 3704'].filter((secret) => text.includes(secret));
}

const failures: readonly [string, (request: Received) => Reply][] = [
  ['400', (request) => ({ status: 400, body: echo(request) })],
  ['401', (request) => ({ status: 401, body: echo(request) })],
  ['500', (request) => ({ status: 500, body: echo(request) })],
  ['HTML', (request) => ({ body: `<p>${echo(request)}</p>` })],
  ['another shape', (request) => ({ body: { token: request.headers['x-auth-token'] } })],
  ['a redirect', (request) => ({ status: 302, headers: { location: `/${String(request.headers['x-auth-token'])}` } })],
  ['a dropped connection', () => ({ raw: (response) => response.destroy() })],
];

for (const credentials of [API, USER])
  for (const where of ['read', 'login'])
    test.for(failures)(
      `no secret of an account (${credentials.tipo}) shows in an error or the log when its ${where} meets %s`,
      async ([, fail]) => {
        const { service } = await clientOf(fail, { credentials, ...(where === 'login' ? { login: fail } : {}) });
        const outcomes = await Promise.allSettled([
          ...(where === 'login' ? [service.access.signIn(noSignal)] : []),
          service.comercios(noSignal),
          service.operaciones.page({ ventana: { desde: day, hasta: day }, comercios: ['1'] }, noSignal),
        ]);
        const sent = await service.conciliaciones.send(new TextEncoder().encode('{}'), noSignal);
        expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
        expect(holds([outcomes, sent, service.logged, service.quarantined])).toEqual([]);
      },
    );

test('a secret is gone in every form it may be echoed in', () => {
  const redactor = createRedactor();
  const secret = 'a b&c"d/ñ=1';
  redactor.add(secret);
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString(),
    Buffer.from(secret).toString('base64'),
    JSON.stringify({ x: secret }),
  ];
  for (const form of forms) {
    const clean = redactor.clean(`antes ${form} después`);
    expect(clean).toContain('***');
    expect(clean).not.toContain(form);
  }
});

test('a detail is short, without control characters or card numbers', () => {
  const clean = createRedactor().clean(`uno\u0000\r\ndos 4509-9535-6623-3704 ${'x'.repeat(5000)}`);
  expect(clean.startsWith('uno dos *** xxx')).toBe(true);
  expect(clean.length).toBeLessThanOrEqual(301);
});
