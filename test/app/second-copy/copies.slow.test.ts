import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { publish, type PublishOrder } from '#app/second-copy/files.ts';
import { createFolderThreads } from '#app/second-copy/thread.ts';
import { everyFile } from '../../platform/temporary-folder.ts';
import { SmallDisk, whyNoSmallDisk } from '../../platform/small-disk.ts';
import { DAY, Pc, SAME_THREAD, accountCalled, copiesIn, test, uploadsIn } from './world.ts';

describe('a second copy', () => {
  test('goes to the folder that was chosen, whole, and says of which account and PC it is', async ({ pc, chosen }) => {
    await pc.send();
    const { segunda } = await pc.copies.choose(chosen);
    const [copy = ''] = copiesIn(chosen);
    expect(copy).toMatch(/^La Espiga \([0-9a-f]{16}\)\/CAJA-1 \([0-9a-f]{8}\)\/ledger-20261103150000000\.db$/);
    expect(uploadsIn(chosen, copy)).toBe(1);
    expect(segunda).toMatchObject({
      carpeta: chosen,
      mismoDisco: true,
      cuentas: [
        { cuenta: 'La Espiga', copia: { copia: copy, hecha: '2026-11-03 12:00:00', cargas: 1 }, dias: 0, falla: null },
      ],
      pregunta: null,
    });
    expect(readFileSync(path.join(chosen, 'Conciliador', 'LEEME.txt'), 'utf8')).toContain('No hay claves');
    // One file: what is opened there leaves nothing beside it.
    expect(readdirSync(path.dirname(path.join(chosen, 'Conciliador', copy)))).toEqual([path.basename(copy)]);
    expect(readdirSync(pc.data.accountFolder(pc.account.id).folder).filter((name) => name.endsWith('.parte'))).toEqual(
      [],
    );
  });

  test('holds the ledger and nothing else: not even the key of the account', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    for (const { file, text } of everyFile(chosen)) expect(text.includes('clave-La Espiga'), file).toBe(false);
  });

  test('is made after each upload, and not when nothing was sent since', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const first = copiesIn(chosen);
    pc.now += 60_000;
    await pc.sent();
    expect(copiesIn(chosen)).toEqual(first);
    await pc.send();
    await pc.sent();
    expect(copiesIn(chosen).map((copy) => uploadsIn(chosen, copy))).toEqual([2]);
  });

  test('is made by the daily round when an upload could not tell of itself', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    await pc.send(); // by a process that was killed before it copied
    await pc.round();
    expect(copiesIn(chosen).map((copy) => uploadsIn(chosen, copy))).toEqual([2]);
  });

  test('is made again when it is no longer where it was, or not as it was', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const [copy = ''] = copiesIn(chosen);
    writeFileSync(path.join(chosen, 'Conciliador', copy), 'cortada');
    pc.now += DAY;
    await pc.round();
    expect(copiesIn(chosen).map((one) => one === copy || uploadsIn(chosen, one))).toEqual([true, 1]);
    rmSync(path.join(chosen, 'Conciliador', copiesIn(chosen)[1] ?? ''));
    pc.now += DAY;
    await pc.round();
    expect(uploadsIn(chosen, copiesIn(chosen)[1] ?? '')).toBe(1);
  });

  test('leaves the last of each of seven days', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    for (let day = 0; day < 9; day += 1) {
      for (let time = 0; time < 2; time += 1) {
        await pc.send();
        await pc.sent();
        pc.now += 3_600_000;
      }
      pc.now += DAY - 2 * 3_600_000;
    }
    expect(copiesIn(chosen).map((copy) => uploadsIn(chosen, copy))).toEqual([7, 9, 11, 13, 15, 17, 19]);
    const [file = ''] = copiesIn(chosen);
    expect(path.basename(file)).toMatch(/^ledger-20261105/);
  });

  test('of several accounts and PCs in one folder meets no other', async ({ folder, chosen }) => {
    const accounts = [accountCalled('La Espiga'), accountCalled('La espiga')];
    const one = new Pc(path.join(folder, 'uno'), { accounts });
    const two = new Pc(path.join(folder, 'dos'), { accounts, hostName: 'CAJA-1' });
    for (const account of accounts) await one.send(account);
    await two.send();
    await one.copies.choose(chosen);
    await two.copies.choose(chosen);
    expect(copiesIn(chosen)).toHaveLength(3);
    for (let day = 0; day < 9; day += 1) {
      one.now += DAY;
      await one.send();
      await one.sent();
    }
    const { copias } = await two.copies.list(undefined);
    expect(
      Object.entries(Object.groupBy(copias, ({ cuenta, estaPc }) => `${cuenta} ${String(estaPc)}`))
        .map(([of, list]) => [of, list?.length])
        .sort(),
    ).toEqual([
      ['La Espiga false', 7],
      ['La Espiga true', 1],
      ['La espiga false', 1],
    ]);
    await Promise.all([one, two].map((pc) => pc.copies.waitUntilIdle()));
  });

  test('is not made for the example, nor where nothing was sent', async ({ folder, chosen }) => {
    const example = accountCalled('Datos de ejemplo', 'http://127.0.0.1:4567');
    const pc = new Pc(path.join(folder, 'datos'), { accounts: [accountCalled('Sin envíos'), example] });
    await pc.send(example);
    expect((await pc.copies.choose(chosen)).segunda.cuentas).toEqual([]);
    expect(copiesIn(chosen)).toEqual([]);
  });
});

