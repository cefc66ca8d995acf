import { describe, expect, test } from 'vitest';
import type { ListedAccount } from '#contract/accounts.ts';
import { ConnectState, getSharedCuit, AccountsState } from '../../src-renderer/features/settings/accounts.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { Failure } from '../../src-renderer/api/failure.ts';
import { makeApi, ACCOUNT, failWith } from './double.ts';

const never = new AbortController().signal;
const OTHER: ListedAccount = { ...ACCOUNT, nombre: 'otra', predeterminada: false };

function connectWith(answers: Parameters<typeof makeApi>[0]) {
  const api = makeApi({
    'cuentas.listar': () => [],
    'cuentas.agregar': ({ nombre }) => ({ nombre, claveGuardada: true }),
    'cuentas.quitar': ({ nombre }) => ({ nombre, revocada: true, datosBorrados: false }),
    ...answers,
  });
  const state = new ConnectState(api);
  state.name = ' Nueva ';
  state.url = 'https://x.example';
  state.identity = 'clave';
  state.secret = 's3creto';
  return { api, estado: state };
}

describe('connecting an account', () => {
  test('says which merchants it found, and forgets the secret', async () => {
    const comercios = [{ id: '1', nombre: 'Centro' }];
    const { estado } = connectWith({ 'cuentas.probar': () => ({ nombre: 'Nueva', comercios }) });
    await estado.tryOut(never);
    expect(estado.connected).toMatchObject({ nombre: 'Nueva', comercios, claveGuardada: true });
    expect(estado.secret).toBe('');
    expect(estado.failure).toBeUndefined();
  });

  test('is not said to be connected before the screens work with the account', async () => {
    const { estado } = connectWith({ 'cuentas.probar': () => ({ nombre: 'Nueva', comercios: [] }) });
    const entered = Promise.withResolvers<undefined>();
    const asked: string[] = [];
    const trying = estado.tryOut(never, async (name) => {
      asked.push(name);
      await entered.promise;
    });
    await expect.poll(() => asked).toEqual(['Nueva']);
    expect([estado.connected, estado.isBusy]).toEqual([undefined, true]);
    entered.resolve(undefined);
    await trying;
    expect(estado.connected).toMatchObject({ nombre: 'Nueva' });
  });

  test('says one tax number for all the stores when they have the same one', () => {
    const item = { id: '1', nombre: 'Centro', cuit: '30715542189' };
    expect(getSharedCuit([item, { ...item, id: '2' }])).toBe('30715542189');
    expect(getSharedCuit([item, { ...item, id: '2', cuit: '20111111112' }])).toBeUndefined();
    expect(getSharedCuit([item, { id: '2', nombre: 'Otro' }])).toBeUndefined();
    expect(getSharedCuit([{ ...item, cuit: '' }])).toBeUndefined();
    expect(getSharedCuit([])).toBeUndefined();
  });

  test('leaves nothing of an account that the service refuses, but its data', async () => {
    const { api, estado } = connectWith({ 'cuentas.probar': () => failWith('CREDENCIALES_RECHAZADAS') });
    await estado.tryOut(never);
    expect(estado.connected).toBeUndefined();
    expect(estado.failedField).toBe('secreto');
    expect(api.pedidos.at(-1)).toEqual(['cuentas.quitar', { nombre: 'Nueva', si: true, conDatos: false }]);
  });

  test('leaves nothing of an account whose form was left meanwhile', async () => {
    const left = new AbortController();
    const { api, estado } = connectWith({
      'cuentas.probar': () => {
        left.abort(); // the form closes after the service has answered
        return { nombre: 'Nueva', comercios: [] };
      },
    });
    await estado.tryOut(left.signal);
    expect(estado.connected).toBeUndefined();
    expect(api.pedidos.at(-1)).toEqual(['cuentas.quitar', { nombre: 'Nueva', si: true, conDatos: false }]);
  });

  test('never touches an account that has the name already', async () => {
    const { api, estado } = connectWith({ 'cuentas.listar': () => [{ ...ACCOUNT, nombre: 'NUEVA' }] });
    await estado.tryOut(never);
    expect(estado.failedField).toBe('nombre');
    expect(api.pedidos.map(([method]) => method)).toEqual(['cuentas.listar']);
  });
});

