/** The layout of the chosen folder. The path of a copy says whose it is. */
import path from 'node:path';

/** Everything of ours is in this folder inside the chosen one. */
const OURS = 'Conciliador';
/** This file marks the chosen folder. Without it, the empty mount point of a missing disk would be taken for the disk. */
const MARK = 'segunda-copia.json';
const README = 'LEEME.txt';
const COPY = /^ledger-(\d{17})\.db$/;
const ACCOUNT = /^(.*) \(([0-9a-f]{16})\)$/;
const PC = /^(.*) \(([0-9a-f]{8})\)$/;
/** Characters that some system does not allow in a name (Windows allows least). */
const UNSAFE = /[<>:"/\\|?*\p{Cc}]/gu;
const MAX_NAME = 60;

/** The account that a ledger belongs to. */
export interface SourceAccount {
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly nombre: string;
}
/** The PC and data folder that a copy comes from: PCs with the same name differ by the id. */
export interface SourcePc {
  /** 8 hexadecimal digits. */
  readonly id: string;
  readonly nombre: string;
}

export interface CopyOrigin {
  readonly cuenta: SourceAccount;
  readonly pc: SourcePc;
}

/** A copy, as its path describes it. */
export interface FoundCopy extends CopyOrigin {
  /** Its path inside our folder, with slashes: the name of the copy everywhere. */
  readonly copia: string;
  /** When it was made, ms. */
  readonly hecha: number;
}

const toSafeName = (name: string): string => {
  const clean = name.normalize('NFC').replace(UNSAFE, '-').slice(0, MAX_NAME).trim();
  return clean === '' ? '-' : clean;
};

/** The chosen folder, also when a person names our folder inside it. */
export const rootOf = (folder: string): string => {
  const plain = path.normalize(folder).replace(/(?<=[^/\\:])[/\\]+$/, '');
  return path.basename(plain) === OURS ? path.dirname(plain) : plain;
};
export const oursIn = (root: string): string => path.join(root, OURS);
export const markIn = (root: string): string => path.join(root, OURS, MARK);
export const readmeIn = (root: string): string => path.join(root, OURS, README);

/** The folder of an account, whatever the account's name was when it was made; else the one to make. */
export function getAccountFolder(existing: readonly string[], { id, nombre }: SourceAccount): string {
  return existing.find((folder) => ACCOUNT.exec(folder)?.[2] === id) ?? `${toSafeName(nombre)} (${id})`;
}

export const getPcFolder = ({ id, nombre }: SourcePc): string => `${toSafeName(nombre)} (${id})`;

/** `20261121043219123` → the instant. */
function instantOf(digits: string): number {
  const [y = '', m = '', d = '', hh = '', mm = '', ss = '', ms = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(digits)?.slice(1) ?? [];
  return Date.UTC(Number(y), Number(m) - 1, Number(d), Number(hh), Number(mm), Number(ss), Number(ms));
}

/** A copy from its path inside our folder; undefined for any other file. */
export function parseCopy(copy: string): FoundCopy | undefined {
  const [account = '', pc = '', file = '', ...rest] = copy.split('/');
  const [, name, id] = ACCOUNT.exec(account) ?? [];
  const [, pcName, pcId] = PC.exec(pc) ?? [];
  const done = instantOfFile(file);
  if (rest.length > 0 || name === undefined || id === undefined) return undefined;
  if (pcName === undefined || pcId === undefined || done === undefined) return undefined;
  return { copia: copy, hecha: done, cuenta: { id, nombre: name }, pc: { id: pcId, nombre: pcName } };
}

export const fileOf = (root: string, { copia }: Pick<FoundCopy, 'copia'>): string =>
  path.join(root, OURS, ...copia.split('/'));

/** The moment of a copy from its file name, ms; undefined for any other file. */
export function instantOfFile(name: string): number | undefined {
  const digits = COPY.exec(name)?.[1];
  return digits === undefined ? undefined : instantOf(digits);
}
