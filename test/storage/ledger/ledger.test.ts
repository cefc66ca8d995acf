import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseCanonicalText } from '#domain/cupon.ts';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { openLedger, type Ledger } from '#storage/ledger/index.ts';
import { createStillClock } from '../../domain/still-clock.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { backupsBeside, namesBeside } from './beside.ts';
import { badCuts } from './cut-wal.ts';

let folder = '';
let path = '';
let now = Date.UTC(2026, 10, 3);
const clock = { ...createStillClock(0), now: () => now };
/** Opens the ledger until the test ends; returns it with the notices of opening. */
async function reopen() {
  const notices: string[] = [];
  const onNotice = (text: string): number => notices.push(text);
  const ledger = await openLedger(path, { clock, random: () => 0.5, backups: backupsBeside(path, clock), onNotice });
  onTestFinished(() => {
    ledger.close();
  });
  return { ledger, notices };
}
const openTestLedger = async (): Promise<Ledger> => (await reopen()).ledger;
const cuponText = (n: number, more = ''): string =>
  `{"fecha_venta":"2026-10-0${String(n)}","comprobante":"7","tarjeta_nro":"1234","importe":"1.00"${more}}`;
const draftRows = (...texts: string[]) => texts.map((each, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: each }));

beforeEach(() => {
  folder = createTemporaryFolder();
  path = join(folder, 'ledger.db');
  now = Date.UTC(2026, 10, 3);
});

function withUpload(ledger: Ledger, ...texts: string[]): string {
  const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledger.addCupones(upload, draftRows(...texts));
  return upload;
}

async function withSent(...texts: string[]) {
  const ledger = await openTestLedger();
  const upload = withUpload(ledger, ...texts);
  ledger.freeze(upload, { marcador: 'auto', nonce: 'abc' });
  return { ledger, upload };
}

test('the highest auxiliar that every row leaves empty carries the marker at its wire position', async () => {
  const { ledger, upload } = await withSent(cuponText(1), cuponText(2, ',"auxiliar_5":"x"'));
  expect(ledger.readTexts(upload, 1, 2, [])).toEqual([
    cuponText(1, ',"auxiliar_4":"abc.1"'),
    cuponText(2, ',"auxiliar_4":"abc.2","auxiliar_5":"x"'),
  ]);
});

test('a marker whose field has data is refused and the draft stays', async () => {
  const ledger = await openTestLedger();
  const upload = withUpload(ledger, cuponText(1, ',"auxiliar_5":"x"'));
  expect(() => {
    ledger.freeze(upload, { marcador: 'auxiliar_5', nonce: 'abc' });
  }).toThrow(expect.objectContaining({ code: 'MARCADOR_OCUPADO' }) as Error);
  expect(ledger.countCupones(upload)).toBe(1);
});

test('a coupon of several uploads is counted once, and two equal sales of one are two', async () => {
  const ledger = await openTestLedger();
  const first = withUpload(ledger, cuponText(1), cuponText(2), cuponText(2));
  const second = withUpload(ledger, cuponText(2), cuponText(3));
  for (const upload of [first, second]) ledger.freeze(upload, { marcador: 'auto', nonce: 'abc' });
  expect([ledger.countDistinct([first]), ledger.countDistinct([first, second]), ledger.countDistinct([])]).toEqual([
    3, 4, 0,
  ]);
});

test('equal sales of several files are numbered over all of them, and above those of their file that were left out', async () => {
  const ledger = await openTestLedger();
  const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a.csv', 'b.csv'] });
  const add = (file: number, turn: number) => {
    ledger.addCupones(upload, [{ archivo: file, hoja: null, fila: 2, texto: cuponText(1), ocurrencia: turn }]);
  };
  // The first coupon of both files was sent before: it is not sent again.
  add(0, 2);
  add(1, 2);
  ledger.freeze(upload, { marcador: 'ninguno', nonce: 'n' });
  const find = ledger.openSent();
  expect(
    [1, 2, 3, 4].map((turn) => find(parseCanonicalText(cuponText(1)), { turn, isNamed: () => false }) !== null),
  ).toEqual([false, true, true, false]);
});