test.each([
  ['URL_INSEGURA', {}, 'url'],
  ['PEDIDO_RECHAZADO', { estado: 404 }, 'url'],
  ['RESPUESTA_INVALIDA', { motivo: 'html' }, 'url'],
  ['RESPUESTA_INVALIDA', { motivo: 'cortada' }, undefined],
  ['PEDIDO_RECHAZADO', { estado: 409 }, undefined],
] as const)(
  'an address that is wrong, or where something else answers, is said at the address: %s %o',
  async (code, detail, field) => {
    const { estado } = connectWith({
      'cuentas.probar': () => {
        throw new Failure({ code, message: '', detail });
      },
    });
    await estado.tryOut(never);
    expect(estado.failedField).toBe(field);
  },
);

describe('which account the screens work with', () => {
  test('is the chosen one, else the default, else the first', async () => {
    const session = new Session(makeApi({ 'cuentas.listar': () => [OTHER, ACCOUNT] }));
    expect(session.actual).toBeUndefined();
    await session.read();
    expect(session.actual?.nombre).toBe('mía');
    session.choose('otra');
    expect(session.actual?.nombre).toBe('otra');
    session.choose('una que ya no está');
    expect(session.actual?.nombre).toBe('mía');
  });

  test('a list that cannot be read is a failure, not an empty list', async () => {
    const session = new Session(makeApi({ 'cuentas.listar': () => failWith('DATOS_MAS_NUEVOS') }));
    await session.read();
    expect(session.accounts).toBeUndefined();
    expect(session.failure?.code).toBe('DATOS_MAS_NUEVOS');
  });
});

test('the screens open with the account that they showed last, if it is still there', async () => {
  const accounts = [ACCOUNT, { ...ACCOUNT, nombre: 'otra', predeterminada: false }];
  const session = new Session(makeApi({ 'cuentas.listar': () => accounts }));
  session.last = 'otra';
  await session.read();
  expect(session.actual?.nombre).toBe('otra');
  session.last = 'quitada';
  expect(session.actual?.nombre).toBe('mía');
});

describe('the accounts of Ajustes', () => {
  async function openAccounts(answers: Parameters<typeof makeApi>[0]) {
    let accounts = [ACCOUNT, OTHER];
    const api = makeApi({
      'cuentas.listar': () => accounts,
      'cuentas.quitar': ({ nombre }) => {
        accounts = accounts.filter((account) => account.nombre !== nombre);
        return { nombre, revocada: false, datosBorrados: true };
      },
      ...answers,
    });
    const session = new Session(api);
    await session.read();
    let now = 0;
    return { api, estado: new AccountsState({ api, session, now: () => (now += 400) }) };
  }

  test('each keeps the outcome of its own test', async () => {
    const { estado } = await openAccounts({
      'cuentas.probar': ({ cuenta }) =>
        cuenta === 'otra' ? failWith('SIN_CONEXION') : { nombre: 'mía', comercios: [] },
    });
    await estado.tryOut('mía', never);
    await estado.tryOut('otra', never);
    expect(estado.test).toMatchObject({ estado: 'probada', ms: 400 });
    estado.choose('otra');
    expect(estado.test).toMatchObject({ estado: 'fallo', falla: { code: 'SIN_CONEXION' } });
  });

  test('removing one says what became of it, and shows another', async () => {
    const { estado } = await openAccounts({});
    estado.choose('otra');
    await estado.remove('otra', true);
    expect(estado.done).toEqual({ what: 'removed', account: { nombre: 'otra', revocada: false, datosBorrados: true } });
    expect(estado.chosen?.nombre).toBe('mía');
  });

  test('one that is removed while another one is looked at, or asked about, leaves that one there', async () => {
    const held = Promise.withResolvers<undefined>();
    const { estado } = await openAccounts({
      'cuentas.quitar': async ({ nombre }) => {
        await held.promise;
        return { nombre, revocada: false, datosBorrados: false };
      },
    });
    estado.choose('mía');
    estado.removing = ACCOUNT;
    const removing = estado.remove('mía', false);
    estado.choose('otra');
    estado.removing = OTHER;
    held.resolve(undefined);
    await removing;
    expect([estado.chosen?.nombre, estado.removing]).toEqual(['otra', OTHER]);
  });

  test('one that could not be removed is still there, with why', async () => {
    const { estado } = await openAccounts({ 'cuentas.quitar': () => failWith('EN_USO') });
    await estado.remove('mía', false);
    expect(estado.failure?.code).toBe('EN_USO');
    expect(estado.chosen?.nombre).toBe('mía');
  });
});
