// Makes a pair of keys to sign versions with: `node scripts/release/keys.ts CLAVE-PRIVADA.pem`. The private key goes only to that file, readable by
// its owner; the public key is printed, for src-main/app/updates/release.ts.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { nameOfKey } from '../../src-main/app/updates/statement.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/release/keys.ts FILE.pem');
  process.exit(2);
}
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
// Never replaces another key: programs that trust the lost key could take no further version.
writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
console.error(`The private key ${nameOfKey(publicKey)} is in ${file}. Keep it where the sources are not.`);
process.stdout.write(publicKey.export({ type: 'spki', format: 'pem' }));
