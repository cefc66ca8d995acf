import { expect, test } from 'vitest';
import { parseBaseUrl } from '#service/index.ts';

test.for([
  ['https://api.example.com/', 'https://api.example.com'],
  [' https://api.example.com/pagos/ ', 'https://api.example.com/pagos'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
] as const)('%s is taken, without a slash at the end', ([text, url]) => {
  expect(parseBaseUrl(text)).toBe(url);
});

test.for([
  'http://api.example.com',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'ftp://127.0.0.1',
  'https://clave:secreta@api.example.com',
  'https://api.example.com/?x=1',
  'https://api.example.com/#x',
  'api.example.com',
  '',
])('%s is refused', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'URL_INSEGURA' }));
});
