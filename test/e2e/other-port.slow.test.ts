/** Another program on this machine serves pages too: browsers send cookies to every port. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished } from 'vitest';
import { endServer, listen } from '../service/loopback.ts';
import { test } from './application.ts';

/** A server that puts cookies under the name of ours for every path, and remembers which ones it was sent. */
async function startOtherServer(name: string): Promise<{ readonly url: string; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.cookie ?? '');
    response.setHeader(
      'set-cookie',
      ['/', '/api', '/api/', '/api/llamadas'].map((path) => `${name}=x; HttpOnly; SameSite=Strict; Path=${path}`),
    );
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>otro</title>');
  });
  const port = await listen(server);
  onTestFinished(() => endServer(server));
  return { url: `http://127.0.0.1:${String(port)}`, heard };
}

describe('another port of this machine', () => {
  test('is sent nothing of ours and signs no page out', async ({ page, context, app }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
    const named = `conciliador-${new URL(app.url).port}`;
    const [ours] = (await context.cookies()).filter(({ name }) => name === named);
    expect(ours?.path).toMatch(/^\/~[\w-]{22}\/$/);

    const other = await startOtherServer(named);
    const theirs = await context.newPage();
    for (const path of ['/', '/api/llamadas', '/api/eventos']) await theirs.goto(other.url + path);
    expect(other.heard.join('\n')).not.toContain(ours?.value);
    expect((await context.cookies()).filter(({ name }) => name === named).length).toBeGreaterThan(1);
    await theirs.close();

    // The page goes on working, also after a reload.
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('heading', { name: 'Datos de ejemplo' }).waitFor();
  });
});
