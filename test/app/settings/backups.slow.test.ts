import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { createSandbox } from '#sandbox/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { credentialOf, send, test, withSending, type Pc } from './support.ts';

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.db'))
    .map((name) => path.join(folder, name))
    .sort();

async function withFolder(pc: Pc, folder: string): Promise<string> {
  const stick = path.join(folder, 'lápiz');
  await mkdir(stick, { recursive: true });
  await pc.call('respaldos.carpeta', { carpeta: stick });
  return path.join(stick, 'Conciliador');
}

const ledgerOf = async (pc: Pc): Promise<string> => {
  const [id = ''] = await readdir(path.join(pc.data, 'cuentas'));
  return path.join(pc.data, 'cuentas', id, 'ledger.db');
};

/** An account's files, without SQLite's files beside an open database. */
const settled = async (pc: Pc): Promise<string[]> =>
  (await readdir(path.dirname(await ledgerOf(pc)))).filter((name) => !/-(?:wal|shm)$/.test(name)).sort();

describe('backups', () => {
  test('are made after an upload, beside the data and in the chosen folder', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const stick = await withFolder(one, folder);
    await withSending(one, sandbox);
    await one.reopen(); // closing waits for a running backup
    const { carpeta, falla, copias } = await one.call('respaldos.listar', {});
    expect([carpeta, falla]).toEqual([path.dirname(stick), null]);
    expect(copias.map(({ lugar, estaPc }) => [lugar, estaPc])).toContainEqual(['carpeta', true]);
    expect(copias.map(({ lugar }) => lugar)).toContain('datos');
    const [seen] = await one.call('respaldos.verificar', { copias: [copias[0]?.copia ?? ''] });
    expect(seen).toMatchObject({
      estado: 'sana',
      cuenta: 'La Espiga',
      url: sandbox.url,
      antes: null,
      contenido: { cargas: 1 },
    });
    const text = (await readFile((await filesIn(stick))[0] ?? '')).toString('latin1');
    expect(text).not.toContain(sandbox.apiSecret);
  });

  test('do not stop an upload when the stick is not there, which is told', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const stick = await withFolder(one, folder);
    await rm(stick, { recursive: true });
    await withSending(one, sandbox);
    await expect(one.call('respaldos.crear', {})).rejects.toThrow('RESPALDO_CARPETA_AUSENTE');
    expect(await one.call('respaldos.listar', {})).toMatchObject({ falla: 'RESPALDO_CARPETA_AUSENTE' });
    expect(one.avisos.join()).toContain('no llegó a la otra carpeta');
  });

  test('are refused for an account that sent nothing, with the reason', async ({ pc, sandbox }) => {
    const one = pc('una', { clave: sandbox.apiSecret });
    await one.call('cuentas.agregar', { nombre: 'La Espiga', url: sandbox.url, credencial: credentialOf(sandbox) });
    expect(await one.rechazo('respaldos.crear', {})).toMatchObject({
      code: 'COPIA_INEXISTENTE',
      detail: { motivo: 'nada_enviado' },
    });
  });

  test('a ledger of zero bytes is not a new one', async ({ pc, sandbox }) => {
    const one = pc('una');
    await withSending(one, sandbox);
    await one.call('respaldos.crear', {});
    await one.reopen();
    const ledger = await ledgerOf(one);
    for (const suffix of ['-wal', '-shm']) await rm(`${ledger}${suffix}`, { force: true });
    await writeFile(ledger, '');
    expect(await one.call('cargas.recientes', {})).toHaveLength(1);
    expect(one.avisos.join()).toContain('Se recuperó');
  });
});

test('closed months go to the chosen folder, and come back with the answers', async ({ folder, pc, sandbox }) => {
  const one = pc('una', { clave: sandbox.apiSecret });
  const stick = await withFolder(one, folder);
  await one.call('cuentas.agregar', { nombre: 'La Espiga', url: sandbox.url, credencial: credentialOf(sandbox) });
  await one.call('datos.sincronizar', { metodos: ['comercios'] });
  const { contribuyentes } = await one.call('cierre.contribuyentes', {});
  const which = { periodo: '2026-08', cuit: contribuyentes[0]?.cuit ?? '' };
  await one.call('cierre.cerrar', { ...which, motivo: 'primera vez' });
  await one.reopen(); // closing waits for a running backup
  const [id = ''] = await readdir(path.join(one.data, 'cuentas'));
  const away = path.join(stick, `cierres (${id})`);
  expect(await readdir(away)).toEqual([`2026-08-${which.cuit}.db`]);

  expect((await one.call('datos.estado', {})).cerrados).toEqual([which]);

  await one.call('cierre.reabrir', { ...which, motivo: 'faltaba algo' });
  await one.call('cierre.cerrar', { ...which, motivo: 'otra vez' });
  await one.call('cierre.responder', { jurisdicciones: [{ texto: 'RET. LOCAL', jurisdiccion: '921' }] });
  await send(one);
  await one.reopen();
  const files = ['.1.db', '.1.json', '.db'].map((end) => `2026-08-${which.cuit}${end}`);
  expect((await readdir(away)).sort()).toEqual(files);

  // The closed months of an account without uploads are backed up beside another account's backup.
  const idle = '0123456789abcdef';
  await mkdir(path.join(stick, `cierres (${idle})`));
  await writeFile(path.join(stick, `cierres (${idle})`, '2026-07-30111222333.db'), 'mes');

  const two = pc('dos');
  await two.call('respaldos.restaurar', { archivos: await filesIn(stick), si: true });
  expect(await readdir(path.join(two.data, 'cuentas', idle, 'cierres'))).toEqual(['2026-07-30111222333.db']);
  const account = path.join(two.data, 'cuentas', id);
  expect((await readdir(path.join(account, 'cierres'))).sort()).toEqual(files);
  for (const file of files)
    expect(await readFile(path.join(account, 'cierres', file))).toEqual(await readFile(path.join(away, file)));
  expect(JSON.parse(await readFile(path.join(account, 'cierre.json'), 'utf8'))).toMatchObject({
    jurisdicciones: { 'RET. LOCAL': '921' },
  });
});