describe('a folder', () => {
  test('that is not there fails nothing but the copy, is told once, and after each upload', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    renameSync(chosen, `${chosen} desenchufado`);
    await pc.send();
    await pc.round();
    await pc.round();
    expect(pc.notices).toEqual([expect.stringMatching(/segunda copia del registro de La Espiga: su carpeta no está/)]);
    await pc.sent();
    expect(pc.notices).toHaveLength(2);
    expect(await pc.ofAccount()).toMatchObject({ falla: { codigo: 'SEGUNDA_COPIA_AUSENTE' }, copia: { cargas: 1 } });
    expect(existsSync(chosen)).toBe(false);
    expect(pc.errors).toEqual([]);
  });

  test('that comes back gets its copy in the next round', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    renameSync(chosen, `${chosen} desenchufado`);
    await pc.send();
    await pc.sent();
    renameSync(`${chosen} desenchufado`, chosen);
    await pc.round();
    expect(await pc.ofAccount()).toMatchObject({ falla: null, copia: { cargas: 2 } });
  });

  test('of a disk that is in a drawer while nothing is sent is no failure, and nobody is asked', async ({
    pc,
    chosen,
  }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    renameSync(chosen, `${chosen} en el cajón`);
    for (let day = 0; day < 10; day += 1) {
      pc.now += DAY;
      await pc.round();
    }
    expect(await pc.copies.show()).toMatchObject({ cuentas: [{ falla: null, dias: 0 }], pregunta: null });
    expect(pc.notices).toEqual([]);
  });

  test('that is empty where the disk used to be is not taken for the disk', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    renameSync(chosen, `${chosen} desenchufado`);
    mkdirSync(chosen);
    await pc.send();
    await pc.sent();
    expect(await pc.ofAccount()).toMatchObject({ falla: { codigo: 'SEGUNDA_COPIA_AUSENTE' } });
    expect(readdirSync(chosen)).toEqual([]);
  });

  test('where the system lets nothing be written is told as such', async ({ pc, chosen }) => {
    await pc.copies.choose(chosen);
    await pc.send();
    writeFileSync(path.join(chosen, 'Conciliador', `La Espiga (${pc.account.id})`), 'not a folder');
    await pc.sent();
    expect(await pc.ofAccount()).toMatchObject({ copia: null, falla: { codigo: 'CARPETA_SIN_PERMISO' } });
    expect(pc.notices).toEqual([expect.stringMatching(/no deja escribir la segunda copia/)]);
  });

  test('that gives back something else than what was written is told, and keeps what it has', async ({
    folder,
    chosen,
  }) => {
    let lies = false;
    const corrupt = (from: string, to: string): void => {
      copyFileSync(from, to);
      if (to.endsWith('.parte') && to.startsWith(chosen)) truncateSync(to, 8192);
    };
    const bad = { ...SAME_THREAD, publish: (order: PublishOrder) => publish(order, lies ? corrupt : undefined) };
    const pc = new Pc(path.join(folder, 'datos'), { folder: bad });
    await pc.send();
    await pc.copies.choose(chosen);
    const [before = ''] = copiesIn(chosen);
    lies = true;
    pc.now += DAY;
    await pc.send();
    await pc.sent();
    expect(await pc.ofAccount()).toMatchObject({ falla: { codigo: 'SEGUNDA_COPIA_DANADA' }, copia: { copia: before } });
    expect(pc.notices).toEqual([expect.stringMatching(/no volvió igual al leerla/)]);
    expect(readdirSync(path.dirname(path.join(chosen, 'Conciliador', before)))).toEqual([path.basename(before)]);
  });

  test('what a killed program left on its way there goes an hour later', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const inFolder = path.dirname(path.join(chosen, 'Conciliador', copiesIn(chosen)[0] ?? ''));
    const here = pc.data.accountFolder(pc.account.id).folder;
    const [left, recent] = [path.join(inFolder, '.ledger-1.db.parte'), path.join(inFolder, '.ledger-2.db.parte')];
    const [own, ofOther] = [path.join(here, 'segunda-copia-1.parte'), path.join(here, 'segunda-copia-2.parte')];
    for (const file of [left, recent, own, ofOther]) writeFileSync(file, '');
    for (const file of [left, own]) utimesSync(file, new Date(pc.now - 3_600_001), new Date(pc.now - 3_600_001));
    for (const file of [recent, ofOther]) utimesSync(file, new Date(pc.now), new Date(pc.now));
    await pc.send();
    await pc.sent();
    expect([left, recent, own, ofOther].map((file) => existsSync(file))).toEqual([false, true, false, true]);
  });

  const without = whyNoSmallDisk();
  test.skipIf(without !== undefined)(
    `that is full keeps what it has, and takes the copy once there is room${without === undefined ? '' : ` (${without})`}`,
    async ({ pc, chosen }) => {
      const disk = new SmallDisk(chosen, 2);
      try {
        await pc.send();
        await pc.copies.choose(chosen);
        expect((await pc.copies.show()).mismoDisco).toBe(false);
        const before = copiesIn(chosen);
        await pc.send();
        disk.fill();
        pc.now += DAY;
        await pc.sent();
        expect(await pc.ofAccount()).toMatchObject({ falla: { codigo: 'DISCO_LLENO' } });
        expect(copiesIn(chosen)).toEqual(before);
        expect(pc.notices).toEqual([expect.stringMatching(/No hay lugar para la segunda copia/)]);
        disk.empty();
        await pc.round(); // too soon to try again
        expect(copiesIn(chosen)).toEqual(before);
        pc.now += 3_600_000;
        await pc.round();
        expect(await pc.ofAccount()).toMatchObject({ falla: null, copia: { cargas: 2 } });
        expect(copiesIn(chosen)).toHaveLength(2);
      } finally {
        disk.unmount();
      }
    },
  );

  test.for(['', 'cuentas', 'cuentas/x'])('inside the data folder is refused: %j', async (inside, { pc, chosen }) => {
    mkdirSync(path.join(pc.data.root, inside), { recursive: true });
    const link = path.join(chosen, 'enlace');
    symlinkSync(path.join(pc.data.root, inside), link);
    for (const one of [path.join(pc.data.root, inside), link])
      await expect(pc.copies.choose(one)).rejects.toMatchObject({ code: 'SEGUNDA_COPIA_ADENTRO' });
    expect((await pc.copies.show()).carpeta).toBeNull();
  });

  test('that is none, or not written whole, is refused', async ({ pc, chosen }) => {
    for (const one of [path.join(chosen, 'no-esta'), 'otro disco'])
      await expect(pc.copies.choose(one)).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
    expect((await pc.copies.show()).carpeta).toBeNull();
  });

  test('that is no longer wanted keeps its copies, and gets no more', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const before = copiesIn(chosen);
    expect((await pc.copies.choose(null)).segunda.carpeta).toBeNull();
    await pc.send();
    await pc.sent();
    expect(copiesIn(chosen)).toEqual(before);
    await expect(pc.copies.copy(undefined)).rejects.toMatchObject({ code: 'SEGUNDA_COPIA_SIN_ELEGIR' });
  });

  test('that changes gets the next copies, and what the other has is not told of it', async ({
    folder,
    pc,
    chosen,
  }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const other = path.join(folder, 'un tercero');
    mkdirSync(other);
    await pc.copies.choose(other);
    expect([copiesIn(chosen).length, copiesIn(other).length]).toEqual([1, 1]);
    expect(await pc.ofAccount()).toMatchObject({ copia: { cargas: 1 }, falla: null });
  });

  test('that was chosen and cannot be read any more is asked for again', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    writeFileSync(pc.data.secondCopy, '{"version":1,"car');
    expect((await pc.copies.show()).carpeta).toBeNull();
    expect(pc.notices).toEqual([expect.stringMatching(/No se entiende en qué carpeta iba.*segunda-copia\.danado-/)]);
  });

  test('that a newer version of the program chose is not touched', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const newer = readFileSync(pc.data.secondCopy, 'utf8').replace('"version": 1', '"version": 2');
    writeFileSync(pc.data.secondCopy, newer);
    await expect(pc.copies.show()).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    expect(readFileSync(pc.data.secondCopy, 'utf8')).toBe(newer);
  });
});

