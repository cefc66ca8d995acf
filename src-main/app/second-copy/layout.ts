/** How the second copies lie in the folder that the person chose: whose each one is can be read from its path. */
import path from 'node:path';

/** Everything of ours is inside this folder of the chosen one. */
const OURS = 'Conciliador';
/** It says that the folder is the chosen one: without it, an empty place where a disk used to be would be taken for the disk. */
const MARK = 'segunda-copia.json';
const README = 'LEEME.txt';
const COPY = /^ledger-(\d{17})\.db$/;
const ACCOUNT = /^(.*) \(([0-9a-f]{16})\)$/;
const PC = /^(.*) \(([0-9a-f]{8})\)$/;
/** What some system does not take in a name (Windows takes least). */
const UNSAFE = /[<>:"/\\|?*\p{Cc}]/gu;
const MAX_NAME = 60;

/** Whose ledger it is. */
export interface SourceAccount {
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly nombre: string;
}
/** Which data folder of which PC it comes from: two of one name differ by the id. */
export interface SourcePc {
  /** 8 hexadecimal digits. */
  readonly id: string;
  readonly nombre: string;
}

export interface Source {
  readonly cuenta: SourceAccount;
  readonly pc: SourcePc;
}

/** A copy as its path says it. */
export interface FoundCopy extends Source {
  /** Its path inside our folder, with slashes: what names it everywhere. */
  readonly copia: string;
  /** When it was made, ms. */
  readonly hecha: number;
}

const safe = (name: string): string => {
  const clean = name.normalize('NFC').replace(UNSAFE, '-').slice(0, MAX_NAME).trim();
  return clean === '' ? '-' : clean;
};

/** The chosen folder, also when somebody names ours inside it. */
export const rootOf = (folder: string): string => {
  const plain = path.normalize(folder).replace(/(?<=[^/\\:])[/\\]+$/, '');
  return path.basename(plain) === OURS ? path.dirname(plain) : plain;
};
export const oursIn = (root: string): string => path.join(root, OURS);
export const markIn = (root: string): string => path.join(root, OURS, MARK);
export const readmeIn = (root: string): string => path.join(root, OURS, README);

/** The folder of an account, whatever the account was called when it was made; else the one to make. */
export function accountFolder(existing: readonly string[], { id, nombre }: SourceAccount): string {
  return existing.find((folder) => ACCOUNT.exec(folder)?.[2] === id) ?? `${safe(nombre)} (${id})`;
}

export const pcFolder = ({ id, nombre }: SourcePc): string => `${safe(nombre)} (${id})`;

/** `20261121043219123` → the instant. */
function instantOf(digits: string): number {
  const [y = '', m = '', d = '', hh = '', mm = '', ss = '', ms = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(digits)?.slice(1) ?? [];
  return Date.UTC(Number(y), Number(m) - 1, Number(d), Number(hh), Number(mm), Number(ss), Number(ms));
}

/** A copy from its path inside our folder; undefined for anything else that may lie there. */
export function parseCopy(copia: string): FoundCopy | undefined {
  const [account = '', pc = '', file = '', ...rest] = copia.split('/');
  const [, nombre, id] = ACCOUNT.exec(account) ?? [];
  const [, pcName, pcId] = PC.exec(pc) ?? [];
  const hecha = instantOfFile(file);
  if (rest.length > 0 || nombre === undefined || id === undefined) return undefined;
  if (pcName === undefined || pcId === undefined || hecha === undefined) return undefined;
  return { copia, hecha, cuenta: { id, nombre }, pc: { id: pcId, nombre: pcName } };
}

export const fileOf = (root: string, { copia }: Pick<FoundCopy, 'copia'>): string =>
  path.join(root, OURS, ...copia.split('/'));

/** When the copy of a file's name was made, ms; undefined for a file that is no copy. */
export function instantOfFile(name: string): number | undefined {
  const digits = COPY.exec(name)?.[1];
  return digits === undefined ? undefined : instantOf(digits);
}