test('the same coupons in another order equal an unfinished upload, then a finished one', async () => {
  const ledger = await openTestLedger();
  const first = withUpload(ledger, cuponText(1), cuponText(2), cuponText(2));
  ledger.freeze(first, { marcador: 'auto', nonce: 'abc' });
  const other = withUpload(ledger, cuponText(2), cuponText(1), cuponText(2));
  expect(ledger.findEqualTo(other)).toEqual({ pendiente: first, terminada: null });
  ledger.note(first, [{ kind: 'terminada' }]);
  expect(ledger.findEqualTo(other)).toEqual({ pendiente: null, terminada: first });
  expect(ledger.findEqualTo(withUpload(ledger, cuponText(1), cuponText(2)))).toEqual({
    pendiente: null,
    terminada: null,
  });
  const find = ledger.openSent();
  expect([1, 2, 3].map((turn) => find(parseCanonicalText(cuponText(2)), { turn, isNamed: () => false }))).toMatchObject(
    [{ fila: 3 }, { fila: 4 }, null],
  );
});

test('a newer ledger is refused and not touched', async () => {
  (await openTestLedger()).close();
  const db = new Database(path);
  db.pragma('user_version = 99');
  db.pragma('journal_mode = DELETE');
  db.close();
  const before = readFileSync(path);
  await expect(openTestLedger()).rejects.toSatisfy((error) => isAppError(error, 'DATOS_MAS_NUEVOS'));
  expect(readFileSync(path).equals(before)).toBe(true);
});

/** Adds an event that only a newer version of the program knows. */
function addNewerEvent(file: string): void {
  const db = new Database(file);
  db.exec(`INSERT INTO event (carga, n, at, kind, detail)
    SELECT max(carga), max(n) + 1, 0, 'prometida', '{"kind":"prometida","v":1}' FROM event`);
  db.pragma('journal_mode = DELETE');
  db.close();
}

test('a ledger with an event of a newer program is refused and not touched', async () => {
  const { ledger } = await withSent(cuponText(1));
  ledger.close();
  addNewerEvent(path);
  const before = readFileSync(path);
  await expect(openTestLedger()).rejects.toSatisfy((error) => isAppError(error, 'CARGA_MAS_NUEVA'));
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['ledger.db']);
});

test('an upload that a newer program goes on with, while this one has the ledger open, is refused', async () => {
  const { ledger, upload } = await withSent(cuponText(1));
  const other = new Database(path);
  other.exec(
    `INSERT INTO event (carga, n, at, kind, detail) SELECT carga, 2, 0, 'terminada', '{"kind":"terminada","v":2}' FROM upload`,
  );
  other.close();
  for (const read of [
    () => ledger.readEvents(upload),
    () => ledger.readHistory(upload),
    () => ledger.getLastEvent(upload),
  ])
    expect(read).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
});

test('a backup that a newer program made takes the place of nothing, and no older one does', async () => {
  const { ledger } = await withSent(cuponText(1));
  await ledger.makeDailyCopy();
  now += 86_400_001;
  await ledger.makeDailyCopy();
  ledger.close();
  addNewerEvent(join(folder, 'copias', namesBeside(path)[1] ?? ''));
  writeFileSync(path, Buffer.alloc(40_000, 7));
  await expect(openTestLedger()).rejects.toSatisfy((error) => isAppError(error, 'DATOS_MAS_NUEVOS'));
  expect(readFileSync(path).equals(Buffer.alloc(40_000, 7))).toBe(true);
});

test('what was learnt in a form that this program does not know is learnt again', async () => {
  const ledger = await openTestLedger();
  ledger.learn('c', { lista: true, numeros: 'numero', tamano: 3 });
  expect(ledger.readLearned('c')).toEqual({ lista: true, numeros: 'numero', tamano: 3 });
  const other = new Database(path);
  other.exec(`INSERT INTO aprendido (cuenta, detalle) VALUES ('c', '{"lista":"a veces"}')`);
  other.close();
  expect(ledger.readLearned('c')).toEqual({ lista: null, numeros: null, tamano: null });
});

