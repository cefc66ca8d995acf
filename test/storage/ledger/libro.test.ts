import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { abrirLibro, restaurarCopia, type Libro } from '#storage/ledger/index.ts';
import { cortesMalos } from './cortar-wal.ts';

let carpeta = '';
let ruta = '';
let ahora = Date.UTC(2026, 10, 3);
const clock: Clock = {
  now: () => ahora,
  monotonic: () => 0,
  sleep: () => Promise.resolve(),
  timeout: () => new AbortController().signal,
};
const abrir = (onAviso?: (texto: string) => void): Promise<Libro> =>
  abrirLibro(ruta, { clock, random: () => 0.5, ...(onAviso === undefined ? {} : { onAviso }) });
const texto = (n: number, mas = ''): string => `{"fecha_venta":"2026-10-0${String(n)}","importe":"1.00"${mas}}`;
const filas = (...textos: string[]) => textos.map((cada, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: cada }));

beforeEach(() => {
  carpeta = mkdtempSync(join(tmpdir(), 'libro-'));
  ruta = join(carpeta, 'ledger.db');
  ahora = Date.UTC(2026, 10, 3);
});
afterEach(() => {
  rmSync(carpeta, { recursive: true, force: true });
});

function conCarga(libro: Libro, ...textos: string[]): string {
  const carga = libro.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
  libro.agregarCupones(carga, filas(...textos));
  return carga;
}

test('the highest auxiliar that every row leaves empty carries the marker at its wire position', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1), texto(2, ',"auxiliar_5":"x"'));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  expect(libro.textos(carga, 1, 2, [])).toEqual([
    texto(1, ',"auxiliar_4":"abc.1"'),
    texto(2, ',"auxiliar_4":"abc.2","auxiliar_5":"x"'),
  ]);
  libro.close();
});

test('a marker whose field has data is refused and the draft stays', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1, ',"auxiliar_5":"x"'));
  expect(() => {
    libro.congelar(carga, { marcador: 'auxiliar_5', nonce: 'abc' });
  }).toThrow(expect.objectContaining({ code: 'MARCADOR_OCUPADO' }) as Error);
  expect(libro.cuponesDe(carga)).toBe(1);
  libro.close();
});

test('a coupon of several uploads is counted once, and two equal sales of one are two', async () => {
  const libro = await abrir();
  const primera = conCarga(libro, texto(1), texto(2), texto(2));
  const segunda = conCarga(libro, texto(2), texto(3));
  for (const carga of [primera, segunda]) libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  expect([libro.distintos([primera]), libro.distintos([primera, segunda]), libro.distintos([])]).toEqual([3, 4, 0]);
  libro.close();
});

test('the same coupons in another order equal an unfinished upload, then a finished one', async () => {
  const libro = await abrir();
  const primera = conCarga(libro, texto(1), texto(2), texto(2));
  libro.congelar(primera, { marcador: 'auto', nonce: 'abc' });
  const otra = conCarga(libro, texto(2), texto(1), texto(2));
  expect(libro.igualesA(otra)).toEqual({ pendiente: primera, terminada: null });
  libro.anotar(primera, [{ kind: 'terminada' }]);
  expect(libro.igualesA(otra)).toEqual({ pendiente: null, terminada: primera });
  expect(libro.igualesA(conCarga(libro, texto(1), texto(2)))).toEqual({ pendiente: null, terminada: null });
  const find = libro.openSent();
  expect([find(texto(2), 1), find(texto(2), 2), find(texto(2), 3)]).toMatchObject([{ fila: 3 }, { fila: 4 }, null]);
  libro.close();
});

test('what was frozen, sent and seen cannot be changed or deleted', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  libro.close();
  const db = new Database(ruta);
  for (const tabla of ['upload', 'cupon', 'event']) {
    expect(() => db.exec(`DELETE FROM ${tabla}`)).toThrow(/append-only/);
    expect(() => db.exec(`UPDATE ${tabla} SET carga = 9`)).toThrow(/append-only/);
  }
  db.close();
});

test('a newer ledger is refused and not touched', async () => {
  (await abrir()).close();
  const db = new Database(ruta);
  db.pragma('user_version = 99');
  db.pragma('journal_mode = DELETE');
  db.close();
  const antes = readFileSync(ruta);
  await expect(abrir()).rejects.toSatisfy((error) => isAppError(error, 'DATOS_MAS_NUEVOS'));
  expect(readFileSync(ruta).equals(antes)).toBe(true);
});

