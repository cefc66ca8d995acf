import { fc, forAll } from '../for-all.ts';
import { expect, test } from 'vitest';
import { createUpdates, type Installer, type UpdatesDeps, isNewer } from '#app/updates/index.ts';
import { AppError } from '#contract/errors.ts';
import { createTestClock } from '../service/fixtures.ts';

const signal = (): AbortSignal => new AbortController().signal;

function made(changes: Partial<UpdatesDeps> = {}) {
  const facts: string[] = [];
  const installer: Installer = {
    download: async (feed, onBytes) => {
      facts.push(`download ${feed}`);
      onBytes(5, 10);
    },
    closeAndInstall: () => facts.push('close'),
  };
  const updates = createUpdates({
    clock: createTestClock(),
    feed: 'https://programas.example/',
    version: '1.4.0',
    readLatest: async () => '1.5.0',
    chosen: async () => true,
    installer,
    onError: (error) => facts.push(error instanceof AppError ? error.code : String(error)),
    ...changes,
  });
  return { updates, facts };
}

test('looking downloads nothing; installing downloads, and closes only when asked', async () => {
  const { updates, facts } = made();
  expect((await updates.look(true, signal())).ahora).toEqual({ estado: 'hay', version: '1.5.0' });
  expect(facts).toEqual([]);
  await expect(updates.install()).rejects.toMatchObject({ code: 'ACTUALIZACION_NO_LISTA' });
  const progress: unknown[] = [];
  const brought = await updates.bring((one) => progress.push(one), signal());
  expect(brought.ahora).toEqual({ estado: 'lista', version: '1.5.0' });
  expect(progress).toEqual([{ fase: 'actualizacion', hecho: 5, total: 10 }]);
  expect(facts).toEqual(['download https://programas.example/']);
  await updates.install();
  expect(facts.at(-1)).toBe('close');
});

test('where nobody publishes it, it is off: alone it asks nobody, asked it says why', async () => {
  const { updates, facts } = made({ feed: null, readLatest: async () => Promise.reject(new Error('asked')) });
  expect((await updates.look(true, signal())).ahora).toEqual({ estado: 'sin_buscar' });
  const codigo = 'ACTUALIZACIONES_SIN_DIRECCION';
  expect((await updates.look(false, signal())).ahora).toMatchObject({ estado: 'falla', codigo });
  expect(facts).toEqual([codigo]);
});

test('a program that does not replace itself says where the new version is', async () => {
  const { updates } = made({ installer: undefined });
  expect(await updates.look(false, signal())).toMatchObject({
    hay: true,
    seInstala: false,
    direccion: 'https://programas.example/',
  });
  await expect(updates.bring(() => undefined, signal())).rejects.toMatchObject({ code: 'ACTUALIZACION_NO_SE_INSTALA' });
});

test('a download that is refused is a failure, and the next look may find the version again', async () => {
  const download = async (): Promise<void> => Promise.reject(new AppError('ACTUALIZACION_DANADA'));
  const { updates } = made({ installer: { download, closeAndInstall: () => undefined } });
  await updates.look(false, signal());
  const brought = await updates.bring(() => undefined, signal());
  expect(brought.ahora).toMatchObject({ estado: 'falla', codigo: 'ACTUALIZACION_DANADA' });
  expect((await updates.look(false, signal())).ahora.estado).toBe('hay');
});

test('versions are ordered by their numbers, those of a channel before the stable one', () => {
  const number = fc.nat({ max: 999 });
  forAll(fc.tuple(number, number, number), fc.tuple(number, number, number), (a, b) => {
    const difference = a.map((part, i) => part - (b[i] ?? 0)).find((one) => one !== 0) ?? 0;
    expect(isNewer(a.join('.'), b.join('.'))).toBe(difference > 0);
  });
  expect(isNewer('1.5.0', '1.5.0-beta.2')).toBe(true);
  expect(isNewer('1.5.0-beta.10', '1.5.0-beta.2')).toBe(true);
  expect(isNewer('1.5.0-beta.1', '1.5.0')).toBe(false);
  expect(isNewer('última', '1.5.0')).toBe(false);
});
