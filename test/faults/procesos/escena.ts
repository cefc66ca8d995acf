import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { plegar, terminada, type Maquina } from '#domain/upload/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { libroDe } from '#storage/ledger/index.ts';
import { correrCli, type Salida } from '../../hosts/cli/correr-cli.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { crearPuente, type Puente } from './puente.ts';

const AJUSTES = { tardanzaMs: 1_000, porTanda: 500, esperaMs: 30_000, estableMs: 0 };
/** Short, so that what is waited for costs the run little: the sandbox applies at once or never. */
const ESPERAS = ['--tardanza', '1', '--estable', '0', '--espera', String(PATIENCE_MS / 1000)];

/** What the ledger says, read from a copy of its files: opening the original would change what the next process finds. */
interface Anotado {
  readonly maquina: Maquina | undefined;
  readonly dispuestos: number;
}

/** A service of its own, a data folder of its own and a workbook of `cupones` coupons. */
export interface Escena {
  readonly sandbox: Sandbox;
  readonly puente: Puente;
  /** Coupons of the workbook as the service holds them now, by voucher number: how many times each. */
  enServicio(): ReadonlyMap<string, number>;
  conciliar(env?: Readonly<Record<string, string>>): Promise<Salida>;
  /** `decidir` answers what the upload asks. */
  retomar(env?: Readonly<Record<string, string>>, decidir?: string): Promise<Salida>;
  /** What the ledger holds; checks that its file is whole. */
  anotado(): Anotado;
  cerrar(): Promise<void>;
}

interface Pedido {
  readonly cupones: number;
  readonly porTanda: number;
  readonly rasgos?: readonly string[];
}

function escribirPlanilla(archivo: string, cupones: number): void {
  const filas = ['Fecha;Importe;Comprobante;Tarjeta'];
  for (let i = 1; i <= cupones; i++) {
    const dia = String((i % 28) + 1).padStart(2, '0');
    filas.push(`${dia}/10/2026;${String(100 + i)},50;${String(i).padStart(6, '0')};${String(1000 + (i % 9000))}`);
  }
  writeFileSync(archivo, `${filas.join('\n')}\n`);
}

export async function montar({ cupones, porTanda, rasgos = [] }: Pedido): Promise<Escena> {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'procesos-'));
  const home = path.join(carpeta, 'datos');
  const archivo = path.join(carpeta, 'cupones.csv');
  escribirPlanilla(archivo, cupones);
  const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000, rasgos });
  const puente = await crearPuente(sandbox.url);
  const correr = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Salida> =>
    correrCli([...args, ...ESPERAS, '--json'], {
      cwd: carpeta,
      env: {
        CONCILIADOR_HOME: home,
        CONCILIADOR_URL: puente.url,
        CONCILIADOR_API_KEY: sandbox.apiKey,
        CONCILIADOR_API_SECRET: sandbox.apiSecret,
        ...env,
      },
      alNacer: (child) => {
        matar = () => child.kill('SIGKILL');
      },
    });
  let matar = (): unknown => undefined;
  const { armar } = puente;

  return {
    sandbox,
    puente: {
      ...puente,
      armar: (golpe) => {
        armar(golpe, () => matar());
      },
    },
    enServicio() {
      const veces = new Map<string, number>();
      for (const { cupones: guardados } of sandbox.verdad.conciliaciones()) {
        for (const { crudo } of guardados) {
          const nro = crudo.comprobante ?? '';
          veces.set(nro, (veces.get(nro) ?? 0) + 1);
        }
      }
      return veces;
    },
    conciliar: (env) => correr(['conciliar', archivo, '--por-tanda', String(porTanda)], env),
    retomar: (env, decidir) =>
      correr(['conciliaciones', 'retomar', ...(decidir === undefined ? [] : ['--decidir', decidir])], env),
    anotado() {
      const cuentas = path.join(home, 'cuentas');
      const [cuenta] = existsSync(cuentas) ? readdirSync(cuentas) : [];
      if (cuenta === undefined || !existsSync(path.join(cuentas, cuenta, 'ledger.db'))) {
        return { maquina: undefined, dispuestos: 0 };
      }
      const copia = mkdtempSync(path.join(carpeta, 'copia-'));
      cpSync(path.join(cuentas, cuenta), copia, { recursive: true });
      const db = new Database(path.join(copia, 'ledger.db'));
      try {
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
        const libro = libroDe(db, { clock: systemClock, random: () => 0.5 });
        const [upload] = libro.uploads();
        if (upload === undefined) return { maquina: undefined, dispuestos: 0 };
        const saber = { ajustes: AJUSTES, aprendido: libro.aprendido(upload.cuenta), mono: 0 };
        const maquina = plegar(libro.eventos(upload.carga), saber);
        // The fold of the events agrees with the mark that the ledger keeps beside them.
        expect(terminada(maquina)).toBe(upload.terminada);
        const dispuestos = Object.values(libro.conteos(upload.carga)).reduce((sum, n) => sum + n, 0);
        return { maquina, dispuestos };
      } finally {
        db.close();
        rmSync(copia, { recursive: true, force: true });
      }
    },
    async cerrar() {
      await puente.cerrar();
      await sandbox.close();
      rmSync(carpeta, { recursive: true, force: true });
    },
  };
}

/** After a kill: what the ledger holds as applied is on the service, and nothing else is but what its open attempt covers. */
export function comprobarParada({ anotado, enServicio }: Escena): void {
  const { maquina } = anotado();
  const hay = enServicio().size;
  if (maquina === undefined) {
    expect(hay).toBe(0);
    return;
  }
  const { fase, aplicados } = maquina;
  const abierto = fase.state === 'ATTEMPT' ? fase.envio.hasta - fase.envio.desde + 1 : 0;
  expect(hay).toBeGreaterThanOrEqual(aplicados);
  expect(hay).toBeLessThanOrEqual(aplicados + abierto);
}

/** At the end: every coupon once on the service, every coupon with one disposition in the ledger, the upload closed. */
export function comprobarFinal({ anotado, enServicio }: Escena, cupones: number): void {
  const hay = enServicio();
  expect([...hay.values()].filter((veces) => veces > 1)).toEqual([]);
  expect(hay.size).toBe(cupones);
  const { maquina, dispuestos } = anotado();
  expect(maquina?.fase.state).toBe('DONE');
  expect(maquina?.aplicados).toBe(cupones);
  expect(dispuestos).toBe(cupones);
}