/** As a version of the program would leave it that knows more than this one. */
function addNewerEvent(file: string): void {
  const db = new Database(file);
  db.exec(`INSERT INTO event (carga, n, at, kind, detail)
    SELECT max(carga), max(n) + 1, 0, 'prometida', '{"kind":"prometida","v":1}' FROM event`);
  db.pragma('journal_mode = DELETE');
  db.close();
}

test('a ledger with an event of a newer program is refused and not touched', async () => {
  const libro = await abrir();
  libro.congelar(conCarga(libro, texto(1)), { marcador: 'auto', nonce: 'abc' });
  libro.close();
  addNewerEvent(ruta);
  const antes = readFileSync(ruta);
  const avisos: string[] = [];
  await expect(abrir((aviso) => avisos.push(aviso))).rejects.toSatisfy((error) => isAppError(error, 'CARGA_MAS_NUEVA'));
  expect(readFileSync(ruta).equals(antes)).toBe(true);
  expect(readdirSync(carpeta)).toEqual(['ledger.db']);
  expect(avisos).toEqual([]);
});

test('an upload that a newer program goes on with, while this one has the ledger open, is refused', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  const otro = new Database(ruta);
  otro.exec(
    `INSERT INTO event (carga, n, at, kind, detail) SELECT carga, 2, 0, 'terminada', '{"kind":"terminada","v":2}' FROM upload`,
  );
  otro.close();
  for (const leer of [() => libro.eventos(carga), () => libro.historia(carga), () => libro.ultimoEvento(carga)])
    expect(leer).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
  libro.close();
});

test('a copy that a newer program made takes the place of nothing', async () => {
  const libro = await abrir();
  libro.congelar(conCarga(libro, texto(1)), { marcador: 'auto', nonce: 'abc' });
  libro.close();
  (await abrir()).close(); // makes the daily copy
  const [copia = ''] = readdirSync(join(carpeta, 'copias'));
  addNewerEvent(join(carpeta, 'copias', copia));
  const antes = readFileSync(ruta);
  expect(() => restaurarCopia(ruta, copia, ahora)).toThrow(
    expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error,
  );
  expect(readFileSync(ruta).equals(antes)).toBe(true);
  writeFileSync(ruta, Buffer.alloc(40_000, 7));
  await expect(abrir()).rejects.toSatisfy((error) => isAppError(error, 'CARGA_MAS_NUEVA'));
  expect(readFileSync(ruta).equals(Buffer.alloc(40_000, 7))).toBe(true);
});

test('what was learnt in a form that this program does not know is learnt again', async () => {
  const libro = await abrir();
  libro.aprender('c', { lista: true, filas: true, numeros: 'numero', tamano: 3 });
  expect(libro.aprendido('c')).toEqual({ lista: true, filas: true, numeros: 'numero', tamano: 3 });
  const otro = new Database(ruta);
  otro.exec(`INSERT INTO aprendido (cuenta, detalle) VALUES ('c', '{"lista":"a veces"}')`);
  otro.close();
  expect(libro.aprendido('c')).toEqual({ lista: null, filas: null, numeros: null, tamano: null });
  libro.close();
});

test('what was found in a row by a newer program is not guessed', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  const error = {
    fila: 3,
    columna: 'Importe',
    campo: 'importe',
    codigo: 'IMPORTE_INVALIDO',
    valor: 'x',
    mensaje: 'm',
  } as const;
  const aviso = { fila: null, codigo: 'FILA_OCULTA', mensaje: 'm' } as const;
  libro.agregarHallazgos(carga, 'a.xlsx', { errores: [error], avisos: [aviso] });
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  expect([...libro.errores(carga)]).toEqual([{ ...error, archivo: 'a.xlsx' }]);
  expect([...libro.avisos(carga)]).toEqual([{ ...aviso, archivo: 'a.xlsx' }]);
  const otro = new Database(ruta);
  otro.exec(`UPDATE hallazgo SET detalle = replace(detalle, 'IMPORTE_INVALIDO', 'IMPORTE_RARO') WHERE tipo = 'error'`);
  otro.close();
  expect(() => [...libro.errores(carga)]).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
  libro.close();
});

