import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { accountIdOf, type Account } from '#app/accounts/account.ts';
import { createSecondCopies, type SecondCopies } from '#app/second-copy/index.ts';
import { bring, listCopies, markFolder, publish } from '#app/second-copy/files.ts';
import type { Folder } from '#app/second-copy/thread.ts';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { forkAside } from '#platform/aside.ts';
import { getDataFolder, type DataFolder } from '#platform/data-folder.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { test as base } from '../../platform/temporary-folder.ts';

export const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 3, 15);

export function accountCalled(name: string, url = 'https://servicio.example'): Account {
  const identity = { tipo: 'api', apiKey: `clave-${name}` } as const;
  return { ...identity, id: accountIdOf(url, identity), nombre: name, url, isFromEnvironment: false };
}

/** What is done in the folder, without the thread that it is done in. */
export const SAME_THREAD: Folder & { letGo(): void } = {
  mark: async (...other) => Promise.resolve(markFolder(...other)),
  publish: async (order) => publish(order),
  list: async (...other) => Promise.resolve(listCopies(...other)),
  bring,
  letGo: () => undefined,
};

/** A PC with accounts, a clock that only the test moves, and real files. */
export class Pc {
  readonly data: DataFolder;
  readonly copies: SecondCopies;
  readonly notices: string[] = [];
  readonly errors: unknown[] = [];
  now = START;
  /** Aborted by the test when everybody's patience is over. */
  patience = new AbortController();
  readonly #accounts: Account[];

  constructor(root: string, { accounts = [accountCalled('La Espiga')], hostName = 'CAJA-1', folder }: PcOptions = {}) {
    mkdirSync(root, { recursive: true });
    this.data = getDataFolder(root);
    this.#accounts = [...accounts];
    this.copies = createSecondCopies({
      data: this.data,
      accounts: {
        list: () =>
          Promise.resolve(
            this.#accounts.map(({ nombre, url, tipo }) => ({ nombre, url, tipo, predeterminada: false })),
          ),
        choose: (name) => {
          const found = this.#accounts.find((one) => name === undefined || one.nombre === name);
          return found === undefined ? Promise.reject(new AppError('CUENTA_INEXISTENTE')) : Promise.resolve(found);
        },
      },
      clock: this.clock,
      folder: folder ?? SAME_THREAD,
      aside: forkAside,
      hostName,
      chooseFolder: () => Promise.resolve(undefined),
      onNotice: (text) => void this.notices.push(text),
      onError: (error) => void this.errors.push(error),
    });
  }

  get clock(): Clock {
    return {
      now: () => this.now,
      monotonic: () => this.now,
      sleep: () => Promise.resolve(),
      timeout: () => this.patience.signal,
    };
  }

  get account(): Account {
    const [first] = this.#accounts;
    if (first === undefined) throw new Error('There is no account');
    return first;
  }

  /** Something is sent with an account: an upload of one coupon, frozen. */
  async send(account = this.account): Promise<string> {
    const { folder, ledger } = this.data.accountFolder(account.id);
    mkdirSync(folder, { recursive: true });
    const ledgerDb = await openLedger(ledger, { clock: this.clock, random: Math.random });
    const upload = ledgerDb.createDraft({ cuenta: account.id, archivos: ['a.xlsx'] });
    const text = `{"fecha_venta":"2026-11-03","comprobante":"${upload}","importe":"1.00"}`;
    ledgerDb.addCupones(upload, [{ archivo: 0, hoja: null, fila: 2, texto: text }]);
    ledgerDb.freeze(upload, { marcador: 'auto', nonce: 'abc', porTanda: 500 });
    ledgerDb.close();
    return upload;
  }

  /** As the schedule does, but waiting for what it begins. */
  async round(): Promise<void> {
    await this.copies.refresh();
    await this.copies.waitUntilIdle();
  }

  /** As an upload does when it ends, but waiting for what it begins. */
  async sent(account = this.account): Promise<void> {
    this.copies.afterSending(account);
    await this.copies.waitUntilIdle();
  }

  async ofAccount(name = this.account.nombre) {
    const found = (await this.copies.show()).cuentas.find(({ cuenta }) => cuenta === name);
    if (found === undefined) throw new Error(`${name} sent nothing`);
    return found;
  }
}

interface PcOptions {
  readonly accounts?: readonly Account[];
  readonly hostName?: string;
  readonly folder?: Folder & { letGo(): void };
}

/** Every copy in a chosen folder, by its path inside ours. */
export function copiesIn(chosen: string): readonly string[] {
  const ours = path.join(chosen, 'Conciliador');
  return readdirSync(ours, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.db'))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

export function uploadsIn(chosen: string, copy: string): number {
  const db = new Database(path.join(chosen, 'Conciliador', copy), { readonly: true });
  const found = db.prepare<[], number>('SELECT count(*) FROM upload').pluck().get() ?? 0;
  db.close();
  return found;
}

export const test = base.extend<{ chosen: string; pc: Pc }>({
  chosen: async ({ folder }, use) => {
    const chosen = path.join(folder, 'otro disco');
    mkdirSync(chosen);
    await use(chosen);
  },
  pc: async ({ folder }, use) => {
    const pc = new Pc(path.join(folder, 'datos'));
    await use(pc);
    await pc.copies.waitUntilIdle();
  },
});
