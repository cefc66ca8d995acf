import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { fold } from '#domain/upload/apply.ts';
import { isFinished, type Machine } from '#domain/upload/machine.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { createLedgerOver } from '#storage/ledger/index.ts';
import { runProgram, type Output } from '../../hosts/cli/run-cli.ts';
import { NO_WAITS, sheet } from '../../hosts/cli/world.ts';
import { environmentOf } from '../../sandbox/access.ts';
import { createBridge, type Blow } from './bridge.ts';

const SETTINGS = { patienceMs: 1_000, porTanda: 500, esperaMs: 30_000, settledMs: 0 };

/** State of the upload in the ledger, read from a copy of the files: opening the original would change what the next process finds. */
interface Noted {
  readonly machine: Machine | undefined;
  readonly disposed: number;
}

interface Params {
  readonly cupones: number;
  readonly porTanda: number;
  readonly rasgos?: readonly string[];
}

export async function setScene({ cupones, porTanda, rasgos = [] }: Params) {
  const folder = mkdtempSync(path.join(tmpdir(), 'procesos-'));
  const home = path.join(folder, 'datos');
  const file = path.join(folder, 'cupones.csv');
  writeFileSync(file, sheet(cupones));
  const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000, rasgos });
  const bridge = await createBridge(sandbox.url);
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Output> =>
    runProgram([...args, ...NO_WAITS, '--json'], {
      cwd: folder,
      env: {
        CONCILIADOR_HOME: home,
        ...environmentOf({ ...sandbox, url: bridge.url }),
        ...env,
      },
      onSpawn: (child) => {
        running = child;
      },
    });
  let running: ChildProcess | undefined;
  /** Arms a blow on the client that calls `act` with the running process instead of killing it. */
  const strike = (blow: Blow, act: (child: ChildProcess) => void): void => {
    bridge.arm(blow, () => {
      if (running !== undefined) act(running);
    });
  };

  return {
    sandbox,
    data: home,
    strike,
    kill: (blow: Blow) => {
      strike(blow, (child) => child.kill('SIGKILL'));
    },
    wasHit: bridge.wasHit,
    /** How often the service holds each coupon now, by voucher number. */
    inService(): ReadonlyMap<string, number> {
      const times = new Map<string, number>();
      for (const { cupones: stored } of sandbox.truth.conciliaciones()) {
        for (const { crudo } of stored) {
          const number = crudo.comprobante ?? '';
          times.set(number, (times.get(number) ?? 0) + 1);
        }
      }
      return times;
    },
    reconcile: (env?: Readonly<Record<string, string>>) =>
      run(['conciliar', file, '--por-tanda', String(porTanda)], env),
    resume: (env?: Readonly<Record<string, string>>, decide?: string) =>
      run(['conciliaciones', 'retomar', ...(decide === undefined ? [] : ['--decidir', decide])], env),
    /** Reads the upload's state from the ledger, and checks that the ledger file is sound. */
    readNoted(): Noted {
      const accounts = path.join(home, 'cuentas');
      const [account] = existsSync(accounts) ? readdirSync(accounts) : [];
      if (account === undefined || !existsSync(path.join(accounts, account, 'ledger.db'))) {
        return { machine: undefined, disposed: 0 };
      }
      const copy = mkdtempSync(path.join(folder, 'copia-'));
      cpSync(path.join(accounts, account), copy, { recursive: true });
      const db = new Database(path.join(copy, 'ledger.db'));
      try {
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
        const ledgerDb = createLedgerOver(db, { clock: systemClock, random: () => 0.5 });
        const [upload] = ledgerDb.uploads();
        if (upload === undefined) return { machine: undefined, disposed: 0 };
        const known = { ajustes: SETTINGS, aprendido: ledgerDb.readLearned(upload.cuenta), mono: 0 };
        const machine = fold(ledgerDb.readEvents(upload.carga), known);
        // The state folded from the events must agree with the `terminada` mark beside them.
        expect(isFinished(machine)).toBe(upload.terminada);
        const disposed = Object.values(ledgerDb.readCounts(upload.carga)).reduce((sum, n) => sum + n, 0);
        return { machine, disposed };
      } finally {
        db.close();
        rmSync(copy, { recursive: true, force: true });
      }
    },
    async close(): Promise<void> {
      await bridge.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** After a death: the service has every coupon that the ledger calls applied, and besides only coupons of the open attempt. */
export function checkStopped({ readNoted, inService }: Scene): void {
  const { machine } = readNoted();
  const present = inService().size;
  if (machine === undefined) {
    expect(present).toBe(0);
    return;
  }
  const { fase, applied } = machine;
  const opened = fase.state === 'ATTEMPT' ? fase.envio.hasta - fase.envio.desde + 1 : 0;
  expect(present).toBeGreaterThanOrEqual(applied);
  expect(present).toBeLessThanOrEqual(applied + opened);
}

/** At the end: the service has every coupon once, the ledger one disposition for each, and the upload is closed. */
export function checkEnd({ readNoted, inService }: Scene, cupones: number): void {
  const present = inService();
  expect([...present.values()].filter((times) => times > 1)).toEqual([]);
  expect(present.size).toBe(cupones);
  const { machine, disposed } = readNoted();
  expect(machine?.fase.state).toBe('DONE');
  expect(machine?.applied).toBe(cupones);
  expect(disposed).toBe(cupones);
}