test('a damaged ledger is replaced by its newest copy, with the loss stated', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  libro.close();
  ahora += 1_000;
  (await abrir()).close(); // makes the daily copy
  expect(readdirSync(join(carpeta, 'copias'))).toHaveLength(1);
  writeFileSync(ruta, Buffer.alloc(40_000, 7));
  const avisos: string[] = [];
  const otro = await abrir((aviso) => avisos.push(aviso));
  expect(otro.upload(carga)?.total).toBe(1);
  expect(avisos[0]).toMatch(/estaba dañado.*con un envío, hasta el 02\/11\/2026 a las 21:00/);
  expect(readdirSync(carpeta).some((nombre) => nombre.includes('.danado-'))).toBe(true);
  // It is to be compared with the service, by whichever process comes first, and once.
  expect(otro.restauracion()).toEqual({ hasta: ahora - 1_000 });
  otro.restauracionRevisada('comparado');
  expect(avisos[1]).toBe('comparado');
  expect(otro.restauracion()).toBeNull();
  otro.close();
});

test('a copy that is damaged too is passed over for an older one', async () => {
  const libro = await abrir();
  libro.congelar(conCarga(libro, texto(1)), { marcador: 'auto', nonce: 'abc' });
  libro.close();
  for (let dia = 0; dia < 2; dia += 1) {
    (await abrir()).close();
    ahora += 86_400_001;
  }
  const copias = readdirSync(join(carpeta, 'copias')).sort();
  expect(copias).toHaveLength(2);
  writeFileSync(join(carpeta, 'copias', copias[1] ?? ''), Buffer.alloc(40_000, 7));
  writeFileSync(ruta, Buffer.alloc(40_000, 7));
  const avisos: string[] = [];
  const otro = await abrir((aviso) => avisos.push(aviso));
  expect(avisos[0]).toContain(`Se recuperó la copia ${copias[0] ?? ''}, con un envío`);
  otro.close();
});

test('a ledger that is gone while its copies are there is restored too, not begun anew', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  libro.close();
  (await abrir()).close(); // makes the daily copy
  rmSync(ruta);
  const avisos: string[] = [];
  const otro = await abrir((aviso) => avisos.push(aviso));
  expect(otro.upload(carga)?.total).toBe(1);
  expect(avisos).toEqual([expect.stringMatching(/^El registro de envíos no estaba\. Se recuperó la copia/)]);
  expect(otro.restauracion()).toEqual({ hasta: ahora });
  otro.close();
});

test('a restoration that was cut short is finished, and compared, by the next opening', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  libro.close();
  (await abrir()).close();
  // Dead after the damaged one was set aside: what it wrote is the note and the copy under its temporary name.
  renameSync(ruta, `${ruta}.danado-20261103`);
  writeFileSync(`${ruta}.restaurado-sin-revisar`, '');
  writeFileSync(`${ruta}.restaurado`, 'half');
  const otro = await abrir();
  expect(otro.upload(carga)?.total).toBe(1);
  expect(otro.restauracion()).toEqual({ hasta: ahora });
  otro.close();
});

test('a ledger that stays open is copied again the next day', async () => {
  (await abrir()).close();
  const libro = await abrir();
  await libro.copiaDiaria();
  expect(readdirSync(join(carpeta, 'copias'))).toHaveLength(1);
  ahora += 86_400_001;
  await libro.copiaDiaria();
  expect(readdirSync(join(carpeta, 'copias'))).toHaveLength(2);
  libro.close();
});

test('a damaged ledger without a copy is left as it is', async () => {
  writeFileSync(ruta, Buffer.alloc(40_000, 7));
  await expect(abrir()).rejects.toSatisfy((error) => isAppError(error, 'LIBRO_DANADO'));
  expect(readFileSync(ruta).equals(Buffer.alloc(40_000, 7))).toBe(true);
});

test('a WAL cut anywhere in its last frame leaves the events of before it', async () => {
  expect(await cortesMalos(carpeta, 131)).toEqual([]);
});

test('no coupon is added to a frozen upload', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, texto(1));
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  libro.close();
  const db = new Database(ruta);
  expect(() =>
    db.exec('INSERT INTO cupon SELECT carga, 2, archivo, hoja, fila, texto, huella, ocurrencia FROM cupon'),
  ).toThrow(/append-only/);
  db.close();
});

test('a discarded draft leaves none of its coupons', async () => {
  const libro = await abrir();
  libro.descartarBorrador(conCarga(libro, texto(1), texto(2)));
  libro.close();
  const db = new Database(ruta);
  expect(db.prepare('SELECT count(*) AS n FROM cupon').get()).toEqual({ n: 0 });
  db.close();
});

test('a quoted field name inside a value does not occupy the field of the marker', async () => {
  const libro = await abrir();
  const carga = conCarga(libro, `{"referencia":${JSON.stringify('"auxiliar_5":')},"importe":"1.00"}`);
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  expect(libro.upload(carga)?.marcador).toEqual({ campo: 'auxiliar_5', nonce: 'abc' });
  libro.close();
});
