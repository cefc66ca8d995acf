import { AppError } from '#contract/errors.ts';
import { createKeychain } from '#platform/secrets/secret-store.ts';

/**
 * One question to the real keychain, from a process of its own: `get KEY`, `delete KEY`, or `set KEY` with the secret on standard
 * input. Prints the answer as JSON.
 */
async function answer(): Promise<unknown> {
  const [action = '', key = ''] = process.argv.slice(2);
  const keychain = createKeychain();
  switch (action) {
    case 'get':
      return { valor: (await keychain.get(key)) ?? null };
    case 'set': {
      let secret = '';
      for await (const chunk of process.stdin) secret += String(chunk);
      await keychain.set(key, secret);
      return { isStored: true };
    }
    case 'delete':
      return { borrado: await keychain.delete(key) };
    default:
      throw new Error(`unknown action ${action}`);
  }
}

try {
  process.stdout.write(JSON.stringify(await answer()));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stdout.write(JSON.stringify({ codigo: error.code, ...error.detail }));
}