describe('who asks for a copy now', () => {
  test('is answered why there is none, and it is not told besides', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    await pc.send();
    renameSync(chosen, `${chosen} desenchufado`);
    await expect(pc.copies.copy(undefined)).rejects.toMatchObject({ code: 'SEGUNDA_COPIA_AUSENTE' });
    expect(pc.notices).toEqual([]);
    renameSync(`${chosen} desenchufado`, chosen);
    expect((await pc.copies.copy('La Espiga')).cuentas).toMatchObject([{ copia: { cargas: 2 }, falla: null }]);
  });

  test('gets it while the ledger is open', async ({ pc, chosen }) => {
    await pc.send();
    const db = new Database(pc.data.accountFolder(pc.account.id).ledger);
    db.exec(`BEGIN; INSERT INTO aprendido (cuenta, detalle) VALUES ('c', '{}')`);
    await pc.copies.choose(chosen);
    expect(copiesIn(chosen).map((copy) => uploadsIn(chosen, copy))).toEqual([1]);
    db.exec('ROLLBACK');
    db.close();
  });
});

describe('the thread of the folder', () => {
  test('does the same, and says what went wrong as it was said there', async ({ folder, chosen }) => {
    const pc = new Pc(path.join(folder, 'datos'), { folder: createFolderThreads() });
    await pc.send();
    await pc.copies.choose(chosen);
    expect((await pc.copies.list(undefined)).copias).toMatchObject([{ cuenta: 'La Espiga', estaPc: true }]);
    renameSync(chosen, `${chosen} desenchufado`);
    await pc.send();
    await expect(pc.copies.copy(undefined)).rejects.toMatchObject({ code: 'SEGUNDA_COPIA_AUSENTE' });
    expect(pc.errors).toEqual([]);
  });
});