test('what was found in a row by a newer program is not guessed', async () => {
  const ledger = await openTestLedger();
  const upload = withUpload(ledger, cuponText(1));
  const which = { fila: 3, columna: 'Importe', campo: 'importe' } as const;
  const error = { ...which, codigo: 'IMPORTE_INVALIDO', valor: 'x', mensaje: 'm' } as const;
  const notice = { fila: null, codigo: 'FILA_IGNORADA', mensaje: 'm' } as const;
  ledger.addFindings(upload, 'a.xlsx', { errores: [error], avisos: [notice] });
  ledger.freeze(upload, { marcador: 'auto', nonce: 'abc' });
  expect([...ledger.readErrors(upload)]).toEqual([{ ...error, archivo: 'a.xlsx' }]);
  expect([...ledger.readNotices(upload)]).toEqual([{ ...notice, archivo: 'a.xlsx' }]);
  const other = new Database(path);
  other.exec(`UPDATE hallazgo SET detalle = replace(detalle, 'IMPORTE_INVALIDO', 'IMPORTE_RARO') WHERE tipo = 'error'`);
  other.close();
  expect(() => [...ledger.readErrors(upload)]).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
});

test('a damaged ledger is replaced by its newest copy, with the loss stated', async () => {
  const { ledger, upload } = await withSent(cuponText(1));
  ledger.close();
  now += 1_000;
  (await openTestLedger()).close(); // makes the daily copy
  expect(namesBeside(path)).toHaveLength(1);
  writeFileSync(path, Buffer.alloc(40_000, 7));
  const { ledger: other, notices } = await reopen();
  expect(other.upload(upload)?.total).toBe(1);
  expect(notices[0]).toMatch(/estaba dañado.*con un envío, hasta el 02\/11\/2026 a las 21:00/);
  expect(readdirSync(folder).some((name) => name.includes('.danado-'))).toBe(true);
  // The restored ledger waits to be compared with the service; one comparison ends the wait for every process.
  expect(other.getRestoration()).toEqual({ hasta: now - 1_000 });
  other.markRestorationReviewed('comparado');
  expect(notices[1]).toBe('comparado');
  expect(other.getRestoration()).toBeNull();
});

test('a copy that is damaged too is passed over for an older one', async () => {
  const { ledger } = await withSent(cuponText(1));
  ledger.close();
  for (let day = 0; day < 2; day += 1) {
    (await openTestLedger()).close();
    now += 86_400_001;
  }
  const copies = namesBeside(path);
  expect(copies).toHaveLength(2);
  writeFileSync(join(folder, 'copias', copies[1] ?? ''), Buffer.alloc(40_000, 7));
  writeFileSync(path, Buffer.alloc(40_000, 7));
  const { notices } = await reopen();
  expect(notices[0]).toContain(`Se recuperó el respaldo ${copies[0] ?? ''}, con un envío`);
});

test('a ledger that is gone while its copies are there is restored too, not begun anew', async () => {
  const { ledger, upload } = await withSent(cuponText(1));
  ledger.close();
  (await openTestLedger()).close(); // makes the daily copy
  rmSync(path);
  const { ledger: other, notices } = await reopen();
  expect(other.upload(upload)?.total).toBe(1);
  expect(notices).toEqual([expect.stringMatching(/^El registro de envíos no estaba\. Se recuperó el respaldo/)]);
  expect(other.getRestoration()).toEqual({ hasta: now });
});

test('a restoration that was cut short is finished, and compared, by the next opening', async () => {
  const { ledger, upload } = await withSent(cuponText(1));
  ledger.close();
  (await openTestLedger()).close();
  // As after a death when the damaged ledger was set aside: the note and the replacement are there.
  copyFileSync(path, `${path}.restaurado`);
  renameSync(path, `${path}.danado-20261103`);
  writeFileSync(`${path}.restaurado-sin-revisar`, '');
  rmSync(join(folder, 'copias'), { recursive: true });
  const other = await openTestLedger();
  expect(other.upload(upload)?.total).toBe(1);
  expect(other.getRestoration()).toEqual({ hasta: now });
});

