import { expect, test } from 'vitest';
import { systemAuthorities } from '#platform/authorities.ts';

test("the authorities are Node's and those of the system", () => {
  const of = { default: ['uno', 'dos'], system: ['dos', 'oficina'] };
  expect(systemAuthorities({ getCACertificates: (type) => of[type] })).toEqual(['uno', 'dos', 'dos', 'oficina']);
});

test('a Node that cannot read those of the system keeps its own', () => {
  expect(systemAuthorities({})).toBeUndefined();
});

test('the Node that the project installs reads them', () => {
  const [first] = systemAuthorities() ?? [];
  expect(first).toMatch(/^-----BEGIN CERTIFICATE-----/);
});