describe('a share that does not answer', () => {
  const dead = () => {
    const calls: string[] = [];
    const never = (what: string) => (): Promise<never> => {
      calls.push(what);
      return new Promise(() => undefined);
    };
    let letGo = 0;
    const folder = {
      mark: (root: string) => Promise.resolve({ root, sameDisk: false }),
      publish: never('publish'),
      list: never('list'),
      bring: never('bring'),
      letGo: () => void (letGo += 1),
    };
    return { folder, calls, letGo: () => letGo };
  };

  test('is given up after a while, and nothing new is begun beside it', async ({ folder, chosen }) => {
    const share = dead();
    const pc = new Pc(path.join(folder, 'datos'), { folder: share.folder });
    await pc.copies.choose(chosen);
    await pc.send();
    pc.copies.afterSending(pc.account);
    await expect.poll(() => share.calls).toEqual(['publish']);
    pc.patience.abort();
    await pc.copies.waitUntilIdle();
    expect(await pc.ofAccount()).toMatchObject({ falla: { codigo: 'SEGUNDA_COPIA_AUSENTE' } });
    pc.patience = new AbortController();
    await pc.round();
    expect(share.calls).toEqual(['publish']);
  });

  test('does not keep the program from ending, and that is told', async ({ folder, chosen }) => {
    const share = dead();
    const pc = new Pc(path.join(folder, 'datos'), { folder: share.folder });
    await pc.copies.choose(chosen);
    await pc.send();
    pc.copies.afterSending(pc.account);
    await expect.poll(() => share.calls).toEqual(['publish']);
    // Only whoever leaves loses patience here.
    pc.patience = new AbortController();
    const leaving = pc.copies.finish();
    pc.patience.abort();
    await leaving;
    expect(share.letGo()).toBe(1);
    expect(pc.notices).toEqual([expect.stringMatching(/no llegó a terminar/)]);
  });
});

describe('after a week', () => {
  test('with everything on one disk, the person is asked where a copy may go; and a week later again', async ({
    pc,
  }) => {
    await pc.send();
    await pc.round(); // from now on it is known to be in no copy
    pc.now += 7 * DAY - 1;
    expect((await pc.copies.show()).pregunta).toBeNull();
    pc.now += 1;
    expect((await pc.copies.show()).pregunta).toBe('sin_carpeta');
    expect((await pc.copies.postpone()).pregunta).toBeNull();
    pc.now += 7 * DAY;
    expect((await pc.copies.show()).pregunta).toBe('sin_carpeta');
  });

  test('without a copy of what was sent, the person is asked about it, until there is one', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    renameSync(chosen, `${chosen} desenchufado`);
    await pc.send();
    await pc.sent();
    pc.now += 8 * DAY;
    expect(await pc.copies.show()).toMatchObject({ pregunta: 'vieja', cuentas: [{ dias: 8 }] });
    renameSync(`${chosen} desenchufado`, chosen);
    await pc.round();
    expect(await pc.copies.show()).toMatchObject({ pregunta: null, cuentas: [{ dias: 0 }] });
  });

  test('nobody is asked who sent nothing', async ({ pc }) => {
    await pc.round();
    pc.now += 30 * DAY;
    expect(await pc.copies.show()).toEqual({ carpeta: null, mismoDisco: null, cuentas: [], pregunta: null });
  });
});