test('a ledger that stays open is backed up again the next day', async () => {
  const { ledger } = await withSent(cuponText(1));
  await ledger.makeDailyCopy();
  await ledger.makeDailyCopy();
  expect(namesBeside(path)).toHaveLength(1);
  now += 86_400_001;
  await ledger.makeDailyCopy();
  expect(namesBeside(path)).toHaveLength(2);
});

test.each([
  ['of zero bytes', () => writeFileSync(path, '')],
  [
    'with a schema and without an event',
    async () => {
      rmSync(path);
      (await openLedger(path, { clock, random: () => 0.5 })).close();
    },
  ],
  [
    'with an event that cannot be decoded',
    () => {
      const db = new Database(path);
      db.exec(
        `INSERT INTO event (carga, n, at, kind, detail) SELECT carga, 2, 0, 'congelada', '{"kind":"congelada","v":1}' FROM upload`,
      );
      db.close();
    },
  ],
] as const)('a ledger %s is lost while a backup has more', async (_what, spoil) => {
  const { ledger, upload } = await withSent(cuponText(1));
  await ledger.makeDailyCopy();
  ledger.close();
  await spoil();
  const { ledger: other, notices } = await reopen();
  expect(other.upload(upload)?.total).toBe(1);
  expect(notices).toHaveLength(1);
  expect(other.getRestoration()).not.toBeNull();
});

test('a ledger without events is not begun anew while the only backup is damaged', async () => {
  const { ledger } = await withSent(cuponText(1));
  await ledger.makeDailyCopy();
  ledger.close();
  for (const name of namesBeside(path)) writeFileSync(join(folder, 'copias', name), 'x');
  writeFileSync(path, '');
  await expect(openTestLedger()).rejects.toMatchObject({ code: 'LIBRO_DANADO' });
  expect(readFileSync(path)).toHaveLength(0);
});

test('a clock that was ahead once stops no later backup, and the newest is the one with the most events', async () => {
  const { ledger } = await withSent(cuponText(1));
  now += 400 * 86_400_000;
  await ledger.makeDailyCopy();
  now -= 400 * 86_400_000;
  const upload = withUpload(ledger, cuponText(2));
  ledger.freeze(upload, { marcador: 'auto', nonce: 'def' });
  await ledger.makeDailyCopy();
  ledger.close();
  expect(namesBeside(path)).toHaveLength(2);
  rmSync(path);
  const other = await openTestLedger();
  expect(other.upload(upload)?.total).toBe(1);
});

test('a damaged ledger without a copy is left as it is', async () => {
  writeFileSync(path, Buffer.alloc(40_000, 7));
  await expect(openTestLedger()).rejects.toSatisfy((error) => isAppError(error, 'LIBRO_DANADO'));
  expect(readFileSync(path).equals(Buffer.alloc(40_000, 7))).toBe(true);
});

test('a WAL cut anywhere in its last frame leaves the events of before it', async () => {
  expect(await badCuts(folder, 131)).toEqual([]);
});

test('no coupon is added to a frozen upload', async () => {
  const { ledger } = await withSent(cuponText(1));
  ledger.close();
  const db = new Database(path);
  expect(() =>
    db.exec(
      'INSERT INTO cupon SELECT carga, 2, archivo, hoja, fila, texto, huella, ocurrencia, clave_dia, clave_numero, clave_referencia FROM cupon',
    ),
  ).toThrow(/append-only/);
  db.close();
});

test('a discarded draft leaves none of its coupons', async () => {
  const ledger = await openTestLedger();
  ledger.discardDraft(withUpload(ledger, cuponText(1), cuponText(2)));
  ledger.close();
  const db = new Database(path);
  expect(db.prepare('SELECT count(*) AS n FROM cupon').get()).toEqual({ n: 0 });
  db.close();
});

test('a quoted field name inside a value does not occupy the field of the marker', async () => {
  const { ledger, upload } = await withSent(`{"referencia":${JSON.stringify('"auxiliar_5":')},"importe":"1.00"}`);
  expect(ledger.upload(upload)?.marcador).toEqual({ campo: 'auxiliar_5', nonce: 'abc' });
});
