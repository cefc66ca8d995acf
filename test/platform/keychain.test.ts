import { expect, test } from 'vitest';
import { createKeychain, type Keytar } from '#platform/secrets/secret-store.ts';

const failing = (message: string): Keytar => {
  const fail = (): Promise<never> => Promise.reject(new Error(message));
  return { getPassword: fail, setPassword: fail, deletePassword: fail };
};

test.for([
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'bloqueado'],
  ['User canceled the operation.', 'bloqueado'],
  ['User interaction is not allowed.', 'bloqueado'],
  ["Couldn't access platform storage: Secret Service: no result found", 'sin-llavero'],
  ['Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled', 'sin-llavero'],
] as const)('«%s» is told as %s', async ([message, motivo]) => {
  const keychain = createKeychain(() => Promise.resolve(failing(message)));
  const expected = { code: 'LLAVERO_NO_DISPONIBLE', detail: { motivo } };
  await expect(keychain.get('a')).rejects.toMatchObject(expected);
  await expect(keychain.set('a', 'x')).rejects.toMatchObject(expected);
  await expect(keychain.delete('a')).rejects.toMatchObject(expected);
});

test('a machine whose native module does not load has no keychain', async () => {
  const keychain = createKeychain(() => Promise.reject(new Error('Cannot find native binding')));
  await expect(keychain.get('a')).rejects.toMatchObject({ detail: { motivo: 'sin-llavero' } });
});

test('a keychain that never answers is given up', async () => {
  const silent = (): Promise<never> => new Promise(() => undefined);
  const keytar: Keytar = { getPassword: silent, setPassword: silent, deletePassword: silent };
  const keychain = createKeychain(() => Promise.resolve(keytar), 1);
  await expect(keychain.get('a')).rejects.toMatchObject({ detail: { motivo: 'bloqueado' } });
});

test('the native module is not loaded before it is needed', async () => {
  let loads = 0;
  const empty: Keytar = {
    getPassword: () => Promise.resolve(null),
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(false),
  };
  const keychain = createKeychain(() => {
    loads += 1;
    return Promise.resolve(empty);
  });
  expect(loads).toBe(0);
  expect([await keychain.get('a'), await keychain.delete('a')]).toEqual([undefined, false]);
  expect(loads).toBe(1);
});
