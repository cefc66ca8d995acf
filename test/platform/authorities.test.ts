import { expect, test } from 'vitest';
import { readSystemAuthorities } from '#platform/machine.ts';

test("the authorities are Node's and those of the system", () => {
  const of = { default: ['uno', 'dos'], system: ['dos', 'oficina'] };
  expect(readSystemAuthorities({ getCACertificates: (type) => of[type] })).toEqual(['uno', 'dos', 'dos', 'oficina']);
});

test('a Node that cannot read those of the system keeps its own', () => {
  expect(readSystemAuthorities({})).toBeUndefined();
});

test('the Node that the project installs reads them', () => {
  const [first] = readSystemAuthorities() ?? [];
  expect(first).toMatch(/^-----BEGIN CERTIFICATE-----/);
});
