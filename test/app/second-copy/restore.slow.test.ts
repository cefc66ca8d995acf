import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { openLedger } from '#storage/ledger/index.ts';
import { Pc, accountCalled, copiesIn, test } from './world.ts';

const { signal } = new AbortController();

/** The uploads that a PC knows of, oldest first. */
async function uploadsOf(pc: Pc): Promise<readonly string[]> {
  const ledger = await openLedger(pc.data.accountFolder(pc.account.id).ledger, {
    clock: pc.clock,
    random: Math.random,
  });
  const found = ledger.uploads(pc.account.id).map(({ carga }) => carga);
  ledger.close();
  return found.toReversed();
}

describe('restoring', () => {
  test('on another PC brings what was sent, to be compared with the service before anything else is sent', async ({
    folder,
    pc,
    chosen,
  }) => {
    const sent = [await pc.send(), await pc.send()];
    await pc.copies.choose(chosen);
    rmSync(pc.data.root, { recursive: true }); // the disk of the first one is gone

    const other = new Pc(path.join(folder, 'otra PC'), { hostName: 'NUEVA' });
    const { copias } = await other.copies.list(chosen);
    expect(copias).toMatchObject([{ cuenta: 'La Espiga', conocida: true, pc: 'CAJA-1', estaPc: false }]);
    const copy = copias[0]?.copia ?? '';
    expect(await other.copies.verify({ copia: copy, carpeta: chosen }, signal)).toEqual({
      copia: copy,
      sana: true,
      cargas: 2,
      hasta: '2026-11-03 12:00:00',
    });
    expect(await other.copies.restore({ copia: copy, carpeta: chosen }, signal)).toEqual({
      cuenta: 'La Espiga',
      copia: copy,
      apartado: null,
    });
    expect(await uploadsOf(other)).toEqual(sent);
    const ledger = await openLedger(other.data.accountFolder(other.account.id).ledger, {
      clock: other.clock,
      random: Math.random,
    });
    expect(ledger.getRestoration()).toEqual({ hasta: pc.now });
    ledger.close();
    expect(readdirSync(other.data.root)).toEqual(['cuentas']);
  });

  test('keeps aside what was there', async ({ pc, chosen }) => {
    const [first] = [await pc.send()];
    await pc.copies.choose(chosen);
    const copy = copiesIn(chosen)[0] ?? '';
    await pc.send();
    const { apartado } = await pc.copies.restore({ copia: copy }, signal);
    expect(await uploadsOf(pc)).toEqual([first]);
    expect(existsSync(path.join(pc.data.accountFolder(pc.account.id).folder, apartado ?? ''))).toBe(true);
    // The ledger is another: what was copied last says nothing of it.
    await pc.round();
    expect(await pc.ofAccount()).toMatchObject({ copia: { cargas: 1 } });
  });

  test('passes over a damaged copy, which takes the place of nothing', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const copy = copiesIn(chosen)[0] ?? '';
    truncateSync(path.join(chosen, 'Conciliador', copy), 9000);
    const before = readFileSync(pc.data.accountFolder(pc.account.id).ledger);
    expect(await pc.copies.verify({ copia: copy }, signal)).toEqual({
      copia: copy,
      sana: false,
      cargas: null,
      hasta: null,
    });
    await expect(pc.copies.restore({ copia: copy }, signal)).rejects.toMatchObject({ code: 'COPIA_DANADA' });
    expect(readFileSync(pc.data.accountFolder(pc.account.id).ledger).equals(before)).toBe(true);
  });

  test('takes no database that somebody else put there', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const copy = copiesIn(chosen)[0] ?? '';
    const db = new Database(path.join(chosen, 'Conciliador', copy));
    db.exec('CREATE VIEW trampa AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n');
    db.close();
    await expect(pc.copies.restore({ copia: copy }, signal)).rejects.toMatchObject({ code: 'COPIA_DANADA' });
  });

  test('waits for nobody to write to what is no file', async ({ pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const copy = copiesIn(chosen)[0] ?? '';
    const file = path.join(chosen, 'Conciliador', copy);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    await expect(pc.copies.verify({ copia: copy }, signal)).rejects.toMatchObject({ code: 'COPIA_INEXISTENTE' });
    expect((await pc.copies.list(undefined)).copias).toEqual([]);
  });

  test('takes no copy of another account, whatever its folder is called', async ({ folder, chosen }) => {
    const accounts = [accountCalled('Una'), accountCalled('Otra')] as const;
    const pc = new Pc(path.join(folder, 'datos'), { accounts });
    for (const account of accounts) await pc.send(account);
    await pc.copies.choose(chosen);
    const [ofOther = '', ofOne = ''] = copiesIn(chosen);
    expect([ofOther, ofOne].map((copy) => copy.split(' ')[0])).toEqual(['Otra', 'Una']);
    const restore = (copy: string) => pc.copies.restore({ cuenta: 'Una', copia: copy }, signal);
    await expect(restore(ofOther)).rejects.toMatchObject({ code: 'COPIA_DE_OTRA_CUENTA' });
    cpSync(path.join(chosen, 'Conciliador', ofOther), path.join(chosen, 'Conciliador', ofOne));
    await expect(restore(ofOne)).rejects.toMatchObject({ code: 'COPIA_DE_OTRA_CUENTA' });
  });

  test('takes no copy that a newer program made', async ({ pc, chosen }) => {
    await pc.send();
    const db = new Database(pc.data.accountFolder(pc.account.id).ledger);
    db.exec(
      `INSERT INTO event (carga, n, at, kind, detail) SELECT carga, 9, 0, 'prometida', '{"kind":"prometida"}' FROM upload`,
    );
    db.close();
    await pc.copies.choose(chosen);
    const copy = copiesIn(chosen)[0] ?? '';
    await expect(pc.copies.restore({ copia: copy }, signal)).rejects.toMatchObject({ code: 'CARGA_MAS_NUEVA' });
  });

  test.for([
    '../../datos/ledger.db',
    '/etc/passwd',
    'La Espiga (0123456789abcdef)/../../x/ledger-20261103150000000.db',
    'LEEME.txt',
  ])('reads nothing that is no copy: %s', async (copy, { pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    await expect(pc.copies.verify({ copia: copy }, signal)).rejects.toMatchObject({ code: 'COPIA_INEXISTENTE' });
  });

  test('finds the copies also when the folder is named by what is inside it, and none where there are none', async ({
    folder,
    pc,
    chosen,
  }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    const inside = await pc.copies.list(path.join(chosen, 'Conciliador'));
    expect(inside).toMatchObject({ carpeta: chosen, copias: [{ cuenta: 'La Espiga' }] });
    mkdirSync(path.join(folder, 'vacía'));
    await expect(pc.copies.list(path.join(folder, 'vacía'))).rejects.toMatchObject({ code: 'SEGUNDA_COPIA_AUSENTE' });
    await expect(new Pc(path.join(folder, 'sin elegir')).copies.list(undefined)).rejects.toMatchObject({
      code: 'SEGUNDA_COPIA_SIN_ELEGIR',
    });
  });

  test('names accounts that this PC does not have', async ({ folder, pc, chosen }) => {
    await pc.send();
    await pc.copies.choose(chosen);
    writeFileSync(path.join(chosen, 'Conciliador', 'otra cosa.txt'), 'x');
    const other = new Pc(path.join(folder, 'otra PC'), { accounts: [accountCalled('Sin nada')] });
    const { copias } = await other.copies.list(chosen);
    expect(copias).toMatchObject([{ cuenta: 'La Espiga', conocida: false, pc: 'CAJA-1' }]);
    await expect(
      other.copies.restore({ copia: copias[0]?.copia ?? '', carpeta: chosen }, signal),
    ).rejects.toMatchObject({ code: 'COPIA_DE_OTRA_CUENTA' });
  });
});