describe('restoring', () => {
  test('moves accounts to another PC, several files at once', async ({ folder, pc, sandbox }) => {
    const second = await createSandbox({ clock: systemClock, operaciones: 1000 });
    try {
      const one = pc('una');
      const stick = await withFolder(one, folder);
      await withSending(one, sandbox);
      await one.call('cuentas.agregar', { nombre: 'Otra', url: second.url, credencial: credentialOf(second) });
      await one.call('cuentas.usar', { nombre: 'Otra' });
      await send(one);
      await one.call('ajustes.cambiar', { porTanda: 77, tema: 'oscuro' });
      await one.call('respaldos.crear', { cuenta: 'Otra' });
      await one.call('respaldos.crear', { cuenta: 'La Espiga' });
      await one.reopen();

      const two = pc('dos');
      await two.call('ajustes.cambiar', { tema: 'claro' });
      const files = await filesIn(stick);
      const shown = await two.call('respaldos.verificar', { archivos: files });
      expect(new Set(shown.map(({ cuenta, url }) => `${String(cuenta)} ${String(url)}`))).toEqual(
        new Set([`La Espiga ${sandbox.url}`, `Otra ${second.url}`]),
      );
      expect((await two.rechazo('respaldos.restaurar', { archivos: files, si: false })).code).toBe(
        'CONFIRMACION_NECESARIA',
      );
      const done = await two.call('respaldos.restaurar', {
        archivos: files,
        huellas: shown.map(({ huella }) => huella),
        si: true,
      });
      expect(done.cuentas.map(({ cuenta, nueva, apartado }) => [cuenta, nueva, apartado]).sort()).toEqual([
        ['La Espiga', true, null],
        ['Otra', true, null],
      ]);
      expect(done.plantillas).toBe(1);
      expect(await two.call('ajustes.leer', {})).toMatchObject({ porTanda: 77, tema: 'claro' });
      expect(await two.call('cargas.recientes', { cuenta: 'La Espiga' })).toHaveLength(1);
      expect((await two.rechazo('cuentas.probar', { cuenta: 'La Espiga' })).code).toBe('CLAVE_AUSENTE');
    } finally {
      await second.close();
    }
  });

  test('changes nothing when a file is damaged, has changed or is of nobody here', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const stick = await withFolder(one, folder);
    await withSending(one, sandbox);
    await one.call('respaldos.crear', {});
    const [good = ''] = await filesIn(stick);
    const bad = path.join(folder, 'malo.db');
    await writeFile(bad, 'nada');
    const before = await settled(one);
    expect((await one.rechazo('respaldos.restaurar', { archivos: [good, bad], si: true })).code).toBe('COPIA_DANADA');
    expect((await one.rechazo('respaldos.restaurar', { archivos: [good], huellas: ['x'], si: true })).code).toBe(
      'COPIA_DANADA',
    );
    expect((await one.rechazo('respaldos.verificar', { copias: ['no-esta.db'] })).code).toBe('COPIA_INEXISTENTE');
    expect(await settled(one)).toEqual(before);
    expect((await readdir(one.data)).filter((name) => name.startsWith('.respaldo-'))).toEqual([]);
  });

  test('keeps the replaced ledger, and takes the fullest of several of an account', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const stick = await withFolder(one, folder);
    await withSending(one, sandbox);
    await one.call('respaldos.crear', {});
    const archivos = await filesIn(stick);
    const done = await one.call('respaldos.restaurar', { archivos, si: true });
    expect(done.cuentas).toMatchObject([{ cuenta: 'La Espiga', nueva: false }]);
    expect(done.cuentas[0]?.apartado).toMatch(/^ledger\.db\.anterior-/);
    expect(await one.call('cargas.recientes', {})).toHaveLength(1);
    expect(await readdir(path.dirname(await ledgerOf(one)))).toContain('ledger.db.restaurado-sin-revisar');
  });
});
