// Signs the output of electron-builder: `CONCILIADOR_CLAVE_DE_FIRMA="$(cat clave.pem)" node scripts/release/sign.ts [dist]`. With `--verify` it only
// reads, and needs no private key. docs/updates.md describes the files.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { RELEASE } from '../../src-main/app/updates/release.ts';
import { signFeed, verifyFeed } from './feed.ts';

const args = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith('--')) ?? 'dist';
const { keys } = RELEASE;
try {
  if (args.includes('--verify')) {
    console.log((await verifyFeed({ folder, keys })).map((name) => `good  ${name}`).join('\n'));
  } else {
    const privateKey = process.env['CONCILIADOR_CLAVE_DE_FIRMA'];
    if (privateKey === undefined || privateKey === '') throw new Error('CONCILIADOR_CLAVE_DE_FIRMA has no private key');
    const changelog = await readFile(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8');
    console.log((await signFeed({ folder, changelog, privateKey, keys })).map((name) => `wrote  ${name}`).join('\n'));
    await verifyFeed({ folder, keys });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
